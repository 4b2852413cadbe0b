import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'

export type IdPrefix = 'inv' | 'itm' | 'cus' | 'pay' | 'evt' | 'whk' | 'key' | 'usr' | 'req'

/** A new id: prefix and UUIDv7, so that ids of one kind sort by when they were made. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomUUIDv7()}`

/** Whether a text could be an id of that kind; anything else need not reach the database. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.startsWith(`${prefix}_`) &&
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.slice(prefix.length + 1))

/** 32 random bytes as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex')

export const hmacSha256 = (key: string, data: string): string =>
  createHmac('sha256', key).update(data).digest('base64url')
