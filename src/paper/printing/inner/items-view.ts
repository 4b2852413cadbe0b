import { MICRO } from '@billwright/money'
import type { View } from '@billwright/templates'
import { type Adjustment, type ItemTax, rowKey, taxKey } from '@billwright/totals'
import { durationText } from '../../../kernel/fields/durations.ts'
import type { DocumentAdjustment, Item } from '../../../sales/contents/contents.ts'
import { type Line, linesIn } from '../../../sales/contents/text-lines.ts'
import type { DocumentContext } from '../document-source.ts'
import { taxMark, taxText } from '../summary-view.ts'
import { indianItemCode } from './india.ts'

export function itemsView(context: DocumentContext): View {
  const { items, charges, uncounted = [] } = context.invoice
  const { printsAdjustments } = context.traits
  const rates = taxesOf(context.invoice)
  return {
    items: [
      ...linesIn(context.invoice, ({ id, totalMinor }) =>
        uncounted.includes(id) ? 0n : totalMinor,
      ).map((line) =>
        line.kind === 'item'
          ? itemView(line.item, line.index, context)
          : textLineView(line, context),
      ),
      ...(printsAdjustments ? [] : charges).map((it, index) =>
        chargeView(it, items.length + index, context),
      ),
    ],
    hasItemUnits: items.some(({ unit }) => unit !== null && unit !== ''),
    // Description, quantity, price and amount, and the rate if rates differ.
    itemColumns: rates.size > 1 ? 5 : 4,
    // A single rate is printed once, in the summary.
    hasItemTaxes: rates.size > 1,
    hasItemDiscounts: items.some(({ discount, charge }) => discount !== null || charge),
    showItemCode: false,
  }
}

const KIND_OF_ITEM = { isItem: true, isHeading: false, isText: false, isSubtotal: false }

/** An item without figures, for templates that do not know headings. */
function textLineView(line: Exclude<Line<Item>, { kind: 'item' }>, context: DocumentContext): View {
  const { kind, description, details, sumMinor } = line
  const { format, labels } = context
  const isSubtotal = kind === 'subtotal'
  return {
    ...{ isItem: false, isHeading: kind === 'heading', isText: kind === 'text', isSubtotal },
    description: description ?? labels.subtotalLabel,
    notes: details ?? '',
    ...{ position: '', itemCode: '', quantity: '', unit: '', quantityText: '' },
    ...{ unitPrice: '', unitPricePlain: '', discount: '', taxRate: '', taxMark: '', taxText: '' },
    lineTotal: isSubtotal ? format.money(sumMinor) : '',
    lineTotalPlain: isSubtotal ? format.amount(sumMinor) : '',
  }
}

/** The taxes or pairs of taxes of the items, discounts and charges. */
function taxesOf({ items, discounts, charges, taxes }: DocumentContext['invoice']) {
  if (!taxes.some(({ second }) => second)) return new Set(taxes.map(rowKey))
  return new Set([...items, ...discounts, ...charges].map(({ tax }) => taxKey(tax)))
}

function itemView(item: Item, index: number, context: DocumentContext): View {
  const { format, labels, invoice } = context
  const { durationSeconds: seconds } = item
  const isTimed = seconds != null
  const quantity = (isTimed && durationText(seconds)) || format.quantity(item.quantityMicro)
  const unit = isTimed
    ? 'h'
    : item.unit === null || item.unit === ''
      ? ''
      : format.unit(item.unit, item.quantityMicro)
  return {
    ...KIND_OF_ITEM,
    position: index + 1,
    description: item.description,
    // Always present: a section would otherwise find the notes of the document.
    notes: [indianItemCode(item, invoice.seller), item.details].filter(Boolean).join('\n'),
    itemCode: '',
    quantity,
    unit,
    quantityText: unit === '' ? quantity : `${quantity} ${unit}`,
    unitPrice: `${format.priceMoney(item.unitPriceMicro)}${perUnits(item)}`,
    unitPricePlain: `${format.price(item.unitPriceMicro)}${perUnits(item)}`,
    discount: adjustments(item).join(', '),
    ...itemTaxView(item.tax, context),
    lineTotal: format.money(item.totalMinor),
    lineTotalPlain: format.amount(item.totalMinor),
  }

  function perUnits({ priceBaseQuantityMicro: base }: Item): string {
    if (base != null) return ` / ${format.quantity(base)}`
    // The quantity is in hours, whatever the price is for.
    return isTimed && item.unit !== null && item.unit !== 'HUR'
      ? ` / ${format.unit(item.unit, MICRO)}`
      : ''
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

/** A document charge as a line, for older templates without a row for charges. */
function chargeView(charge: DocumentAdjustment, index: number, context: DocumentContext): View {
  const { format, labels } = context
  const { reason, value, amountMinor, tax } = charge
  const name = reason ?? labels.chargeLabel
  const amount = format.money(amountMinor)
  const plain = format.amount(amountMinor)
  const quantity = format.quantity(MICRO)
  return {
    ...KIND_OF_ITEM,
    position: index + 1,
    description: value.kind === 'percent' ? `${name} ${format.percent(value.percentMicro)}` : name,
    notes: '',
    itemCode: '',
    quantity,
    unit: '',
    quantityText: quantity,
    unitPrice: amount,
    unitPricePlain: plain,
    discount: '',
    ...itemTaxView(tax, context),
    lineTotal: amount,
    lineTotalPlain: plain,
  }
}

function itemTaxView(tax: ItemTax, { format, labels, invoice }: DocumentContext): View {
  const rate = format.percent(tax.rateMicro)
  const { second } = tax
  const secondRate = second && format.percent(second.rateMicro)
  return {
    taxRate: secondRate ? `${rate} + ${secondRate}` : rate,
    taxMark: taxMark(invoice.taxes, tax),
    taxText:
      tax.category === 'O'
        ? ''
        : [
            taxText(tax, rate, labels),
            ...(secondRate ? [taxText(second, secondRate, labels)] : []),
          ].join(' + '),
  }
}
