import { divideRounded, MICRO, MICRO_DIGITS, minorDigits, sumOf } from '@billwright/money'
import {
  type Adjustment,
  type Calculation,
  type CalculationAdjustment,
  isTaxIn,
  rowKey,
  type TaxGroup,
  type Totals,
  type Withheld,
  type Withholding,
} from '@billwright/totals'
import type { DocumentAdjustment, Item } from '../../../contents/contents.ts'
import { adjustmentsOf } from '../../../contents/item-adjustments.ts'
import { cashStepMinor } from '../../../contents/totals/cash-rounding.ts'
import { payableMinor } from '../../../contents/totals/payable.ts'
import { calculate, counted } from '../../../contents/totals/totals.ts'
import { sharesOf } from '../../../contents/withholdings.ts'
import {
  type Credit,
  type Credited,
  type CreditLine,
  type Earlier,
  earlierOf,
  tooMuch,
} from './lines.ts'

/**
 * The figures of a credit note: those of everything credited so far including it, less those of the
 * `earlier` notes. So all notes together credit exactly the invoiced amounts. A line or a tax may
 * differ by a cent from its own product, which EN 16931 validators accept.
 *
 * Discounts and charges on the document are credited in proportion to the subtotal.
 *
 * @throws AppError `overcredit` if the credit of an item or of the invoice exceeds the invoiced amount.
 */
export function creditOf(
  invoice: Credited,
  earlier: readonly Credit[],
  lines: readonly CreditLine[],
  newItemId: () => string,
): Credit {
  const items = lines.map((line) => creditItem(invoice, earlier, line, newItemId()))
  const all = calculateCredited(invoice, [...earlier.flatMap((it) => it.items), ...items])
  if (exceeds(all.totals.totalMinor, invoice.totals.totalMinor)) throw tooMuch(invoice, earlier)
  return {
    items,
    discounts: lessEarlier(invoice.discounts, all.discounts, earlier, 'discounts'),
    charges: lessEarlier(invoice.charges, all.charges, earlier, 'charges'),
    taxes: taxesLessEarlier(all.taxes, earlier, items),
    totals: totalsLessEarlier(all.totals, earlier),
  }
}

function creditItem(
  invoice: Credited,
  earlier: readonly Credit[],
  { itemId, by }: CreditLine,
  id: string,
): Item {
  const item = invoice.items.find((it) => it.id === itemId)
  if (!item) throw tooMuch(invoice, earlier)
  const before = earlierOf(item, earlier)
  if (
    by.kind === 'quantity' &&
    exceeds(before.quantityMicro + by.quantityMicro, item.quantityMicro)
  )
    throw tooMuch(invoice, earlier)
  const line =
    by.kind === 'amount'
      ? amountLine(item, by.amountMinor, invoice.currency)
      : quantityLine(item, by.quantityMicro, { before, invoice })
  if (exceeds(before.totalMinor + line.totalMinor, item.totalMinor)) throw tooMuch(invoice, earlier)
  const { charge: _, deducts: __, ...content } = item
  return { ...content, ...line, id }
}

function quantityLine(
  item: Item,
  quantityMicro: bigint,
  { before, invoice }: { readonly before: Earlier; readonly invoice: Credited },
) {
  const together = before.quantityMicro + quantityMicro
  const byQuantityMinor = before.totalMinor - before.byAmountMinor
  const upToMinor = between(byQuantityMinor, totalOf(item, together, invoice), item.totalMinor)
  return {
    quantityMicro,
    durationSeconds: quantityMicro === item.quantityMicro ? item.durationSeconds : null,
    discount: item.discount && shareOf(item.discount, item, before.quantityMicro, together),
    ...(item.charge && {
      charge: {
        ...item.charge,
        value: shareOf(item.charge.value, item, before.quantityMicro, together),
      },
    }),
    totalMinor: upToMinor - byQuantityMinor,
    credits: { itemId: item.id, quantityMicro },
  }
}

/** An amount is printed as one piece at that price, or minus one where goods had been returned. */
const amountLine = (item: Item, amountMinor: bigint, currency: string) => ({
  quantityMicro: amountMinor < 0n ? -MICRO : MICRO,
  unit: null,
  durationSeconds: null,
  unitPriceMicro: abs(amountMinor) * 10n ** BigInt(MICRO_DIGITS - minorDigits(currency)),
  priceBaseQuantityMicro: null,
  discount: null,
  totalMinor: amountMinor,
  credits: { itemId: item.id, quantityMicro: 0n },
})

/** The invoice's price for that part of an item's quantity. */
function totalOf(item: Item, quantityMicro: bigint, invoice: Credited): bigint {
  if (quantityMicro === item.quantityMicro) return item.totalMinor
  const upTo = (value: Adjustment) => shareOf(value, item, 0n, quantityMicro)
  const { items } = calculate({
    ...invoice,
    items: [
      {
        ...item,
        quantityMicro,
        adjustments: adjustmentsOf(item).map((it) => ({ ...it, value: upTo(it.value) })),
      },
    ],
    discounts: [],
    charges: [],
    withholdings: [],
  })
  return items[0]?.totalMinor ?? 0n
}

/** The part of an item's discount or charge for its quantity between `from` and `to`. */
function shareOf(discount: Adjustment, item: Item, from: bigint, to: bigint): Adjustment {
  if (discount.kind === 'percent') return discount
  const upTo = (quantity: bigint) => share(discount.amountMinor, quantity, item.quantityMicro)
  return { kind: 'amount', amountMinor: upTo(to) - upTo(from) }
}

