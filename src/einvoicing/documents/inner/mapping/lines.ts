import {
  type Allowance,
  type Decimal,
  type DocumentAllowance,
  dayOrNone,
  decimal,
  decimalOfMicro,
  GTIN_SCHEME,
  type Line,
  type LineTax,
  ONE_UNIT,
  type Price,
  REASON_CHARGE,
  REASON_DISCOUNT,
} from '@billwright/einvoice'
import { withoutTax } from '@billwright/money'
import type { Adjustment } from '@billwright/totals'
import { itemAdjustmentsMinor } from '@billwright/totals'
import { inWholeUnits } from '../../../../kernel/fields/durations.ts'
import type { DocumentAdjustment, Item } from '../../../../sales/contents/contents.ts'
import { adjustmentsOf } from '../../../../sales/contents/item-adjustments.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { toCents } from './cents.ts'
import { given } from './given.ts'
import type { Nets } from './nets.ts'

/** Allowances subtract and charges add; amounts have no sign. */
interface Adjusted<A> {
  readonly allowances: readonly A[]
  readonly charges: readonly A[]
}

export function lineOf(stored: Item, index: number, netMinor: bigint, invoice: Invoice): Line {
  const item = inWholeUnits(stored)
  const { currency } = invoice
  const { note, orderLine, accountingCode, itemNumber, buyerItemNumber, originCountry } =
    given(item)
  const amounts = adjustedMinor(item, invoice)
  const signs = adjustmentsOf(item).map(({ kind }) => (kind === 'charge' ? -1n : 1n))
  const beforeMinor = amounts.reduce((sum, it, at) => sum + it * (signs[at] ?? 1n), netMinor)
  const unit = item.unit ?? ONE_UNIT
  return {
    id: String(index + 1),
    note,
    quantity: decimalOfMicro(item.quantityMicro),
    unit,
    netCents: toCents(netMinor, currency),
    orderLineReference: orderLine,
    buyerAccountingReference: accountingCode,
    period: periodOf(item.periodStart, item.periodEnd),
    ...itemAllowances(item, amounts, invoice),
    price: priceOf(item, beforeMinor, { unit, invoice }),
    tax: taxOf(item.tax),
    item: {
      name: item.description,
      description: item.details ?? undefined,
      sellerId: itemNumber,
      buyerId: buyerItemNumber,
      standardId: item.gtin === null ? undefined : { value: item.gtin, scheme: GTIN_SCHEME },
      classifications: item.classification
        ? [{ value: item.classification.code, scheme: item.classification.scheme }]
        : [],
      originCountry,
      attributes: item.attributes,
    },
  }
}

/** The item's discount and charge without tax, in minor units. */
function adjustedMinor(item: Item, { currency, pricesIncludeTax }: Invoice): readonly bigint[] {
  const amounts = itemAdjustmentsMinor({ ...item, adjustments: adjustmentsOf(item) }, currency)
  return pricesIncludeTax ? amounts.map((minor) => withoutTax(minor, item.tax.rateMicro)) : amounts
}

const itemAllowances = (
  item: Item,
  amounts: readonly bigint[],
  invoice: Invoice,
): Adjusted<Allowance> =>
  bySign(
    adjustmentsOf(item).map(({ kind, value }, index) => ({
      kind,
      value: {
        amountCents: toCents(amounts[index] ?? 0n, invoice.currency),
        reason: kind === 'charge' ? (item.charge?.reason ?? undefined) : undefined,
        reasonCode: kind === 'charge' ? REASON_CHARGE : REASON_DISCOUNT,
      },
      share: shareOf(value, item, invoice),
    })),
  )

/** A percentage and its base amount, which need each other (PEPPOL-EN16931-R041, R042). */
function shareOf(value: Adjustment, item: Item, { currency, pricesIncludeTax }: Invoice): Share {
  if (value.kind === 'amount' || pricesIncludeTax) return {}
  const whole = { ...item, adjustments: [{ kind: 'discount', value: WHOLE }] as const }
  const [baseMinor = 0n] = itemAdjustmentsMinor(whole, currency)
  return { baseCents: toCents(baseMinor, currency), percent: decimalOfMicro(value.percentMicro) }
}

interface Share {
  readonly baseCents?: bigint
  readonly percent?: Decimal
}

