import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib'
import { sealBytes, unsealBytes } from '../../platform/seal.ts'
import type { KeyedRequest } from './key.ts'

/** What was answered, without what differs from one answer to the next (request id, date). */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

type Lock = Pick<KeyedRequest, 'id' | 'lock'>

/**
 * Above the largest answer to a request that is taken: the draft of an e-invoice of 5 MiB, whose quotes
 * and line ends are written with two characters each, and a thousand items with the rest of their
 * fields.
 */
export const BODY_BYTES_MAX = 16 * 1024 * 1024
const HEAD_BYTES_MAX = 64 * 1024
/** Below it a packed answer is hardly shorter. */
const PACKED_FROM_BYTES = 1024
/** Above it packing is left to another thread. */
const PACKED_ASIDE_FROM_BYTES = 64 * 1024
/** The fastest: an answer is kept for a day, and hardly ever read. */
const QUICK = { level: 1 } as const
const [PLAIN, PACKED] = [0, 1]
const LINE_END = 10

const packAside = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** The answer as it is kept: packed where that pays, and sealed for this one row. */
export async function sealAnswer({ id, lock }: Lock, answer: Answer): Promise<Uint8Array> {
  const { status, headers, body } = answer
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify([status, headers])}\n`), body])
  const isPacked = bytes.length >= PACKED_FROM_BYTES
  const rest = isPacked ? await pack(bytes) : bytes
  return sealBytes(lock, id, Buffer.concat([Uint8Array.of(isPacked ? PACKED : PLAIN), rest]))
}

/** Null: it was sealed for another row or under other secrets, or was changed since. */
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
