import { CONVERSIONS, FULL_STOPS } from './conversion-table.ts'

/** How ä, ö, ü and ß are written: `ae` or `a`. */
export type Umlauts = 'expand' | 'strip'

export const NAME_MAX = 70
export const TEXT_MAX = 140

/** The characters that every bank in SEPA accepts (EPC217-08). */
const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/
const EXPANDED = new Map([
  ['Ä', 'Ae'],
  ['Ö', 'Oe'],
  ['Ü', 'Ue'],
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
])
/** Replacements that are closer to the original than the full stop of the table. */
const OWN = new Map([
  ['&', '+'],
  ...[...'"“”„’‘'].map((it) => [it, "'"] as const),
  ...[...'–—'].map((it) => [it, '-'] as const),
  ['…', '.'],
  // The table has ß only.
  ['ẞ', 'S'],
  ...[...'\t\r\n\u00a0'].map((it) => [it, ' '] as const),
])
const TABLE = new Map(
  CONVERSIONS.flatMap(([letters, written]) => [...letters].map((it) => [it, written] as const)),
)

/** A text in characters of SEPA, at most `max` long; null if no letter or digit is left. */
export function toSepaText(
  text: string,
  { umlauts, max }: { readonly umlauts: Umlauts; readonly max: number },
): string | null {
  // Only letters with marks of their own are composed: NFC also changes characters that the table has.
  const composed = text.replace(/.\p{M}+/gu, (it) => it.normalize('NFC'))
  const written = Array.from(composed, (it) => writtenFor(it, umlauts)).join('')
  const cut = written.replace(/ +/g, ' ').trim().slice(0, max).trim()
  return /[A-Za-z0-9]/.test(cut) ? cut : null
}

function writtenFor(character: string, umlauts: Umlauts): string {
  if (ALLOWED.test(character)) return character
  const known =
    (umlauts === 'expand' ? EXPANDED.get(character) : undefined) ??
    OWN.get(character) ??
    TABLE.get(character)
  if (known !== undefined) return known
  if (isFullStop(character.codePointAt(0) ?? 0)) return '.'
  const base = Array.from(character.normalize('NFKD')).filter((it) => ALLOWED.test(it))
  return base.length > 0 ? base.join('') : '.'
}

const isFullStop = (code: number): boolean =>
  FULL_STOPS.some(([first, last]) => code >= first && code <= last)

/** Countries where people write `ae` for ä in names that have no umlauts. */
export const umlautsOf = (iban: string): Umlauts =>
  /^(?:DE|AT|CH|LI)/.test(iban) ? 'expand' : 'strip'