/** 100 %, to compute the base of a percentage. */
const WHOLE = { kind: 'percent', percentMicro: 100_000_000n } as const

/**
 * BT-146. If prices include tax, it is the net price of the whole quantity, because the price of
 * one unit could have infinitely many decimals. The price is never negative (BR-27); the quantity
 * may be.
 */
function priceOf(
  item: Item,
  netMinor: bigint,
  { unit, invoice }: { readonly unit: string; readonly invoice: Invoice },
): Price {
  const { unitPriceMicro, priceBaseQuantityMicro: base } = item
  if (!invoice.pricesIncludeTax) {
    const net = decimalOfMicro(unitPriceMicro)
    return base == null ? { net } : { net, baseQuantity: decimalOfMicro(base), baseUnit: unit }
  }
  if (item.quantityMicro === 0n) return { net: decimal(0n, 0) }
  const forAll = abs(toCents(netMinor, invoice.currency)) * 10n ** 4n
  const quantity = abs(item.quantityMicro)
  const isExact = (forAll * MICRO) % quantity === 0n
  return isExact
    ? { net: decimalOfMicro((forAll * MICRO) / quantity) }
    : { net: decimalOfMicro(forAll), baseQuantity: decimalOfMicro(quantity), baseUnit: unit }
}

const MICRO = 1_000_000n

/** The discounts and charges of the document. */
export function documentAllowances(invoice: Invoice, nets: Nets): Adjusted<DocumentAllowance> {
  const entryOf = (kind: Kind) => (it: DocumentAdjustment, index: number) =>
    documentEntry(kind, it, nets[`${kind}s`][index] ?? 0n, invoice)
  const discounts = invoice.discounts.map(entryOf('discount'))
  const charges = invoice.charges.map(entryOf('charge'))
  return {
    allowances: bySign([...discounts, ...charges]).allowances,
    charges: bySign([...charges, ...discounts]).charges,
  }
}

function documentEntry(
  kind: Kind,
  { value, reason, reasonCode, tax }: DocumentAdjustment,
  netMinor: bigint,
  { currency, pricesIncludeTax, totals }: Invoice,
): Entry<DocumentAllowance> {
  // Each needs a reason or code (BR-33, BR-38); without one, the usual code applies.
  const usual = kind === 'discount' ? REASON_DISCOUNT : REASON_CHARGE
  return {
    kind,
    value: {
      amountCents: toCents(netMinor, currency),
      reason: reason ?? undefined,
      reasonCode: reasonCode ?? (reason === null ? usual : undefined),
      tax: taxOf(tax),
    },
    share:
      value.kind === 'percent' && !pricesIncludeTax
        ? {
            baseCents: toCents(totals.subtotalMinor, currency),
            percent: decimalOfMicro(value.percentMicro),
          }
        : {},
  }
}

type Kind = 'discount' | 'charge'

interface Entry<A> {
  readonly kind: Kind
  readonly value: A
  readonly share: Share
}

/**
 * A negative discount becomes a charge, and vice versa. It loses its percentage (which would have
 * the wrong sign) and its code (the lists differ).
 */
function bySign<A extends Allowance>(entries: readonly Entry<A>[]): Adjusted<A> {
  const amountsOf = (wanted: Kind) =>
    entries.flatMap(({ kind, value, share }) => {
      const isTurned = value.amountCents < 0n
      if ((kind === wanted) === isTurned) return []
      return isTurned ? [turned(value)] : [{ ...value, ...share }]
    })
  return { allowances: amountsOf('discount'), charges: amountsOf('charge') }
}

const turned = <A extends Allowance>(value: A): A => ({
  ...value,
  amountCents: -value.amountCents,
  reason: value.reason ?? TURNED_REASON,
  reasonCode: undefined,
})

const TURNED_REASON = 'Discount taken back'

/** No rate in category O (BR-O-05 to BR-O-07). */
const taxOf = ({ category, rateMicro }: Pick<Item['tax'], 'category' | 'rateMicro'>): LineTax =>
  category === 'O' ? { category } : { category, rate: decimalOfMicro(rateMicro) }

export const periodOf = (start: string | null | undefined, end: string | null | undefined) =>
  start == null && end == null ? undefined : { start: dayOrNone(start), end: dayOrNone(end) }

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
