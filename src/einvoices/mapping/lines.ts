import type { Adjustment, DocumentAdjustment, Invoice, Item } from '../../invoices/invoice.ts'
import { adjustmentsOf } from '../../invoices/item-adjustments.ts'
import { itemAdjustmentsMinor } from '../../invoices/totals/totals.ts'
import { withoutTax } from '../../money/rounding.ts'
import type { TaxCategory } from '../../money/tax.ts'
import { GTIN_SCHEME, ONE_UNIT, REASON_CHARGE, REASON_DISCOUNT } from '../model/codes.ts'
import { type Decimal, decimal, decimalOfMicro } from '../model/decimal.ts'
import type { DocumentAllowance } from '../model/document.ts'
import type { Allowance, Line, LineTax, Price } from '../model/line.ts'
import { toCents } from './cents.ts'
import { given } from './given.ts'

/** Allowances subtract and charges add; amounts have no sign. */
export interface Adjusted<A> {
  readonly allowances: readonly A[]
  readonly charges: readonly A[]
}

export function lineOf(item: Item, index: number, netMinor: bigint, invoice: Invoice): Line {
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

function itemAllowances(
  item: Item,
  amounts: readonly bigint[],
  invoice: Invoice,
): Adjusted<Allowance> {
  const parts = adjustmentsOf(item).map(({ kind, value }, index) => {
    const amountCents = toCents(amounts[index] ?? 0n, invoice.currency)
    const reason =
      kind === 'discount'
        ? { reasonCode: REASON_DISCOUNT }
        : { reason: item.charge?.reason ?? undefined, reasonCode: REASON_CHARGE }
    const { allowances, charges } = signed(
      { amountCents, ...reason },
      shareOf(value, item, invoice),
    )
    return kind === 'discount'
      ? { allowances, charges }
      : { allowances: charges, charges: allowances }
  })
  return {
    allowances: parts.flatMap(({ allowances }) => allowances),
    charges: parts.flatMap(({ charges }) => charges),
  }
}

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
  if (!invoice.pricesIncludeTax) return { net: decimalOfMicro(item.unitPriceMicro) }
  if (item.quantityMicro === 0n) return { net: decimal(0n, 0) }
  const forAll = abs(toCents(netMinor, invoice.currency)) * 10n ** 4n
  const quantity = abs(item.quantityMicro)
  const isExact = (forAll * MICRO) % quantity === 0n
  return isExact
    ? { net: decimalOfMicro((forAll * MICRO) / quantity) }
    : { net: decimalOfMicro(forAll), baseQuantity: decimalOfMicro(quantity), baseUnit: unit }
}

const MICRO = 1_000_000n

/** Document discounts and charges; `nets` has the same order. */
export function documentAllowances(
  discounts: readonly (readonly [DocumentAdjustment, netMinor: bigint])[],
  charges: readonly (readonly [DocumentAdjustment, netMinor: bigint])[],
  invoice: Invoice,
): Adjusted<DocumentAllowance> {
  const taken = discounts.map(([entry, net]) =>
    adjusted(coded(entry, REASON_DISCOUNT), net, invoice),
  )
  const added = charges.map(([entry, net]) => adjusted(coded(entry, REASON_CHARGE), net, invoice))
  return {
    allowances: [
      ...taken.flatMap(({ allowances }) => allowances),
      ...added.flatMap(({ charges: negative }) => negative),
    ],
    charges: [
      ...added.flatMap(({ allowances }) => allowances),
      ...taken.flatMap(({ charges: negative }) => negative),
    ],
  }
}

/** Each needs a reason or code (BR-33, BR-38); without one, the usual code applies. */
const coded = (entry: DocumentAdjustment, usual: string): DocumentAdjustment =>
  entry.reason === null && entry.reasonCode === undefined ? { ...entry, reasonCode: usual } : entry

function adjusted(entry: DocumentAdjustment, netMinor: bigint, invoice: Invoice) {
  const { currency, pricesIncludeTax, totals } = invoice
  const share =
    entry.value.kind === 'percent' && !pricesIncludeTax
      ? {
          baseCents: toCents(totals.subtotalMinor, currency),
          percent: decimalOfMicro(entry.value.percentMicro),
        }
      : {}
  return signed(
    {
      amountCents: toCents(netMinor, currency),
      reason: entry.reason ?? undefined,
      reasonCode: entry.reasonCode,
      tax: taxOf(entry.tax),
    },
    share,
  )
}

/**
 * A negative discount becomes a charge, and vice versa. It loses its percentage (which would have
 * the wrong sign) and its code (the lists differ).
 */
function signed<A extends Allowance>(value: A, share: Share): Adjusted<A> {
  if (value.amountCents >= 0n) return { allowances: [{ ...value, ...share }], charges: [] }
  const turned = { ...value, amountCents: -value.amountCents, reasonCode: undefined }
  return { allowances: [], charges: [{ ...turned, reason: value.reason ?? TURNED_REASON }] }
}

const TURNED_REASON = 'Discount taken back'

/** No rate in category O (BR-O-05 to BR-O-07). */
export function taxOf({
  category,
  rateMicro,
}: {
  category: TaxCategory
  rateMicro: bigint
}): LineTax {
  return category === 'O' ? { category } : { category, rate: decimalOfMicro(rateMicro) }
}

export const periodOf = (start: string | null | undefined, end: string | null | undefined) =>
  start == null && end == null ? undefined : { start: start ?? undefined, end: end ?? undefined }

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
