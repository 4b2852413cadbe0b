import { type IdPrefix, sha256 } from '../../../platform/ids.ts'

/**
 * Our id for a record of another program: always the same for the same record, so that a second
 * import finds the first one's result. It has the form of a UUID of version 8 (RFC 9562).
 */
export function sourceId(prefix: IdPrefix, source: string): string {
  const hex = sha256(source)
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `${prefix}_${parts.join('-')}`
}
