import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether one of the signatures is the HMAC-SHA-256 of the message, as 64 lower-case hex digits, by
 * one of the secrets. An empty secret signs nothing.
 */
export function isSigned(
  message: readonly Uint8Array[],
  signatures: readonly string[],
  secrets: readonly string[],
): boolean {
  const given = signatures.filter((it) => /^[0-9a-f]{64}$/.test(it)).map((it) => Buffer.from(it))
  let isMatch = false
  for (const secret of secrets.filter((it) => it !== '')) {
    const mac = createHmac('sha256', secret)
    for (const part of message) mac.update(part)
    const expected = Buffer.from(mac.digest('hex'))
    for (const it of given) if (timingSafeEqual(it, expected)) isMatch = true
  }
  return isMatch
}

/** The one value of a header; null: it is missing or repeated. */
export const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null

/** The object in a JSON text; null: there is none. */
export function jsonObject(text: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text).toString('utf8'))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
