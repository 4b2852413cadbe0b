import { formatMicro, formatMinor, sumOf } from '@billwright/money'
import type { Item } from '../../../contents/contents.ts'
import type { Withholds } from '../../../contents/withholdings.ts'
import { type CreditLeft, overcredit } from '../../errors.ts'
import type { StoredInvoice } from '../../invoice.ts'

/** What a credit note credits of one item: part of its quantity, or an amount of its total. */
export interface CreditLine {
  readonly itemId: string
  readonly by:
    | { readonly kind: 'quantity'; readonly quantityMicro: bigint }
    | { readonly kind: 'amount'; readonly amountMinor: bigint }
}

/** The figures of a credit note. */
export type Credit = Pick<StoredInvoice, 'items' | 'discounts' | 'charges' | 'taxes' | 'totals'>

/** The invoice that is credited. */
export type Credited = Pick<StoredInvoice, 'currency' | 'pricesIncludeTax' | 'rounding'> &
  Withholds &
  Partial<Pick<StoredInvoice, 'cashRounding'>> &
  Credit

/** What earlier notes credited of one item. */
export interface Earlier {
  readonly quantityMicro: bigint
  readonly totalMinor: bigint
  /** The part of `totalMinor` that was credited as an amount. */
  readonly byAmountMinor: bigint
}

/** Lines for everything that is not credited yet; none if nothing is left. */
export function restOf(invoice: Credited, earlier: readonly Credit[]): readonly CreditLine[] {
  return invoice.items.flatMap((item): CreditLine[] => {
    const before = earlierOf(item, earlier)
    const quantityMicro = item.quantityMicro - before.quantityMicro
    const amountMinor = item.totalMinor - before.totalMinor
    // After a credit of an amount, an item is worth less than its quantity × price.
    if (before.byAmountMinor === 0n && quantityMicro !== 0n)
      return [{ itemId: item.id, by: { kind: 'quantity', quantityMicro } }]
    return amountMinor === 0n ? [] : [{ itemId: item.id, by: { kind: 'amount', amountMinor } }]
  })
}

/** The input lines of a credit note, to compute it again. */
export const linesOf = ({ items }: Pick<Credit, 'items'>): readonly CreditLine[] =>
  items.map(({ credits, totalMinor }) => {
    if (!credits) throw new Error('A line of a credit note does not say what it credits.')
    const { itemId, quantityMicro } = credits
    return quantityMicro === 0n
      ? { itemId, by: { kind: 'amount', amountMinor: totalMinor } }
      : { itemId, by: { kind: 'quantity', quantityMicro } }
  })

/** The amounts left to credit, by item and in total, as decimals in the invoice's currency. */
export function leftOf(invoice: Credited, earlier: readonly Credit[]) {
  const { currency, totals } = invoice
  const items = invoice.items.map((item): CreditLeft => {
    const before = earlierOf(item, earlier)
    return {
      id: item.id,
      quantity: formatMicro(item.quantityMicro - before.quantityMicro),
      amount: formatMinor(item.totalMinor - before.totalMinor, currency),
    }
  })
  const totalMinor = totals.totalMinor - sumOf(earlier.map((it) => it.totals.totalMinor))
  return { items, total: formatMinor(totalMinor, currency) }
}

/** A note of the whole invoice has its headings, texts and subtotals, too. */
export function linesWith(
  { items }: Pick<Credit, 'items'>,
  invoice: StoredInvoice,
  newItemId: () => string,
): Pick<StoredInvoice, 'textLines'> {
  const isWhole =
    items.length === invoice.items.length &&
    items.every(({ totalMinor, credits }, index) => {
      const credited = invoice.items[index]
      return credits?.itemId === credited?.id && totalMinor === credited?.totalMinor
    })
  if (!isWhole || !invoice.textLines) return {}
  return { textLines: invoice.textLines.map((line) => ({ ...line, id: newItemId() })) }
}

export function earlierOf(item: Item, earlier: readonly Credit[]): Earlier {
  const lines = earlier.flatMap(({ items }) => items).filter((it) => it.credits?.itemId === item.id)
  const byAmount = lines.filter(({ credits }) => credits?.quantityMicro === 0n)
  return {
    quantityMicro: sumOf(lines.map(({ credits }) => credits?.quantityMicro ?? 0n)),
    totalMinor: sumOf(lines.map(({ totalMinor }) => totalMinor)),
    byAmountMinor: sumOf(byAmount.map(({ totalMinor }) => totalMinor)),
  }
}

export function tooMuch(invoice: Credited, earlier: readonly Credit[]) {
  const left = leftOf(invoice, earlier)
  return overcredit(`This exceeds the amount left to credit: ${left.total} ${invoice.currency}.`, {
    ...left,
    currency: invoice.currency,
  })
}
