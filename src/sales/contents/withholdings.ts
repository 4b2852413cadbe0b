import {
  divideRounded,
  formatMinor,
  HUNDRED_PERCENT_MICRO,
  MICRO,
  minorDigits,
  parseMicro,
} from '@billwright/money'
import type { Withholding as Arithmetic, Totals } from '@billwright/totals'
import { type Withholding, withholdingView } from '../../company/settings/withholdings.ts'
import { OPTIONAL_FIELDS, type OptionalValues } from './fields.ts'
import type { ContentsBody } from './input-schema.ts'

/* What the customer keeps of the price. `italy.withholding` is another spelling of one entry. */

type Italian = OptionalValues['italy']['withholding']

export interface Withholds {
  readonly withholdings?: readonly Withholding[]
  readonly italy?: { readonly withholding: Italian }
}

/** Types of FatturaPA: RT01 and RT02 are income tax, the others contributions. */
const INCOME_TAX: ReadonlySet<string> = new Set(['RT01', 'RT02'])

const entryOf = ({ type, rate, amount, reason }: NonNullable<Italian>): Withholding => ({
  kind: INCOME_TAX.has(type) ? 'income_tax' : 'social',
  name: null,
  rateMicro: parseMicro(rate),
  base: 'net',
  basePercentMicro: HUNDRED_PERCENT_MICRO,
  amount,
  code: type,
  reason,
})

/** `italy.withholding` as entries. */
export const entriesOf = (italian: Italian | undefined): readonly Withholding[] =>
  italian ? [entryOf(italian)] : []

/** The withholdings of a document, in either spelling. */
export const withholdingsOf = ({ withholdings = [], italy }: Withholds): readonly Withholding[] =>
  withholdings.length > 0 ? withholdings : entriesOf(italy?.withholding)

/** The withholdings as the arithmetic takes them. */
export const sharesOf = (
  contents: Withholds & { readonly currency: string },
): readonly Arithmetic[] =>
  withholdingsOf(contents).map(({ rateMicro, base, basePercentMicro, amount }) => ({
    rateMicro: rateMicro ?? 0n,
    base,
    basePercentMicro: basePercentMicro ?? HUNDRED_PERCENT_MICRO,
    ...(amount !== null && { stated: { amountMinor: minorOf(amount, contents.currency) } }),
  }))

const minorOf = (amount: string, currency: string): bigint =>
  divideRounded(parseMicro(amount) * 10n ** BigInt(minorDigits(currency)), MICRO)

interface Computed extends Withholds {
  readonly currency: string
  readonly totals: Pick<Totals, 'withheld'>
}

/** A response has the computed amount, which a client may send back. */
export function withoutReadWithheld<B extends ContentsBody>(
  body: B,
  { currency, totals, ...contents }: Computed,
): B {
  if (!body.withholdings) return body
  const known = withholdingsOf(contents)
  const withholdings = body.withholdings.map((entry, index) => {
    const { amountMinor } = totals.withheld?.[index] ?? {}
    const before = known[index]
    const isRead =
      before !== undefined &&
      amountMinor !== undefined &&
      entry.amount === formatMinor(amountMinor, currency)
    return isRead ? { ...entry, amount: before.amount } : entry
  })
  return { ...body, withholdings }
}

/** Of documents: each with its base and its amount. */
export const withholdingsView = ({ currency, totals, ...contents }: Computed) => ({
  [OPTIONAL_FIELDS.withholdings.wire]: withholdingsOf(contents).map((entry, index) => {
    const { baseMinor = 0n, amountMinor = 0n } = totals.withheld?.[index] ?? {}
    return {
      ...withholdingView(entry),
      base_amount: formatMinor(baseMinor, currency),
      amount: formatMinor(amountMinor, currency),
      stated: entry.amount !== null,
    }
  }),
})
