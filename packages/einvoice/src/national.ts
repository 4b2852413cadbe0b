import { divideRounded } from '@billwright/money'
import { type Decimal, decimal, formatDecimal } from './model/decimal.ts'
import type { Unread } from './xml/unread.ts'

/* The common parts of the formats that are not EN 16931. */

export type NationalProfile = 'fatturapa' | 'ksef'

export const isNational = (profile: string): profile is NationalProfile =>
  Object.hasOwn(LANGUAGES, profile)

/** The language of the country, besides those of every format. */
const LANGUAGES: Readonly<Record<NationalProfile, string>> = { fatturapa: 'it', ksef: 'pl' }
export const ownLanguage = (profile: string): string | undefined =>
  isNational(profile) ? LANGUAGES[profile] : undefined

/** Part of an e-invoice that has no place, at least not in this form. */
export interface NotTaken {
  /** JSON pointer into the semantic model, e.g. `/lines/0/price/gross`. */
  readonly path: string
  /** A sentence. */
  readonly reason: string
}

/** What only invoices of one country have, or lines that the seller added. */
export interface NationalTerms {
  readonly italy?: {
    readonly document_type?: string | undefined
    /** An amount. */
    readonly stamp_duty?: string | undefined
    readonly withholding?: Withholding | undefined
  }
  /** Several, instead of `italy.withholding`. */
  readonly withholdings?: (Omit<Withholding, 'type'> & {
    readonly kind: 'income_tax' | 'social'
    readonly code: string
  })[]
  readonly poland?: {
    readonly split_payment?: boolean | undefined
    readonly cash_accounting?: boolean | undefined
  }
  readonly custom_fields?: { readonly label: string; readonly value: string }[]
}

interface Withholding {
  readonly type: string
  readonly rate: string
  readonly amount?: string | undefined
  readonly reason: string
}

/** Contents of a file outside the semantic model. */
export interface National {
  readonly body: NationalTerms
  readonly notTaken: readonly NotTaken[]
  /** Contents of the file that the document lacks, although the reader knows them. */
  readonly unread: readonly Unread[]
}

/** A quotient of `places` decimals at most. */
export function quotient(dividend: Decimal, divisor: Decimal, places: number): Decimal {
  const numerator = dividend.digits * 10n ** BigInt(places + divisor.scale)
  return decimal(divideRounded(numerator, divisor.digits * 10n ** BigInt(dividend.scale)), places)
}

/** Exact up to `max` decimals; with zeros up to `min` decimals. */
export function formatPlaces(value: Decimal, min: number, max: number): string {
  const text = formatDecimal(quotient(value, { digits: 1n, scale: 0 }, max))
  const [whole, fraction = ''] = text.split('.')
  return min === 0 && fraction === '' ? text : `${whole}.${fraction.padEnd(min, '0')}`
}

/** Member states by their ISO codes. */
export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

export const decimalOfCents = (cents: bigint): Decimal => decimal(cents, 2)

/** An amount of the API, `2` or `2.50`, in hundredths. */
export const centsOfText = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`)
}

/** The record without its undefined members; undefined if none is left. */
export function some<T extends object>(record: T): T | undefined {
  const left = Object.entries(record).filter(([, value]) => value !== undefined)
  return left.length === 0 ? undefined : (Object.fromEntries(left) as T)
}
