import { divideRounded, percentOf } from '@billwright/money'
import type { InvoiceCreateBody } from '../../../sales/invoices/input-schema.ts'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import type { RuleFault } from '../errors.ts'
import type { NotTaken } from '../import/inner/report.ts'
import { type Decimal, decimal, formatDecimal } from '../model/inner/decimal.ts'
import type { Resource } from '../model/inner/fields.ts'
import { fitsCents } from './mapping/cents.ts'
import type { Unread } from './xml/unread.ts'

/* The common parts of the formats that are not EN 16931. */

export type NationalProfile = 'fatturapa' | 'ksef'

export const isNational = (profile: string): profile is NationalProfile =>
  Object.hasOwn(LANGUAGES, profile)

/** The language of the country, besides those of every format. */
const LANGUAGES: Readonly<Record<NationalProfile, string>> = { fatturapa: 'it', ksef: 'pl' }
export const ownLanguage = (profile: string): string | undefined =>
  isNational(profile) ? LANGUAGES[profile] : undefined

/** A broken rule of a national format: its pointer, and the advice what to enter. */
export interface Finding<Advice extends string> {
  readonly rule: string
  readonly at: readonly [Resource, pointer: string]
  readonly advice: Advice
  readonly values?: Readonly<Record<string, string>>
}

/** The advice of a module by language; English always exists. */
export type Words<Advice extends string> = {
  readonly [language: string]: Readonly<Record<Advice, string>>
} & { readonly en: Readonly<Record<Advice, string>> }

export const faultsIn = <Advice extends string>(
  findings: readonly Finding<Advice>[],
  words: Words<Advice>,
  language: string,
): readonly RuleFault[] =>
  findings.map(({ rule, at: [resource, pointer], advice, values = {} }) => {
    const message = (words[language] ?? words.en)[advice].replace(
      /\{(\w+)\}/g,
      (_match, name: string) => values[name] ?? '',
    )
    return { rule, level: 'error', code: rule, resource, pointer, message }
  })

/** Amounts that the formats cannot express, or only with another tax. */
export function amountFindings({
  currency,
  items,
  rounding,
  taxes,
  totals,
}: Invoice): readonly Finding<'decimals' | 'rounding'>[] {
  const isExact = [...items.map(({ totalMinor }) => totalMinor), ...Object.values(totals)].every(
    (minor) => fitsCents(minor, currency),
  )
  const isOff = ({ taxableMinor, amountMinor, rateMicro }: Invoice['taxes'][number]) =>
    amountMinor !== percentOf(taxableMinor, rateMicro)
  return [
    ...(isExact ? [] : [at('BR-DEC-14', '/totals', 'decimals')]),
    ...(rounding === 'line' && taxes.some(isOff) ? [at('BR-CO-17', '/rounding', 'rounding')] : []),
  ]
}

const at = <A extends string>(rule: string, pointer: string, advice: A): Finding<A> => ({
  rule,
  at: ['invoice', pointer],
  advice,
})

/** Contents of a file outside the semantic model. */
export interface National {
  readonly body: Partial<InvoiceCreateBody>
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
