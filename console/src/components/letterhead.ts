import { COUNTRIES, isCountry } from '@billwright/einvoice/countries'
import { formatOf, partsOf } from '@billwright/einvoice/tax-ids'

/** What a letterhead, a footer or an address says of a company. */
export interface Letterhead {
  name?: string
  contact?: string
  line1?: string
  line2?: string
  postalCode?: string
  city?: string
  region?: string
  countryCode?: string
  email?: string
  phone?: string
  website?: string
  taxId?: string
  taxNumber?: string
  registrationId?: string
  iban?: string
  bic?: string
  bankName?: string
}

/** A longer text is no letterhead. */
const LINES_MAX = 60

/** Recognizes the parts of a pasted text, line by line. What it does not know is left out. */
export function letterheadOf(text: string): Letterhead {
  const found: Letterhead = {}
  const left: string[] = []
  let townAt: number | undefined
  for (const piece of piecesOf(text)) {
    const rest = withoutFacts(piece, found)
    if (rest === '') continue
    const town = townAt === undefined && left.length > 0 ? townOf(rest, left) : undefined
    if (town !== undefined) {
      Object.assign(found, town)
      townAt = left.length
    } else if (left.length > 0 && countryNamed(rest) !== undefined)
      found.countryCode = countryNamed(rest) ?? ''
    else left.push(rest)
  }
  Object.assign(found, partiesOf(left.slice(0, townAt)))
  const country = found.countryCode ?? countryOfTaxId(found.taxId)
  return country === undefined ? found : { ...found, countryCode: country }
}

/** A line of an envelope or a footer holds several parts: `Ada & Sons · Lindenallee 12 · 10999 Berlin`. */
function piecesOf(text: string): readonly string[] {
  const lines = text.split(/[\n\r\t·•|]+| {3,}|\s[–—]\s/).slice(0, LINES_MAX)
  return lines.flatMap((line) => {
    const parts = line.split(/,\s+/).map(trimmed)
    const isAddress = parts.length > 1 && parts.some((it) => CONTINENTAL.test(it))
    return (isAddress ? parts : [trimmed(line)]).filter((it) => it !== '')
  })
}

const trimmed = (text: string): string => text.trim().replace(/[,;]$/, '')

const LABEL =
  /^(?:e-?mail|mail|courriel|web(?:site)?|internet|iban|bic|swift|konto|bank(?:verbindung)?|ust-?id(?:nr)?|vat|tva|uid|mwst)?[-–.:\s]*(?:nr|no|id)?[.:\s]*$/i

const IGNORED = /^(?:(?:tele)?fax|gesch[äa]ftsf[üu]hr|inhaber|amtsgericht|registergericht)/i

