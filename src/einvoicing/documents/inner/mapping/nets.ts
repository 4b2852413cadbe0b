import {
  allocate,
  apportion,
  HUNDRED_PERCENT_MICRO,
  sumOf,
  TAXED_CATEGORIES,
  withoutTax,
} from '@billwright/money'
import type { TaxGroup } from '@billwright/totals'
import type { DocumentAdjustment, Item } from '../../../../sales/contents/contents.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'

/** The net amount of each item, discount and charge in minor units, signed. */
export interface Nets {
  readonly items: readonly bigint[]
  readonly discounts: readonly bigint[]
  readonly charges: readonly bigint[]
}

interface Entry {
  readonly tax: Item['tax']
  /** Discounts are negative. */
  readonly enteredMinor: bigint
}

/**
 * EN 16931 has only prices without tax. If prices include tax, the stored net of each tax group is
 * split across its entries, so that they add up to it (BR-S-08 and its equivalents).
 */
export function netsOf(invoice: Invoice): Nets {
  const items = invoice.items.map(({ tax, totalMinor }) => ({ tax, enteredMinor: totalMinor }))
  const discounts = invoice.discounts.map((it) => entryOf(it, -1n))
  const charges = invoice.charges.map((it) => entryOf(it, 1n))
  const spread = spreadOver(invoice, [...items, ...discounts, ...charges])
  const netOf = (entry: Entry): bigint => spread.get(entry) ?? entry.enteredMinor
  return {
    items: items.map(netOf),
    discounts: discounts.map((entry) => -netOf(entry)),
    charges: charges.map(netOf),
  }
}

const entryOf = ({ tax, amountMinor }: DocumentAdjustment, sign: bigint): Entry => ({
  tax,
  enteredMinor: sign * amountMinor,
})

function spreadOver(invoice: Invoice, entries: readonly Entry[]): ReadonlyMap<Entry, bigint> {
  if (!invoice.pricesIncludeTax) return new Map()
  const pairs = invoice.taxes.flatMap((group) => {
    const own = entries.filter(({ tax }) => isOf(tax, group))
    const nets = spreadGroup(
      group,
      own.map(({ enteredMinor }) => enteredMinor),
    )
    return own.map((entry, index) => [entry, nets[index] ?? 0n] as const)
  })
  return new Map(pairs)
}

function spreadGroup({ taxableMinor, rateMicro }: TaxGroup, entered: readonly bigint[]) {
  const each = entered.map((amount) => withoutTax(amount, rateMicro))
  if (sumOf(each) === taxableMinor) return each
  const numerators = entered.map((amount) => amount * HUNDRED_PERCENT_MICRO)
  const denominator = HUNDRED_PERCENT_MICRO + rateMicro
  const off = taxableMinor * denominator - sumOf(numerators)
  const isRounding = off < denominator && off > -denominator
  // The last of several credit notes gets the remaining cents, which may exceed a rounding.
  return isRounding
    ? apportion(taxableMinor, numerators, denominator)
    : allocate(taxableMinor, entered)
}

const isOf = (tax: Item['tax'], group: TaxGroup): boolean =>
  tax.category === group.category &&
  (tax.rateMicro === group.rateMicro || !TAXED_CATEGORIES.has(tax.category))
