import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib'
import { sealBytes, unsealBytes } from '../../../../platform/seal.ts'
import type { KeyedRequest } from './key.ts'

/** A response without the parts that differ each time (request id, date). */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

type Lock = Pick<KeyedRequest, 'id' | 'lock'>

/**
 * Larger than the largest response to an accepted request: the draft of an e-invoice of 5 MiB,
 * where quotes and line breaks take two characters each, plus a thousand items with their other
 * fields.
 */
export const BODY_BYTES_MAX = 16 * 1024 * 1024
const HEAD_BYTES_MAX = 64 * 1024
/** Compression saves little below this size. */
const PACKED_FROM_BYTES = 1024
/** Above this size, another thread compresses. */
const PACKED_ASIDE_FROM_BYTES = 64 * 1024
/** The fastest level: a response is stored for one day and rarely read. */
const QUICK = { level: 1 } as const
const [PLAIN, PACKED] = [0, 1]
const LINE_END = 10

const packAside = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** The stored response: compressed if that pays, and sealed for its row. */
export async function sealAnswer({ id, lock }: Lock, answer: Answer): Promise<Uint8Array> {
  const { status, headers, body } = answer
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify([status, headers])}\n`), body])
  const isPacked = bytes.length >= PACKED_FROM_BYTES
  const rest = isPacked ? await pack(bytes) : bytes
  return sealBytes(lock, id, Buffer.concat([Uint8Array.of(isPacked ? PACKED : PLAIN), rest]))
}

/** Null: encrypted for another row or with another secret, or damaged. */
export async function openAnswer({ id, lock }: Lock, sealed: Uint8Array): Promise<Answer | null> {
  const bytes = unsealBytes(lock, id, sealed)
  if (bytes === null) return null
  const rest = bytes.subarray(1)
  const limit = { maxOutputLength: HEAD_BYTES_MAX + BODY_BYTES_MAX }
  const plain = Buffer.from(bytes[0] === PACKED ? await unpack(rest, limit) : rest)
  const end = plain.indexOf(LINE_END)
  const [status, headers] = JSON.parse(plain.toString('utf8', 0, end))
  return { status, headers, body: plain.subarray(end + 1) }
}

const pack = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length < PACKED_ASIDE_FROM_BYTES ? deflateRawSync(bytes, QUICK) : packAside(bytes, QUICK)
