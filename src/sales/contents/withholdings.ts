import { isDeepStrictEqual } from 'node:util'
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
import type { OnFault } from '../../kernel/errors.ts'
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

const entriesOf = (italian: Italian | undefined): readonly Withholding[] =>
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

/**
 * With one spelling: the one that the request changes. A response has both, and a client may send
 * both back.
 */
export function inOneSpelling<C extends Required<Withholds>>(
  after: C,
  body: ContentsBody,
  { before, onFault }: { readonly before: Required<Withholds>; readonly onFault: OnFault },
): C {
  const italian = body.italy?.withholding == null ? null : after.italy.withholding
  const asEntries = { ...after, withholdings: [] }
  const asStated = { ...after, italy: { ...after.italy, withholding: null } }
  const { withholdings } = after
  if (body.withholdings === undefined) return italian ? asEntries : after
  if (italian === null) return asStated
  if (isDeepStrictEqual(withholdings, entriesOf(italian))) return asEntries
  if (isDeepStrictEqual(before.italy.withholding, italian)) return asStated
  const isUnchanged = isDeepStrictEqual(withholdings, withholdingsOf(before))
  if (withholdings.length === 0 || isUnchanged) return asEntries
  const at = `/${OPTIONAL_FIELDS.italy.wire}/withholding`
  onFault(at, 'not_allowed', '`withholdings` says something else. Send one of them.', {
    reason: 'two_withholdings',
  })
  return after
}

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
