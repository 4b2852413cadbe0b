import type { Adjustment, Item } from '../invoices/invoice.ts'
import type { View } from '../templates/render.ts'
import type { DocumentContext } from './view.ts'

export function itemsView(context: DocumentContext): View {
  const { items, taxes } = context.invoice
  const rates = new Set(taxes.map(({ category, rateMicro }) => `${category} ${rateMicro}`))
  return {
    items: items.map((item, index) => itemView(item, index, context)),
    hasItemUnits: items.some(({ unit }) => unit !== null && unit !== ''),
    // Description, quantity, price and amount; the rate only where it differs.
    itemColumns: rates.size > 1 ? 5 : 4,
    // One rate for the whole document is said once, in the summary.
    hasItemTaxes: rates.size > 1,
    hasItemDiscounts: items.some(({ discount, charge }) => discount !== null || charge),
    showItemCode: false,
  }
}

function itemView(item: Item, index: number, { format, labels }: DocumentContext): View {
  const quantity = format.quantity(item.quantityMicro)
  const unit =
    item.unit === null || item.unit === '' ? '' : format.unit(item.unit, item.quantityMicro)
  const taxRate = format.percent(item.tax.rateMicro)
  return {
    position: index + 1,
    description: item.description,
    // Present even when empty: a section would find the notes of the whole document otherwise.
    notes: item.details ?? '',
    itemCode: '',
    quantity,
    unit,
    quantityText: unit === '' ? quantity : `${quantity} ${unit}`,
    unitPrice: format.priceMoney(item.unitPriceMicro),
    unitPricePlain: format.price(item.unitPriceMicro),
    discount: adjustments(item).join(', '),
    taxRate,
    taxText: item.tax.category === 'O' ? '' : `${labels.taxLabel} ${taxRate}`,
    lineTotal: format.money(item.totalMinor),
    lineTotalPlain: format.amount(item.totalMinor),
  }

  function adjustments({ discount, charge }: Item): readonly string[] {
    return [
      ...(discount ? [`${labels.itemHeaderDiscount} ${size(discount)}`] : []),
      ...(charge ? [`${charge.reason ?? labels.chargeLabel} ${size(charge.value)}`] : []),
    ]
  }

  function size(discount: Adjustment): string {
    return discount.kind === 'percent'
      ? format.percent(discount.percentMicro)
      : format.money(discount.amountMinor)
  }
}
