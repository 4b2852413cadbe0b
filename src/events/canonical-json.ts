/**
 * JSON with the keys of every object in order and bigints as strings of digits: equal values give
 * equal texts, so that their hashes can be compared.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null'

function ordered(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, ordered(entry)]),
  )
}