/** The figures of all lines credited together, as one document with the invoice's own items. */
function calculateCredited(invoice: Credited, lines: readonly Item[]): Calculation {
  const credited = invoice.items.flatMap((item) => {
    const own = lines.filter(({ credits }) => credits?.itemId === item.id)
    return own.length === 0
      ? []
      : [{ ...item, totalMinor: sumOf(own.map(({ totalMinor }) => totalMinor)) }]
  })
  const subtotalMinor = sumOf(credited.map(({ totalMinor }) => totalMinor))
  const adjust = (entry: DocumentAdjustment): CalculationAdjustment => ({
    ...counted(entry),
    value: scaled(entry.value, subtotalMinor, invoice.totals.subtotalMinor),
  })
  return calculate({
    ...invoice,
    // The totals are already rounded, so they are amounts that are not rounded again.
    items: credited.map(({ tax, withhold, totalMinor }) => ({
      quantityMicro: 0n,
      unitPriceMicro: 0n,
      adjustments: [{ kind: 'charge', value: { kind: 'amount', amountMinor: totalMinor } }],
      tax,
      withhold,
    })),
    discounts: invoice.discounts.map(adjust),
    charges: invoice.charges.map(adjust),
    withholdings: creditedShares(invoice),
    cashStepMinor: cashStepMinor(invoice),
  })
}

/** A percentage applies to the credited subtotal; an amount is credited in proportion. */
const scaled = (value: Adjustment, part: bigint, whole: bigint): Adjustment =>
  value.kind === 'percent'
    ? value
    : { kind: 'amount', amountMinor: share(value.amountMinor, part, whole) }

/**
 * `amount` × part ÷ whole. If the whole is zero, everything is credited, because there are no
 * parts.
 */
const share = (amount: bigint, part: bigint, whole: bigint): bigint =>
  part === whole || whole === 0n ? amount : divideRounded(amount * part, whole)

function lessEarlier(
  invoiced: readonly DocumentAdjustment[],
  all: Calculation['discounts'],
  earlier: readonly Credit[],
  name: 'discounts' | 'charges',
): readonly DocumentAdjustment[] {
  return invoiced.map((entry, index) => {
    const before = sumOf(earlier.map((it) => it[name][index]?.amountMinor ?? 0n))
    const amountMinor = (all[index]?.amountMinor ?? 0n) - before
    const value: Adjustment =
      entry.value.kind === 'percent' ? entry.value : { kind: 'amount', amountMinor }
    return { ...entry, value, amountMinor }
  })
}

function taxesLessEarlier(
  all: readonly TaxGroup[],
  earlier: readonly Credit[],
  items: readonly Item[],
): readonly TaxGroup[] {
  const before = earlier.flatMap(({ taxes }) => taxes)
  return all
    .map((group) => {
      const same = before.filter((it) => rowKey(it) === rowKey(group))
      return {
        ...group,
        taxableMinor: group.taxableMinor - sumOf(same.map((it) => it.taxableMinor)),
        amountMinor: group.amountMinor - sumOf(same.map((it) => it.amountMinor)),
      }
    })
    .filter(
      (group) =>
        group.taxableMinor !== 0n ||
        group.amountMinor !== 0n ||
        items.some(({ tax }) => isTaxIn(tax, group)),
    )
}

/** The invoice's withholdings; a stated amount is withheld in proportion to its base. */
const creditedShares = (invoice: Credited): readonly Withholding[] =>
  sharesOf(invoice).map((share, at) => {
    const { baseMinor, amountMinor } = invoice.totals.withheld?.[at] ?? {}
    if (share.stated === undefined || amountMinor === undefined || baseMinor === undefined)
      return share
    return { ...share, stated: { amountMinor, ofMinor: baseMinor } }
  })

function totalsLessEarlier(all: Totals, earlier: readonly Credit[]): Totals {
  const less = (name: keyof Omit<Totals, 'payableMinor' | 'withheld'>): bigint =>
    all[name] - sumOf(earlier.map(({ totals }) => totals[name]))
  const totalMinor = less('totalMinor')
  const payable = payableMinor(all) - sumOf(earlier.map(({ totals }) => payableMinor(totals)))
  return {
    subtotalMinor: less('subtotalMinor'),
    discountMinor: less('discountMinor'),
    chargeMinor: less('chargeMinor'),
    netMinor: less('netMinor'),
    taxMinor: less('taxMinor'),
    roundingMinor: less('roundingMinor'),
    totalMinor,
    ...(payable === totalMinor ? {} : { payableMinor: payable }),
    ...(all.withheld && { withheld: withheldLessEarlier(all.withheld, earlier) }),
  }
}

const withheldLessEarlier = (
  all: readonly Withheld[],
  earlier: readonly Credit[],
): readonly Withheld[] =>
  all.map((it, at) => {
    const before = earlier.flatMap(({ totals }) => totals.withheld?.[at] ?? [])
    return {
      baseMinor: it.baseMinor - sumOf(before.map(({ baseMinor }) => baseMinor)),
      amountMinor: it.amountMinor - sumOf(before.map(({ amountMinor }) => amountMinor)),
    }
  })

/** Beyond the whole, or with the other sign. */
const exceeds = (part: bigint, whole: bigint): boolean =>
  whole < 0n ? part < whole || part > 0n : part > whole || part < 0n

/**
 * Price and percentage discount are rounded separately, so a little more quantity may give a cent
 * less. A note neither takes back what an earlier one credited nor exceeds the item.
 */
function between(from: bigint, value: bigint, to: bigint): bigint {
  const [low, high] = from < to ? [from, to] : [to, from]
  if (value < low) return low
  return value > high ? high : value
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
