import { table } from './table.ts'

/* The form and check digits of VAT numbers: EU member states, Northern Ireland, and some
   neighbors. Each rule is that of the issuing state. */

export type TaxIdFormat = 'valid' | 'invalid' | 'unknown'

/** Greece uses EL for VAT numbers, and GR elsewhere. */
const PREFIXES = table<string>({ GR: 'EL' })

/** Prefix and rest without blanks, dots and the like; null: no known prefix. */
export function partsOf(
  taxId: string,
): { readonly country: string; readonly number: string } | null {
  const text = taxId.toUpperCase().replace(/[^A-Z0-9+*]/g, '')
  const start = text.slice(0, 2)
  const country = PREFIXES[start] ?? start
  const number = country === 'CH' ? text.replace(/^CHE?/, '') : text.slice(2)
  return Object.hasOwn(CHECKS, country) ? { country, number } : null
}

/** A tax number without the prefix of a country is unknown, not invalid. */
export function formatOf(taxId: string): TaxIdFormat {
  const parts = partsOf(taxId)
  if (!parts) return 'unknown'
  return CHECKS[parts.country]?.(parts.number) ? 'valid' : 'invalid'
}

/** Whether VIES covers the country. */
export const isInVies = (country: string): boolean =>
  !['GB', 'CH', 'LI', 'NO', 'IS'].includes(country)

export function isVatNumberOfEu(taxId: string | null): taxId is string {
  const parts = taxId === null ? null : partsOf(taxId)
  return parts !== null && isInVies(parts.country)
}

type Check = (number: string) => boolean

const digitsOf = (text: string): readonly number[] => Array.from(text, Number)

/** The digits times the weights; digits without a weight do not count. */
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digitsOf(text)[index] ?? 0), 0)

const last = (text: string): number => Number(text.at(-1))

const digitSum = (value: number): number => (value > 9 ? value - 9 : value)

/** Every second digit is doubled, counted from the right. */
const luhn: Check = (text) =>
  digitsOf(text).reduceRight((sum, digit, index) => {
    const isDoubled = (text.length - index) % 2 === 0
    return sum + (isDoubled ? digitSum(digit * 2) : digit)
  }, 0) %
    10 ===
  0

