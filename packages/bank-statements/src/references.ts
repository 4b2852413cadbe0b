import { remainder97 } from './account.ts'
import type { Reference, ReferenceKind } from './statement.ts'

/** What a file says about a structured reference. */
export interface ReferenceHints {
  /** Its type: `QRR`, `SCOR`, or another word. */
  readonly type?: string
  /** Who made its rules: `ISO`, `BBA` (Belgium), `CUR` (Netherlands). */
  readonly issuer?: string
  /** Of the account that was paid, by its IBAN. */
  readonly country?: string
}

/** By country, for references of digits only. */
const NATIONAL: Readonly<Partial<Record<string, ReferenceKind>>> = {
  BE: 'OGM',
  DK: 'FIK',
  EE: 'VIITE',
  FI: 'VIITE',
  NL: 'BK',
  NO: 'KID',
  SE: 'OCR',
}

/**
 * A reference with its kind. What the file says decides, then the check digits; a national kind is
 * given only if they are right.
 */
export function referenceOf(value: string, hints: ReferenceHints = {}): Reference {
  const symbol = symbolOf(value.trim(), hints)
  if (symbol !== undefined) return symbol
  const compact = value.replace(/[\s+/]/g, '').toUpperCase()
  const kind = kindOf(compact, hints)
  return { kind, value: kind === 'other' ? value.trim() : compact }
}

function kindOf(compact: string, { type = '', issuer = '', country = '' }: ReferenceHints) {
  if (/^RF\d\d[A-Z0-9]{1,21}$/.test(compact)) return 'RF'
  if (type === 'QRR' && /^\d{27}$/.test(compact)) return 'QRR'
  if (issuer === 'BBA' && /^\d{12}$/.test(compact)) return 'OGM'
  if (issuer === 'CUR' && /^\d{16}$/.test(compact)) return 'BK'
  const prefixed = (['SI', 'HR'] as const).find((it) => country === it && compact.startsWith(it))
  if (prefixed !== undefined && /^(?:SI|HR)\d\d[\d-]*$/.test(compact)) return prefixed
  if (isValidReference('QRR', compact)) return 'QRR'
  const national = Object.hasOwn(NATIONAL, country) ? NATIONAL[country] : undefined
  return national !== undefined && isValidReference(national, compact) ? national : 'other'
}

/** A symbol in a field of its own: `VS:123`, or digits of Czechia and Slovakia that are no other symbol. */
function symbolOf(value: string, { type = '', country = '' }: ReferenceHints) {
  const isOther = /^[KS]S$/i.test(type)
  const isSymbol = /^VS$/i.test(type) || (/^(?:CZ|SK)$/.test(country) && !isOther)
  const isDigits = isSymbol && /^\d{1,10}$/.test(value)
  return isDigits ? variableSymbol(value) : variableSymbolIn(value)
}

/** `/VS123/SS4/KS0308`, as Czech and Slovak banks put symbols where only text can be. */
export function variableSymbolIn(text: string): Reference | undefined {
  const [, digits = ''] = /(?:^|\s)\/?VS:?(\d{1,10})(?=$|[\s/])/.exec(text) ?? []
  return variableSymbol(digits)
}

/** Leading zeros do not count; a symbol of zeros is none. */
export function variableSymbol(digits: string): Reference | undefined {
  const value = digits.trim().replace(/^0+/, '')
  return /^\d{1,10}$/.test(value) ? { kind: 'VS', value } : undefined
}

/** Each reference once. */
export const distinct = (references: readonly Reference[]): readonly Reference[] => [
  ...new Map(references.map((it) => [`${it.kind} ${it.value}`, it])).values(),
]

/**
 * Whether the form and check digits of a reference are right. Blanks and slashes must be gone. `SI`,
 * `HR` and `VS` are judged by their form only, since their models differ.
 */
export function isValidReference(kind: ReferenceKind, value: string): boolean {
  return VALID[kind](value)
}

const VALID: Readonly<Record<ReferenceKind, (value: string) => boolean>> = {
  RF: (value) =>
    /^RF\d\d[A-Z0-9]{1,21}$/.test(value) && remainder97(value.slice(4) + value.slice(0, 4)) === 1,
  QRR: (value) => /^\d{27}$/.test(value) && carryOf(value) === 0,
  OGM: (value) =>
    /^\d{12}$/.test(value) && (number97(value.slice(0, 10)) || 97) === Number(value.slice(10)),
  VIITE: (value) => /^\d{4,20}$/.test(value) && weighted(value, [7, 3, 1]) % 10 === 0,
  KID: (value) => /^\d{2,25}[\d-]$/.test(value) && (luhn(value) || mod11(value)),
  OCR: (value) => /^\d{2,25}$/.test(value) && luhn(value),
  FIK: (value) => /^\d{15,16}$/.test(value) && luhn(value),
  BK: (value) => /^\d{16}$/.test(value) && isBetalingskenmerk(value),
  SI: (value) => /^SI\d\d[\d-]{0,22}$/.test(value),
  HR: (value) => /^HR\d\d[\d-]{0,22}$/.test(value),
  VS: (value) => /^[1-9]\d{0,9}$/.test(value),
  other: (value) => value.trim() !== '',
}

const number97 = (digits: string): number => Number(BigInt(digits) % 97n)

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const

/** Modulo 10, recursive, of a number with its check digit: 0 if that is right. */
function carryOf(digits: string): number {
  let carry = 0
  for (const digit of digits.slice(0, -1)) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0
  return ((10 - carry) % 10) - Number(digits.at(-1))
}

/** The sum of all digits but for the check digit, weighted from the right, and the check digit. */
function weighted(digits: string, weights: readonly number[]): number {
  const body = [...digits.slice(0, -1)].reverse()
  const sum = body.reduce(
    (total, it, index) => total + Number(it) * (weights[index % weights.length] ?? 1),
    0,
  )
  return sum + Number(digits.at(-1))
}

/** Modulo 10 with doubled digits. */
function luhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, it, index) => {
    const value = Number(it) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Modulo 11 with weights 2 to 7; a hyphen stands for 10. */
function mod11(value: string): boolean {
  const body = [...value.slice(0, -1)].reverse()
  if (!body.every((it) => /\d/.test(it))) return false
  const sum = body.reduce((total, it, index) => total + Number(it) * ((index % 6) + 2), 0)
  const check = (11 - (sum % 11)) % 11
  return value.at(-1) === (check === 10 ? '-' : String(check))
}

/** The first digit checks the other 15, modulo 11. */
function isBetalingskenmerk(value: string): boolean {
  const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6, 1]
  const body = [...value.slice(1)].reverse()
  const sum = body.reduce((total, it, index) => total + Number(it) * (weights[index % 10] ?? 1), 0)
  const check = 11 - (sum % 11)
  return Number(value[0]) === (check === 11 ? 0 : check === 10 ? 1 : check)
}
