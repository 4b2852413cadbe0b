import { createHmac, hash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

export type IdPrefix =
  | 'inv'
  | 'itm'
  | 'cus'
  | 'pay'
  | 'prd'
  | 'prc'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'key'
  | 'usr'
  | 'req'
  | 'job'
  | 'rec'
  | 'com'
  | 'ivt'
  | 'sup'
  | 'msg'
  | 'quo'
  | 'fil'
  | 'rpl'
  | 'rem'
  | 'chg'
  | 'acc'
  | 'ent'
  | 'cnt'
  | 'adr'
  | 'sin'
  | 'ser'
  | 'trm'
  | 'dln'
  | 'imp'
  | 'viw'
  | 'bac'
  | 'bkf'
  | 'ben'
  | 'bpr'
  | 'brl'
  | 'pvd'
  | 'chk'
  | 'ppy'
  | 'rfd'
  | 'dsp'
  | 'pmd'
  | 'col'
  | 'ddr'

const COUNTER_MAX = 0xfff
let lastMs = ''
let counter = 0

/**
 * A new id: prefix and UUIDv7, so that ids of one kind sort by creation. Within a millisecond of a
 * process a counter keeps the order (RFC 9562 §6.2, method 1).
 */
export function newId(prefix: IdPrefix): string {
  const uuid = randomUUIDv7()
  const ms = uuid.slice(0, 13)
  if (ms !== lastMs) counter = Number.parseInt(uuid.slice(15, 18), 16) >> 1
  else if (counter < COUNTER_MAX) counter += 1
  lastMs = ms
  return `${prefix}_${ms}-7${counter.toString(16).padStart(3, '0')}${uuid.slice(18)}`
}

/** Whether a text has the form of such an id; others need no database query. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.startsWith(`${prefix}_`) &&
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.slice(prefix.length + 1))

export const newBytes = (length: number): Uint8Array => randomBytes(length)

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** A company's name in links: 40 random bits as 8 characters of base32. */
export const newHandle = (): string =>
  Array.from(randomBytes(8), (byte) => BASE32[byte % BASE32.length]).join('')

/** A random integer from 0 to below `limit`, for jitter. */
export const randomBelow = (limit: number): number => randomInt(limit)

/** 32 random bytes as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Up to a tenth more or less, so that periodic work does not coincide. */
export const roughly = (ms: number): number => ms * (0.9 + 0.2 * Math.random())

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

export const hmacSha256 = (key: string, data: string): string =>
  createHmac('sha256', key).update(data).digest('base64url')
