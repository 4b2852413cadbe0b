import {
  divideRounded,
  formatMinor,
  HUNDRED_PERCENT_MICRO,
  isCurrency,
  MICRO,
  minorDigits,
  parseMicro,
  parseMinor,
} from '@billwright/money'
import type { Withholding as Arithmetic, Totals } from '@billwright/totals'
import { type Withholding, withholdingView } from '../../company/settings/withholdings.ts'
import type { OnFault } from '../../kernel/errors.ts'
import { numberOr } from '../../kernel/fields/numbers.ts'
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

/** With other stated amounts, in the spelling of the document. */
export function restated<C extends Withholds & { readonly currency: string }>(
  contents: C,
  amountOf: (statedMinor: bigint, at: number) => bigint,
): C {
  const { withholdings = [], italy, currency } = contents
  const change = <T extends { readonly amount: string | null }>(entry: T, at: number): T =>
    entry.amount === null
      ? entry
      : { ...entry, amount: formatMinor(amountOf(minorOf(entry.amount, currency), at), currency) }
  if (withholdings.length > 0) return { ...contents, withholdings: withholdings.map(change) }
  if (!italy?.withholding) return contents
  return { ...contents, italy: { ...italy, withholding: change(italy.withholding, 0) } }
}

export const isStated = (contents: Withholds): boolean =>
  withholdingsOf(contents).some(({ amount }) => amount !== null)

/** The amount of an entry as a person gave it; null: it is computed. */
export function statedAmount(
  contents: Withholds & { readonly currency: string },
  at: number,
): string | null {
  const { stated } = sharesOf(contents)[at] ?? {}
  return stated ? formatMinor(stated.amountMinor, contents.currency) : null
}

const minorOf = (amount: string, currency: string): bigint =>
  divideRounded(parseMicro(amount) * 10n ** BigInt(minorDigits(currency)), MICRO)

interface Computed extends Withholds {
  readonly currency: string
  readonly totals: Pick<Totals, 'withheld'>
}

/** A response has the computed amount, which a client may send back, also in another place. */
export function withoutReadWithheld<B extends ContentsBody>(
  body: B,
  { currency, totals, ...contents }: Computed,
): B {
  if (!body.withholdings) return body
  const known = withholdingsOf(contents).map((entry, at) => {
    const { amountMinor = 0n } = totals.withheld?.[at] ?? {}
    return { ...entry, shown: formatMinor(amountMinor, currency) }
  })
  const withholdings = body.withholdings.map((entry) => {
    const shown = known.filter((it) => it.shown === entry.amount)
    const before =
      shown.find((it) => isKindOf(it, entry) && isRateOf(it, entry)) ??
      shown.find((it) => isKindOf(it, entry) || isRateOf(it, entry))
    return before ? { ...entry, amount: before.amount } : entry
  })
  return { ...body, withholdings }
}

type EntryBody = NonNullable<ContentsBody['withholdings']>[number]

const isKindOf = ({ kind }: Withholding, entry: EntryBody): boolean =>
  kind === (entry.kind ?? 'income_tax')

const isRateOf = ({ rateMicro }: Withholding, { rate }: EntryBody): boolean =>
  rate != null &&
  rateMicro ===
    numberOr(
      '',
      () => {},
      () => parseMicro(rate),
    )

/** Refuses more decimals than the currency has. */
export function checkStated(
  contents: Withholds & { readonly currency: string },
  pointerOf: (at: number) => string,
  onFault: OnFault,
): void {
  const { currency } = contents
  if (!isCurrency(currency)) return
  for (const [at, { amount }] of withholdingsOf(contents).entries())
    if (amount !== null) numberOr(pointerOf(at), onFault, () => parseMinor(amount, currency))
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
