import { timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Scope } from '../../../core/http/actor.ts'
import { etagOf } from '../../../core/http/etag.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'

export interface ApiKey {
  readonly id: string
  /** Null: an operator's key, which has only the scope `companies`. */
  readonly company: CompanyId | null
  readonly version: number
  readonly name: string
  /** SHA-256 of the secret, hex: 256 random bits need no slow hash. */
  readonly secretHash: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  /** The person who made it, also by another key of theirs; null: nobody who signs in. */
  readonly createdBy: string | null
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

const TYPE = 'bw_live_'
const ID_LENGTH = 22
const CHECKSUM_LENGTH = 6
const FORMAT = /^bw_live_([0-9A-Za-z]{22})_([\w-]{43})([0-9A-Za-z]{6})$/
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const UUID_BITS = 128n

/**
 * The text of a key: `bw_live_<id>_<secret><checksum>`. Scanners find a leaked key by type and
 * checksum. The checksum also refuses a mistyped key without a database query.
 *
 * @param id `key_` and a UUID
 * @param secret 32 random bytes in base64url
 */
export function writeKey(id: string, secret: string): string {
  const body = `${keyHint(id)}_${secret}`
  return `${body}${checksum(body)}`
}

/** The part of a key that is not secret, by which its owner recognizes it. */
export const keyHint = (id: string): string =>
  `${TYPE}${toBase62(BigInt(`0x${id.slice(id.indexOf('_') + 1).replaceAll('-', '')}`), ID_LENGTH)}`

/** The id and secret in the text of a key, or null if it is not a key. */
export function readKey(text: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret, sum] = FORMAT.exec(text) ?? []
  if (id === undefined || secret === undefined) return null
  if (checksum(text.slice(0, -CHECKSUM_LENGTH)) !== sum) return null
  const number = fromBase62(id)
  return number >> UUID_BITS === 0n ? { id: `key_${toUuid(number)}`, secret } : null
}

/**
 * Clients read the time of the last use, so the tag ends with it, after a point. `ignoringUse`
 * removes it from an `If-Match`: the use of a key must not prevent its revocation.
 */
export const keyEtag = ({ id, version, lastUsedAt }: ApiKey): string =>
  lastUsedAt === null
    ? etagOf(id, version)
    : etagOf(id, version).replace(/"$/, `.${Date.parse(lastUsedAt)}"`)

export const ignoringUse = (ifMatch: string | undefined): string | undefined =>
  ifMatch?.replace(/\.\d+"/g, '"')

/** Whether a key is valid at that instant (RFC 3339, as `clock.ts` writes it). */
export const isUsable = ({ revokedAt, expiresAt }: ApiKey, now: string): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/** Compares two SHA-256 in hex in constant time. */
export const isSameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

/** A hash that no text has. Comparing with it takes as long for an unknown key as for a known one. */
export const NO_HASH = '0'.repeat(64)

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH)

function toBase62(number: bigint, length: number): string {
  let digits = ''
  for (let rest = number; digits.length < length; rest /= 62n) {
    digits = `${ALPHABET[Number(rest % 62n)]}${digits}`
  }
  return digits
}

const fromBase62 = (digits: string): bigint =>
  [...digits].reduce((number, digit) => number * 62n + BigInt(ALPHABET.indexOf(digit)), 0n)

const toUuid = (number: bigint): string =>
  number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
