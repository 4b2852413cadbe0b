import { formatMicro, formatMinor, formatPrice } from '@billwright/money'
import type { Adjustment, ItemTax } from '@billwright/totals'
import { copyView } from '../../core/files/file.ts'
import { type Values, view } from '../../kernel/fields/field.ts'
import type { Contents, DocumentAdjustment, Item, LiveContents } from './contents.ts'
import { declaredRecord, declaredView, NAMES, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import { BUYER_FIELDS, SELLER_FIELDS, type Seller } from './parties.ts'
import { type Line, linesIn } from './text-lines.ts'
import { isWithheldOn, keptOf, payableMinor } from './totals/payable.ts'
import { withholdingsView } from './withholdings.ts'

/** How other systems name the resource, in its list. */
export const namesView = (content: Values<typeof NAMES>) => view(NAMES, content)

export const contentsView = (contents: LiveContents, isCounted?: (item: Item) => boolean) => ({
  customer_id: contents.customerId,
  customer_name: contents.buyer.name,
  customer: view(BUYER_FIELDS, contents.buyer),
  seller: view(SELLER_FIELDS, contents.seller),
  ...declaredView(contents),
  ...withholdingsView(contents),
  files: contents.files?.map(copyView) ?? [],
  ...amountsView(contents, isCounted),
})

/** Contents in wire names, for comparing and showing revisions. */
export const contentsRecord = (contents: Contents) => ({
  customer_id: contents.customerId,
  customer: contents.buyer && view(BUYER_FIELDS, contents.buyer),
  seller: contents.seller && sellerRecord(contents.seller),
  ...declaredRecord(contents),
  files: contents.files?.map(copyView) ?? [],
  ...amountsRecord(contents),
  template: contents.template,
})

function sellerRecord(seller: Seller) {
  const { tax_numbers, ...rest } = view(SELLER_FIELDS, seller)
  return { ...rest, ...(seller.taxNumbers.length > 0 && { tax_numbers }), logo: seller.logoId }
}

/**
 * Items, discounts, charges, totals and taxes. The items have their headings, texts and subtotals
 * between them.
 *
 * @param isCounted Whether an item counts in subtotals.
 */
export function amountsView(contents: Contents, isCounted: (item: Item) => boolean = () => true) {
  const { currency, totals } = contents
  const lines = linesIn(contents, (item) => (isCounted(item) ? item.totalMinor : 0n))
  const minor = (amount: bigint) => formatMinor(amount, currency)
  return {
    items: lines.map((line) =>
      line.kind === 'item' ? itemView(line, currency) : textLineView(line, currency),
    ),
    discounts: contents.discounts.map((entry) => documentAdjustmentView(entry, currency)),
    charges: contents.charges.map((entry) => documentAdjustmentView(entry, currency)),
    totals: {
      subtotal: minor(totals.subtotalMinor),
      discount: minor(totals.discountMinor),
      charge: minor(totals.chargeMinor),
      net: minor(totals.netMinor),
      tax: minor(totals.taxMinor),
      rounding: minor(totals.roundingMinor),
      total: minor(totals.totalMinor),
      ...payableView(contents),
    },
    taxes: contents.taxes.map((tax) => ({
      category: tax.category,
      rate: formatMicro(tax.rateMicro),
      reason: tax.reason,
      reason_code: tax.reasonCode ?? null,
      label: tax.label ?? null,
      second: tax.second ?? false,
      taxable: minor(tax.taxableMinor),
      amount: minor(tax.amountMinor),
    })),
  }
}

/** Without what is as usual, so that records of earlier documents stay as they are. */
function amountsRecord(contents: Contents) {
  const { items, discounts, charges, totals, taxes } = amountsView(contents)
  const { withheld, split_tax, payable, ...sums } = totals
  const { withheldMinor, splitMinor } = keptOf(contents)
  const entries = (views: typeof discounts, given: Contents['discounts']) =>
    views.map(({ withhold, tax, ...entry }, at) => ({
      ...entry,
      tax: named(tax),
      ...(given[at]?.withhold !== undefined && { withhold }),
    }))
  return {
    items: ofItems(items, ({ kind: _, position: __, ...item }) => withoutUsual(item)),
    discounts: entries(discounts, contents.discounts),
    charges: entries(charges, contents.charges),
    totals: {
      ...sums,
      ...(withheldMinor !== 0n && { withheld }),
      ...(splitMinor !== 0n && { split_tax }),
      ...(contents.totals.payableMinor !== undefined && { payable }),
    },
    taxes: taxes.map(named),
  }
}

const withoutUsual = <I extends { readonly tax: Parameters<typeof named>[0] }>({
  withhold,
  tax,
  ...item
}: I & { withhold?: unknown }) => ({
  ...item,
  tax: named(tax),
  ...(withhold === false && { withhold }),
})

const named = <T extends { readonly label: unknown; readonly second: unknown }>({
  label,
  second,
  ...tax
}: T) => ({ ...tax, ...(label !== null && { label }), ...(second ? { second } : {}) })

function payableView(contents: Contents) {
  const { withheldMinor, splitMinor } = keptOf(contents)
  return {
    withheld: formatMinor(withheldMinor, contents.currency),
    split_tax: formatMinor(splitMinor, contents.currency),
    payable: formatMinor(payableMinor(contents.totals), contents.currency),
  }
}

const itemView = ({ item, index }: Line<Item> & { kind: 'item' }, currency: string) => ({
  id: item.id,
  kind: 'item' as const,
  position: index + 1,
  description: item.description,
  details: item.details,
  quantity: formatMicro(item.quantityMicro),
  unit: item.unit,
  unit_price: formatPrice(item.unitPriceMicro, currency),
  discount: item.discount && adjustmentView(item.discount, currency),
  charge: item.charge
    ? { ...adjustmentView(item.charge.value, currency), reason: item.charge.reason }
    : null,
  tax: taxView(item.tax),
  total: formatMinor(item.totalMinor, currency),
  deducts: item.deducts ?? null,
  ...view(OPTIONAL_ITEM_FIELDS, item),
})

const textLineView = (
  { id, kind, description, details, sumMinor }: Exclude<Line<Item>, { kind: 'item' }>,
  currency: string,
) => ({
  ...{ id, kind, description },
  ...(kind === 'text' && { details }),
  ...(kind === 'subtotal' && { total: formatMinor(sumMinor, currency) }),
})

type TextLineView = ReturnType<typeof textLineView>

/** The lines of a view with its items changed. */
export const ofItems = <I extends { readonly kind: 'item' }, O>(
  lines: readonly (I | TextLineView)[],
  change: (item: I) => O,
): (O | TextLineView)[] => lines.map((line) => (line.kind === 'item' ? change(line) : line))

const documentAdjustmentView = (entry: DocumentAdjustment, currency: string) => ({
  reason: entry.reason,
  reason_code: entry.reasonCode ?? null,
  ...(entry.value.kind === 'percent' ? { percent: formatMicro(entry.value.percentMicro) } : {}),
  amount: formatMinor(entry.amountMinor, currency),
  tax: taxView(entry.tax),
  withhold: isWithheldOn(entry),
})

const adjustmentView = (value: Adjustment, currency: string) =>
  value.kind === 'percent'
    ? { percent: formatMicro(value.percentMicro) }
    : { amount: formatMinor(value.amountMinor, currency) }

export const taxView = ({
  category,
  rateMicro,
  reason,
  reasonCode,
  preset,
  label,
  second,
}: ItemTax) => ({
  category,
  rate: formatMicro(rateMicro),
  reason,
  reason_code: reasonCode ?? null,
  label: label ?? null,
  second: second ? { label: second.label, rate: formatMicro(second.rateMicro) } : null,
  preset: preset ?? null,
})
