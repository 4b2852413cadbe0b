/** Canonical JSON as text, within a value. */
export class CanonicalText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * JSON with the keys of every object in the order of their UTF-16 code units (as RFC 8785 §3.2.3) and
 * bigints as strings of digits: equal values give equal texts, so that their hashes can be compared.
 */
export function canonicalJson(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value instanceof CanonicalText) return value.text
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[key]
    if (member === undefined) continue
    members += `${members === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

const QUOTED_MAX = 1000
const QUOTED = new Map<string, string>()

/** A few keys occur again and again. */
function quoted(key: string): string {
  const known = QUOTED.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(key)
  if (QUOTED.size < QUOTED_MAX) QUOTED.set(key, text)
  return text
}
