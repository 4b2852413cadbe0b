import {
  allocate,
  MICRO,
  MICRO_DIGITS,
  minorDigits,
  percentOf,
  sumOf,
  withoutTax,
} from '@billwright/money'
import { type ItemTax, isTaxIn, taxKey, wholeRateOf } from '@billwright/totals'
import type { Item } from '../../contents/contents.ts'
import { EMPTY_ITEM } from '../../contents/fields.ts'
import { isWithheldOn } from '../../contents/totals/payable.ts'
import type { StoredInvoice } from '../invoice.ts'

/* The figures of deposits, and of the final invoices that deduct them. Pure. */

type Figures = Pick<
  StoredInvoice,
  'pricesIncludeTax' | 'items' | 'discounts' | 'charges' | 'taxes' | 'totals'
>

/** The amounts of a document in one tax group. */
interface TaxAmount {
  readonly tax: ItemTax
  readonly netMinor: bigint
  readonly grossMinor: bigint
}

/** The part of a tax group from which the customer withholds, or the rest of the group. */
export interface GroupAmount extends TaxAmount {
  readonly withhold: boolean
}

const groupsOf = (document: Figures): readonly GroupAmount[] =>
  byTax(document).flatMap((group) => byWithhold(document, group))

/** Without withholdings, one group remains: it makes no difference. */
function byWithhold(document: Figures, group: TaxAmount): readonly GroupAmount[] {
  const { items, discounts, charges, totals, pricesIncludeTax } = document
  const isLeftOut = (entry: Figures['discounts'][number]) => !isWithheldOn(entry)
  const leftOut = {
    items: items.filter(({ withhold }) => !withhold),
    discounts: discounts.filter(isLeftOut),
    charges: charges.filter(isLeftOut),
  }
  const { tax, netMinor, grossMinor } = group
  const enteredMinor = enteredIn(leftOut, tax)
  if (!totals.withheld || enteredMinor === 0n) return [{ ...group, withhold: true }]
  if (enteredMinor === enteredIn(document, tax)) return [{ ...group, withhold: false }]
  const rate = wholeRateOf(tax)
  const net = pricesIncludeTax ? withoutTax(enteredMinor, rate) : enteredMinor
  const gross = pricesIncludeTax ? enteredMinor : enteredMinor + percentOf(enteredMinor, rate)
  return [
    { tax, withhold: true, netMinor: netMinor - net, grossMinor: grossMinor - gross },
    { tax, withhold: false, netMinor: net, grossMinor: gross },
  ]
}

const byTax = (document: Figures): readonly TaxAmount[] =>
  document.taxes.some(({ second }) => second) ? combinationsOf(document) : ratesOf(document)

const ratesOf = (document: Figures): readonly TaxAmount[] =>
  document.taxes.map(({ second: _, taxableMinor, amountMinor, ...tax }) => {
    const grossMinor = document.pricesIncludeTax
      ? enteredIn(document, tax)
      : taxableMinor + amountMinor
    return { tax, netMinor: taxableMinor, grossMinor }
  })

/** Where items bear two taxes: one group for each pair, with its share of the tax of each row. */
function combinationsOf(document: Figures): readonly TaxAmount[] {
  const { items, discounts, charges, taxes, pricesIncludeTax } = document
  const entries = [...items, ...discounts, ...charges]
  const borne = new Map(entries.map(({ tax: { preset: _, ...tax } }) => [taxKey(tax), tax]))
  const groups = [...borne.values()].map((tax) => {
    const enteredMinor = enteredIn(document, tax)
    const netMinor = pricesIncludeTax ? withoutTax(enteredMinor, wholeRateOf(tax)) : enteredMinor
    return { tax, netMinor, enteredMinor }
  })
  const rows = taxes.map((row) => {
    const bearing = groups.filter(({ tax }) => isTaxIn(tax, row))
    const shares = allocate(
      row.amountMinor,
      bearing.map(({ netMinor }) => netMinor),
    )
    return new Map(bearing.map((group, at) => [group, shares[at] ?? 0n]))
  })
  return groups.map((group) => {
    const { tax, netMinor, enteredMinor } = group
    const taxMinor = sumOf(rows.map((shares) => shares.get(group) ?? 0n))
    return { tax, netMinor, grossMinor: pricesIncludeTax ? enteredMinor : netMinor + taxMinor }
  })
}