/** Puts parts that can be recognized by themselves, such as an IBAN, into `found`; returns the rest. */
function withoutFacts(piece: string, found: Letterhead): string {
  if (IGNORED.test(piece) && !/\bHR[AB]\b/.test(piece)) return ''
  let rest = piece
  const take = (name: keyof Letterhead, pattern: RegExp, group = 0) => {
    const match = found[name] === undefined ? pattern.exec(rest) : null
    if (match === null) return
    found[name] = (match[group] ?? '').trim()
    rest = rest.replace(match[0], ' ').trim()
  }
  take('email', /<?([^\s@<>:;,()]+@[^\s@<>:;,()]+\.\p{L}{2,})>?/u, 1)
  const iban = ibanIn(rest)
  if (iban !== undefined && found.iban === undefined) {
    found.iban = iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
    rest = rest.replace(iban, ' ').replace(/\biban\b[.:\s]*/i, ' ')
  }
  take('bic', /\b(?:BIC|SWIFT)[\s:/A-Z-]*?[:\s]([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/, 1)
  take('registrationId', /\bHR[AB]\s?\d+(?:\s[A-Z]\b)?/)
  take('registrationId', /\b(?:SIREN|SIRET)[.:\s]*((?:\d[\s]?){9,14})/i, 1)
  take('taxNumber', /(?:steuernummer|steuer-?nr\.?|st\.?-?nr\.?)[:\s]*(\d[\d/ ]{7,}\d)/i, 1)
  const taxId = taxIdIn(rest)
  if (taxId !== undefined && found.taxId === undefined) {
    found.taxId = compact(taxId)
    rest = rest.slice(0, rest.indexOf(taxId)).replace(TAX_LABEL, ' ').trim()
  }
  take(
    'phone',
    /^(?:t|m|tel|telefon|fon|phone|mobile?|mobil|t[ée]l[ée]phone)?[.:\s]*(\+?\(?\d[\d\s()/.-]{6,}\d)$/i,
    1,
  )
  take('website', /(?:https?:\/\/\S+|\bwww\.\S+\.\p{L}{2,}\S*)/iu)
  if (found.bankName === undefined && found.iban !== undefined)
    take('bankName', /^(?:bank:\s*)?(.*(?:bank|kasse|banque|crédit|credit).*)$/i, 1)
  return rest === '' || (rest !== piece && LABEL.test(rest)) || /^(?:https?|hr)$/i.test(rest)
    ? ''
    : rest
}

const TAX_LABEL =
  /(?:ust|umsatzsteuer|mwst|vat|tva|uid|btw|p\.?\s?iva|partita\siva|nif)[\p{L}\s./-]*:?\s*$/iu

/** With valid check digits, or after its label. */
function taxIdIn(text: string): string | undefined {
  const starts = text.matchAll(/\b(?=((?:CHE|[A-Z]{2})[\s-]?[0-9A-Z](?:[\s.-]?[0-9A-Z]){6,12}))/g)
  for (const { 1: candidate = '', index } of starts) {
    if (formatOf(candidate) === 'valid') return candidate
    const isLabelled = TAX_LABEL.test(text.slice(0, index))
    if (isLabelled && /\d{3}/.test(candidate) && isCountry(candidate.slice(0, 2))) return candidate
  }
  return undefined
}

const compact = (taxId: string): string =>
  /^CHE/.test(taxId) ? taxId.trim() : taxId.replace(/[\s.-]/g, '')

function countryOfTaxId(taxId: string | undefined): string | undefined {
  const country = taxId === undefined ? undefined : partsOf(taxId)?.country
  return country === 'EL' ? 'GR' : country === 'XI' ? 'GB' : country
}

/** The longest one whose check digits are right. */
function ibanIn(text: string): string | undefined {
  const match = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]){11,30}\b/i.exec(text)?.[0]
  if (match === undefined) return undefined
  for (let end = match.length; end >= 15; end -= 1) {
    const part = match.slice(0, end)
    if (!/\s$/.test(part) && !/^[A-Z0-9]/i.test(match[end] ?? '') && isSoundIban(part)) return part
  }
  return undefined
}

/** The check digits of ISO 13616: modulo 97 leaves 1. */
export function isSoundIban(iban: string): boolean {
  const plain = iban.replace(/\s/g, '').toUpperCase()
  const digits = [...plain.slice(4), ...plain.slice(0, 4)].map((it) => Number.parseInt(it, 36))
  if (plain.length < 15 || digits.some(Number.isNaN)) return false
  return BigInt(digits.join('')) % 97n === 1n
}

/** `D-10999 Berlin`, `1012 AB Amsterdam`, `00-001 Warszawa`, `111 22 Stockholm`. */
const CONTINENTAL =
  /^(?:([A-Z]{1,3})[-–]\s?)?(\d{4}\s[A-Z]{2}(?=\s)|\d{2}-\d{3}|\d{4}-\d{3}|\d{3}\s\d{2}(?=\s)|\d{4,5})\s+(\p{L}.*)$/u
/** `Portland, OR 97201`, `Sydney NSW 2000`, `Toronto ON M5V 2T6`. */
const OVERSEAS =
  /^(\p{L}.*?),?\s+([A-Z]{2,3})\s+(\d{5}(?:-\d{4})?|\d{4}|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/u
/** `London SW1A 1AA`, or the code alone below the town. */
const BRITISH = /^(?:(\p{L}.*?),?\s+)?([A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})$/u

/** The letters of European registration plates, as on envelopes. */
const PLATES: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  F: 'FR',
  I: 'IT',
  L: 'LU',
}

/** `before`: the lines above it; a code alone takes its town from them. */
function townOf(line: string, before: string[]): Letterhead | undefined {
  const [, plate, code, city] = CONTINENTAL.exec(line) ?? []
  if (code !== undefined && city !== undefined) {
    const country = plate === undefined ? undefined : (PLATES[plate] ?? plate)
    const isKnown = country !== undefined && isCountry(country)
    return { postalCode: code, city, ...(isKnown && { countryCode: country }) }
  }
  const [, town, region, zip] = OVERSEAS.exec(line) ?? []
  if (town !== undefined && region !== undefined && zip !== undefined)
    return { postalCode: zip, city: town, region }
  const [, place, postcode] = BRITISH.exec(line) ?? []
  if (postcode === undefined) return undefined
  const british = place ?? (before.length > 1 ? before.pop() : undefined)
  return { postalCode: postcode, ...(british !== undefined && { city: british }) }
}

const ATTENTION = /^(?:z\.?\s?h(?:d|\.\s?d)?\.?|attn\.?|attention|fao|à l[’']attention de)[:\s]+/i

/** Name, contact and street from the lines above the town. */
function partiesOf([name, ...others]: readonly string[]): Letterhead {
  if (name === undefined) return {}
  const streetAt = others.findIndex((it) => /\d/.test(it) && !ATTENTION.test(it))
  const at = streetAt === -1 ? others.length - 1 : streetAt
  const contact = others.slice(0, Math.max(at, 0))[0]?.replace(ATTENTION, '')
  const [line1, line2] = others.slice(Math.max(at, 0))
  return {
    name,
    ...(contact !== undefined && { contact }),
    ...(line1 !== undefined && { line1 }),
    ...(line2 !== undefined && { line2 }),
  }
}

const SPOKEN = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl']
let names: ReadonlyMap<string, string> | undefined

/** `Deutschland`, `GERMANY`, `Allemagne` → DE. */
function countryNamed(text: string): string | undefined {
  names ??= new Map(
    SPOKEN.flatMap((language) => {
      const shown = new Intl.DisplayNames(language, { type: 'region' })
      return COUNTRIES.map((code) => [(shown.of(code) ?? code).toLowerCase(), code] as const)
    }),
  )
  return names.get(text.toLowerCase())
}
