import { divideRounded, HUNDRED_PERCENT_MICRO, percentOf, sumOf } from '@billwright/money'
import type { TaxGroup, Totals, Withheld, Withholding } from './document.ts'

type Nets = readonly { readonly netMinor: bigint }[]
type Given = readonly { readonly withhold?: boolean }[]

/** The figures of a document before withholding. */
interface Figures {
  readonly items: Nets
  readonly discounts: Nets
  readonly charges: Nets
  readonly totals: Pick<Totals, 'netMinor' | 'taxMinor' | 'roundingMinor'>
}

/** Its input. An entry with `withhold: false` is left out of the net. */
interface Input {
  readonly items: Given
  readonly discounts: Given
  readonly charges: Given
  readonly withholdings?: readonly Withholding[]
}

/** The base and amount of each withholding. Each amount is rounded once. */
export const withheldOf = (figures: Figures, input: Input): readonly Withheld[] =>
  (input.withholdings ?? []).map((withholding) => {
    const wholeMinor = withheldFromMinor(figures, input, withholding)
    const baseMinor = percentOf(wholeMinor, withholding.basePercentMicro)
    return { baseMinor, amountMinor: amountOf(withholding, wholeMinor, baseMinor) }
  })

/** The net, or net and tax, of which `basePercentMicro` is the base. */
export function withheldFromMinor(
  { items, discounts, charges, totals }: Figures,
  input: Input,
  { base }: Pick<Withholding, 'base'>,
): bigint {
  if (base === 'total') return totals.netMinor + totals.taxMinor + totals.roundingMinor
  const net = (entries: Nets, given: Given) =>
    sumOf(entries.map(({ netMinor }, at) => (given[at]?.withhold === false ? 0n : netMinor)))
  return net(items, input.items) + net(charges, input.charges) - net(discounts, input.discounts)
}

function amountOf(
  { stated, rateMicro, basePercentMicro }: Withholding,
  wholeMinor: bigint,
  baseMinor: bigint,
): bigint {
  if (stated === undefined)
    return divideRounded(wholeMinor * basePercentMicro * rateMicro, HUNDRED_PERCENT_MICRO ** 2n)
  const { amountMinor, ofMinor } = stated
  if (ofMinor === undefined) return baseMinor < 0n ? -amountMinor : amountMinor
  if (ofMinor === 0n || ofMinor === baseMinor) return amountMinor
  return divideRounded(amountMinor * baseMinor, ofMinor)
}

/** What the customer does not transfer: what it withholds, and the tax of split payment. */
export const keptMinor = (withheld: readonly Withheld[], taxes: readonly TaxGroup[]): bigint =>
  sumOf(withheld.map(({ amountMinor }) => amountMinor)) + splitTaxMinor(taxes)

/** The tax that the customer pays to the treasury: category B (EN 16931, split payment). */
export const splitTaxMinor = (taxes: readonly TaxGroup[]): bigint =>
  sumOf(taxes.filter(({ category }) => category === 'B').map(({ amountMinor }) => amountMinor))
