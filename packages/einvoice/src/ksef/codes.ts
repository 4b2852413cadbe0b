import type { TaxCategory } from '@billwright/money'
import { EU } from '../national.ts'
import { table } from '../table.ts'

/* The codes of FA(3) and their equivalents in EN 16931. */

/** A kind of tax: its rate on lines (P_12), and the fields of its sums (P_13 and P_14). */
export interface Band {
  /** The number after `P_13_`; that of the tax, if there is one, follows `P_14_`. */
  readonly sum: string
  readonly rate: string
}

const POLISH_RATES = table<string>({
  '23': '1',
  '22': '1',
  '8': '2',
  '7': '2',
  '5': '3',
  '4': '4',
  '3': '4',
})

/** The sum of sales taxed in the country of the consumer (OSS), whose rates are not Polish. */
export const OSS = '5'
const POLAND = 'PL'

/** Undefined: FA(3) cannot express the tax. `percent` is a plain decimal. */
export function bandOf(
  category: TaxCategory,
  percent: string,
  country: string | null,
): Band | undefined {
  const isEu = EU.has(country ?? '') && country !== POLAND
  if (category === 'S') {
    const sum = POLISH_RATES[percent]
    if (sum !== undefined) return { sum, rate: percent }
    return isEu ? { sum: OSS, rate: percent } : undefined
  }
  if (category === 'AE' && country === POLAND) return { sum: '10', rate: 'oo' }
  if (category === 'AE') return isEu ? { sum: '9', rate: 'np II' } : { sum: '8', rate: 'np I' }
  return UNTAXED[category]
}

const UNTAXED: Readonly<Partial<Record<TaxCategory, Band>>> = {
  Z: { sum: '6_1', rate: '0 KR' },
  K: { sum: '6_2', rate: '0 WDT' },
  G: { sum: '6_3', rate: '0 EX' },
  E: { sum: '7', rate: 'zw' },
  O: { sum: '8', rate: 'np I' },
}

/** P_12. */
export const RATES = /^(23|22|8|7|5|4|3|0 (KR|WDT|EX)|zw|oo|np II?)$/

/** The category of a rate on a line. */
const CATEGORIES = table<TaxCategory>({
  '0 KR': 'Z',
  '0 WDT': 'K',
  '0 EX': 'G',
  zw: 'E',
  oo: 'AE',
  'np I': 'O',
  'np II': 'AE',
})
export const categoryOf = (rate: string): TaxCategory | undefined =>
  Object.hasOwn(POLISH_RATES, rate) ? 'S' : CATEGORIES[rate]

/** The tax of each sum; of two rates the current one. */
export const SUMS: readonly (Band & { readonly category: TaxCategory })[] = [
  { sum: '1', rate: '23', category: 'S' },
  { sum: '2', rate: '8', category: 'S' },
  { sum: '3', rate: '5', category: 'S' },
  { sum: '4', rate: '4', category: 'S' },
  { sum: OSS, rate: '', category: 'S' },
  { sum: '6_1', rate: '0 KR', category: 'Z' },
  { sum: '6_2', rate: '0 WDT', category: 'K' },
  { sum: '6_3', rate: '0 EX', category: 'G' },
  { sum: '7', rate: 'zw', category: 'E' },
  { sum: '8', rate: 'np I', category: 'O' },
  { sum: '9', rate: 'np II', category: 'AE' },
  { sum: '10', rate: 'oo', category: 'AE' },
]

/** Rates that share a sum. */
export const sumOfRate = (rate: string): string | undefined =>
  POLISH_RATES[rate] ?? SUMS.find((it) => it.rate === rate)?.sum

/** FormaPlatnosci by the means of payment of UNTDID 4461. */
const MEANS: readonly (readonly [code: string, form: string])[] = [
  ['30', '6'],
  ['58', '6'],
  ['42', '6'],
  ['10', '1'],
  ['48', '2'],
  ['54', '2'],
  ['55', '2'],
  ['20', '4'],
  ['68', '7'],
]
const TRANSFER = '30'
export const formOf = (means: string): string | undefined =>
  MEANS.find(([code]) => code === means)?.[1]
export const meansOf = (form: string): string =>
  MEANS.find(([, it]) => it === form)?.[0] ?? TRANSFER

/** Polish names of units. */
const UNITS: readonly (readonly [code: string, word: string])[] = [
  ['H87', 'szt.'],
  ['HUR', 'godz.'],
  ['MIN', 'min'],
  ['DAY', 'dni'],
  ['WEE', 'tyg.'],
  ['MON', 'mies.'],
  ['ANN', 'lata'],
  ['KGM', 'kg'],
  ['GRM', 'g'],
  ['TNE', 't'],
  ['MTR', 'm'],
  ['CMT', 'cm'],
  ['KMT', 'km'],
  ['MTK', 'm2'],
  ['MTQ', 'm3'],
  ['LTR', 'l'],
  ['KWH', 'kWh'],
  ['SET', 'kpl.'],
  ['XPK', 'opak.'],
]
export const unitWord = (code: string): string => UNITS.find(([it]) => it === code)?.[1] ?? code
export const unitOfWord = (word: string): string =>
  UNITS.find(([, it]) => bare(it) === bare(word))?.[0] ?? word
const bare = (word: string): string => word.toLowerCase().replace(/\.$/, '')

/** Weights of the first nine digits of a NIP for its check digit. */
const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]

export function isNip(id: string): boolean {
  if (!/^[1-9]((\d[1-9])|([1-9]\d))\d{7}$/.test(id)) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return sum % 11 === Number(id[9])
}

/** The number from KSeF, stored as the external id in the system `ksef`. */
export const KSEF_SYSTEM = 'ksef'
export const KSEF_NUMBER =
  /^([1-9]((\d[1-9])|([1-9]\d))\d{7}|M\d{9}|[A-Z]{3}\d{7})-(20[2-9]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/

/** The key of a buyer's reference among the additional descriptions. */
export const REFERENCE_KEY = 'Numer referencyjny nabywcy'
export const NOTE_KEY = 'Uwagi'