/** ISO 7064 MOD 11,10. */
const mod1110: Check = (text) => {
  const product = digitsOf(text.slice(0, -1)).reduce((before, digit) => {
    const sum = (digit + before) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10 === last(text)
}

/** Weights whose sum must be a multiple of the modulus. */
const multiple =
  (pattern: RegExp, weights: readonly number[], of: number): Check =>
  (text) =>
    pattern.test(text) && weighted(text, weights) % of === 0

const bulgarian: Check = (text) => {
  if (/^\d{9}$/.test(text)) {
    const first = weighted(text, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const second = (weighted(text, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10
    return (first === 10 ? second : first) === last(text)
  }
  if (!/^\d{10}$/.test(text)) return false
  const person = (weighted(text, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = weighted(text, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weighted(text, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return [person, foreigner, other].includes(last(text))
}

const CYPRIOT = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const cypriot: Check = (text) => {
  if (!/^\d{8}[A-Z]$/.test(text) || text.startsWith('12')) return false
  const sum = digitsOf(text.slice(0, 8)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? (CYPRIOT[digit] ?? 0) : digit),
    0,
  )
  return text.at(-1) === String.fromCharCode(65 + (sum % 26))
}

const czech: Check = (text) => {
  if (/^\d{8}$/.test(text))
    return (11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(text)
  if (/^\d{9}$/.test(text)) return true
  return /^\d{10}$/.test(text) && BigInt(text) % 11n === 0n
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const spanish: Check = (text) => {
  const person = /^([0-9KLMXYZ])(\d{7})([A-Z])$/.exec(text)
  if (person) {
    const [, first = '', digits = '', letter = ''] = person
    const start = /\d/.test(first)
      ? first
      : ['X', 'Y', 'Z'].includes(first)
        ? 'XYZ'.indexOf(first)
        : ''
    return SPANISH_LETTERS[Number(`${start}${digits}`) % 23] === letter
  }
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(text)) return false
  const sum = digitsOf(text.slice(1, 8)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digitSum(digit * 2) : digit),
    0,
  )
  const control = (10 - (sum % 10)) % 10
  return [`${control}`, 'JABCDEFGHI'[control]].includes(text.at(-1) ?? '')
}

const FRENCH_LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const french: Check = (text) => {
  if (!/^[0-9A-HJ-NP-Z]{2}\d{9}$/.test(text)) return false
  const siren = text.slice(2)
  // Monaco's begin with 000.
  if (!siren.startsWith('000') && !luhn(siren)) return false
  if (/^\d\d/.test(text)) return (12 + 3 * (Number(siren) % 97)) % 97 === Number(text.slice(0, 2))
  const [first = 0, second = 0] = Array.from(text.slice(0, 2), (it) => FRENCH_LETTERS.indexOf(it))
  const check = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (Number(siren) + 1 + (check - (check % 11)) / 11) % 11 === check % 11
}

const irish: Check = (text) => {
  const old = /^(\d)[A-Z+*](\d{5})([A-W])$/.exec(text)
  const now = /^(\d{7})([A-W])([A-I]?)$/.exec(text)
  const digits = old ? `0${old[2]}${old[1]}` : now?.[1]
  if (digits === undefined) return false
  const letter = old ? old[3] : now?.[2]
  const second = now?.[3] ? 'WABCDEFGHI'.indexOf(now[3]) : 0
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + second * 9
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === letter
}

const lithuanian: Check = (text) => {
  if (!/^(\d{7}1\d|\d{10}1\d)$/.test(text)) return false
  const sum = (shift: number) =>
    digitsOf(text.slice(0, -1)).reduce(
      (total, digit, index) => total + (1 + ((index + shift) % 9)) * digit,
      0,
    ) % 11
  const first = sum(0)
  return (first === 10 ? sum(2) % 10 : first) === last(text)
}

const latvian: Check = (text) => {
  if (!/^\d{11}$/.test(text)) return false
  if (/^[4-9]/.test(text)) return weighted(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
  if (text.startsWith('32')) return true
  return ((1 + weighted(text, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(text)
}

const dutch: Check = (text) => {
  if (!/^\d{9}B\d\d$/.test(text)) return false
  if (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0) return true
  // Since 2020: ISO 7064 MOD 97,10 of the whole number, letters as 10 to 35.
  const numeric = Array.from(`NL${text}`, (it) => parseInt(it, 36)).join('')
  return BigInt(numeric) % 97n === 1n
}

const british: Check = (text) => {
  if (/^(GD[0-4]\d\d|HA[5-9]\d\d)$/.test(text)) return true
  if (!/^(\d{9}|\d{12})$/.test(text)) return false
  return [0, 42].includes(weighted(text, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97)
}

const CHECKS = table<Check>({
  AT: (text) => {
    if (!/^U\d{8}$/.test(text)) return false
    const digits = digitsOf(text.slice(1))
    const sum = digits
      .slice(0, 7)
      .reduce((total, digit, index) => total + digitSum(digit * (index % 2 === 0 ? 1 : 2)), 0)
    return (10 - ((sum + 4) % 10)) % 10 === last(text)
  },
  BE: (text) =>
    /^[01]\d{9}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  BG: bulgarian,
  CY: cypriot,
  CZ: czech,
  DE: (text) => /^[1-9]\d{8}$/.test(text) && mod1110(text),
  DK: multiple(/^[1-9]\d{7}$/, [2, 7, 6, 5, 4, 3, 2, 1], 11),
  EE: multiple(/^10\d{7}$/, [3, 7, 1, 3, 7, 1, 3, 7, 1], 10),
  EL: (text) =>
    /^\d{9}$/.test(text) &&
    (weighted(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(text),
  ES: spanish,
  FI: multiple(/^\d{8}$/, [7, 9, 10, 5, 8, 4, 2, 1], 11),
  FR: french,
  HR: (text) => /^\d{11}$/.test(text) && mod1110(text),
  HU: multiple(/^\d{8}$/, [9, 7, 3, 1, 9, 7, 3, 1], 10),
  IE: irish,
  IT: (text) => /^\d{11}$/.test(text) && !text.startsWith('0000000') && luhn(text),
  LT: lithuanian,
  LU: (text) => /^\d{8}$/.test(text) && Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  LV: latvian,
  MT: multiple(/^[1-9]\d{7}$/, [3, 4, 6, 7, 8, 9, 10, 1], 37),
  NL: dutch,
  PL: (text) =>
    /^\d{10}$/.test(text) && weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(text),
  PT: (text) =>
    /^[1-9]\d{8}$/.test(text) &&
    ((11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(text),
  RO: (text) => {
    if (!/^[1-9]\d{1,9}$/.test(text)) return false
    const sum = weighted(text.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])
    return ((sum * 10) % 11) % 10 === last(text)
  },
  SE: (text) => /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/.test(text) && luhn(text.slice(0, 10)),
  SI: (text) => {
    const check = 11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)
    return /^[1-9]\d{7}$/.test(text) && check !== 11 && check % 10 === last(text)
  },
  SK: (text) => /^[1-9]\d[2-47-9]\d{7}$/.test(text) && BigInt(text) % 11n === 0n,
  XI: british,
  GB: british,
  CH: (text) =>
    /^\d{9}(MWST|TVA|IVA)?$/.test(text) &&
    (11 - (weighted(text, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(text[8]),
  LI: (text) => /^\d{5}$/.test(text),
  NO: (text) =>
    /^\d{9}(MVA)?$/.test(text) &&
    (11 - (weighted(text, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(text[8]),
  IS: (text) => /^\d{5,6}$/.test(text),
})