/** Including tax as entered: the group's own figures may lack a cent (BT-114). */
function enteredIn(
  { items, discounts, charges }: Pick<Figures, 'items' | 'discounts' | 'charges'>,
  tax: ItemTax,
): bigint {
  const own = <T extends { readonly tax: ItemTax }>(entries: readonly T[]) =>
    entries.filter((entry) => taxKey(entry.tax) === taxKey(tax))
  const amounts = (entries: Figures['discounts']) =>
    sumOf(own(entries).map(({ amountMinor }) => amountMinor))
  return (
    sumOf(own(items).map(({ totalMinor }) => totalMinor)) - amounts(discounts) + amounts(charges)
  )
}

const keyOf = ({ tax, withhold }: Pick<GroupAmount, 'tax' | 'withhold'>): string =>
  `${taxKey(tax)} ${withhold}`

/** The rest of a document after its credit notes. */
export function lessCredits(document: Figures, notes: readonly Figures[]): readonly GroupAmount[] {
  const credited = notes.flatMap(groupsOf)
  return groupsOf(document).map((group) => {
    const same = credited.filter((note) => keyOf(note) === keyOf(group))
    return {
      ...group,
      netMinor: group.netMinor - sumOf(same.map(({ netMinor }) => netMinor)),
      grossMinor: group.grossMinor - sumOf(same.map(({ grossMinor }) => grossMinor)),
    }
  })
}

/**
 * The part of an order that a deposit asks for: a percentage, or the amount that the customer
 * pays.
 */
export type DepositPart =
  | { readonly kind: 'percent'; readonly percentMicro: bigint }
  | { readonly kind: 'total'; readonly totalMinor: bigint }

/** One group of a deposit. `amountMinor` includes tax if the deposit's prices do. */
interface DepositShare extends Pick<GroupAmount, 'tax' | 'withhold'> {
  readonly amountMinor: bigint
}

/** Divides the total among the tax groups by largest remainder. */
export function depositShares(order: Figures, part: DepositPart): readonly DepositShare[] {
  const groups = groupsOf(order)
  const isGross = part.kind === 'total' || order.pricesIncludeTax
  const amounts = groups.map(({ netMinor, grossMinor }) => (isGross ? grossMinor : netMinor))
  const wholeMinor =
    part.kind === 'total' ? part.totalMinor : percentOf(sumOf(amounts), part.percentMicro)
  const shares = allocate(wholeMinor, amounts)
  return groups
    .map(({ tax, withhold }, index) => ({ tax, withhold, amountMinor: shares[index] ?? 0n }))
    .filter(({ amountMinor }) => amountMinor !== 0n)
}

/** One piece at that price; the quantity is negative if the amount is (EN 16931 BR-27). */
export function amountItem({
  id,
  description,
  tax,
  withhold,
  amountMinor,
  currency,
}: DepositShare & {
  readonly id: string
  readonly description: string
  readonly currency: string
}): Item {
  const isNegative = amountMinor < 0n
  const scale = 10n ** BigInt(MICRO_DIGITS - minorDigits(currency))
  return {
    ...EMPTY_ITEM,
    id,
    description,
    details: null,
    quantityMicro: isNegative ? -MICRO : MICRO,
    unit: null,
    unitPriceMicro: (isNegative ? -amountMinor : amountMinor) * scale,
    discount: null,
    tax,
    withhold,
    totalMinor: amountMinor,
  }
}

/** The amounts that a final invoice deducts for a deposit, by tax group. */
export const deducted = (
  groups: readonly GroupAmount[],
  { pricesIncludeTax }: Pick<StoredInvoice, 'pricesIncludeTax'>,
): readonly DepositShare[] =>
  groups
    .map(({ tax, withhold, netMinor, grossMinor }) => ({
      tax,
      withhold,
      amountMinor: pricesIncludeTax ? grossMinor : netMinor,
    }))
    .filter(({ amountMinor }) => amountMinor !== 0n)

/** Whether the items of a final invoice deduct exactly the rest of a deposit. */
export function isDeducted(
  final: Pick<StoredInvoice, 'items' | 'pricesIncludeTax'>,
  depositId: string,
  groups: readonly GroupAmount[],
): boolean {
  const items = final.items.filter(({ deducts }) => deducts === depositId)
  const byGroup = (entries: readonly DepositShare[]) =>
    [...Map.groupBy(entries, keyOf)]
      .map(([key, own]) => `${key} ${sumOf(own.map(({ amountMinor }) => amountMinor))}`)
      .sort()
  const found = items.map(({ tax, withhold, totalMinor }) => ({
    tax,
    withhold,
    amountMinor: -totalMinor,
  }))
  return byGroup(found).join() === byGroup(deducted(groups, final)).join()
}
