import { formatMicro, MICRO_DIGITS, TAX_CATEGORIES } from '@billwright/money'
import { findUnitCode } from '../../../../kernel/fields/units.ts'
import { table } from '../../../../kernel/table.ts'
import type { ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import type { ItemBody } from '../../../../sales/contents/input-schema.ts'
import type { InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import type { InvoiceStatus } from '../../../../sales/invoices/invoice.ts'
import { dayOf, flagOf, instantOf, textOf, toScaled } from '../source-values.ts'
import { noteOf, type PlacelessNote } from './notes.ts'
import type { InvioInvoice, InvioItem } from './source.ts'

/** An invoice of Invio, converted. */
export interface BroughtInvoice {
  readonly sourceId: string
  /** Its name in Invio, even if it is only the name of a draft. */
  readonly label: string
  readonly status: InvoiceStatus
  readonly wasOverdue: boolean
  readonly body: Omit<InvoiceCreateBody, 'customer_id' | 'due_date'>
  /** Separate, because Invio accepts any date, even one before the issue date. */
  readonly dueDate: string | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly issuedAt: string | null
  readonly payment: { readonly day: string | null; readonly method: string | null } | null
  readonly notes: readonly PlacelessNote[]
}

const STATUSES = table<InvoiceStatus>({
  draft: 'draft',
  sent: 'sent',
  overdue: 'sent',
  complete: 'paid',
  paid: 'paid',
  voided: 'void',
})

/** UNECE Recommendation 20. */
const UNITS = table<string>({
  piece: 'C62',
  pieces: 'C62',
  pcs: 'C62',
  m: 'MTR',
})

const DESCRIPTION_LENGTH_MAX = 1000

/** Never throws: unreadable values become values that the usual checks refuse. */
export function toInvoiceBody(invoice: InvioInvoice): BroughtInvoice {
  const { row, history } = invoice
  const notes: PlacelessNote[] = []
  const label = textOf(row, 'invoice_number') ?? textOf(row, 'id') ?? ''
  const status = STATUSES[textOf(row, 'status') ?? ''] ?? 'draft'
  if (!Object.hasOwn(STATUSES, textOf(row, 'status') ?? ''))
    notes.push(noteOf('status_unknown', { status: String(row.status) }))
  const currency = textOf(row, 'currency')?.toUpperCase()
  const language = textOf(row, 'locale')
  const body = {
    ...(currency === undefined ? {} : { currency }),
    ...(language === null ? {} : { language }),
    issue_date: dayOf(row, 'issue_date') ?? textOf(row, 'issue_date') ?? '',
    prices_include_tax: flagOf(row, 'prices_include_tax'),
    terms: textOf(row, 'payment_terms'),
    notes: textOf(row, 'notes'),
    items: invoice.items.map((item) => toItem(item, invoice, notes)),
    metadata: { invio_id: textOf(row, 'id') ?? '', invio_number: label },
  }
  const changed = (to: readonly string[]) =>
    history.findLast((entry) => to.includes(textOf(entry, 'status') ?? ''))
  const paid = changed(['paid', 'complete'])
  const sent = changed(['sent'])
  return {
    sourceId: textOf(row, 'id') ?? '',
    label,
    status,
    wasOverdue: textOf(row, 'status') === 'overdue',
    body,
    dueDate: dayOf(row, 'due_date'),
    createdAt: instantOf(row, 'created_at'),
    updatedAt: instantOf(row, 'updated_at'),
    issuedAt: (sent && instantOf(sent, 'changed_at')) ?? instantOf(row, 'created_at'),
    payment: status === 'paid' ? paymentOf(row, paid) : null,
    notes: [...new Map(notes.map((note) => [note.message, note])).values()],
  }
}

const paymentOf = (row: ForeignRow, paid: ForeignRow | undefined) => ({
  day: paid ? dayOf(paid, 'changed_at') : dayOf(row, 'updated_at'),
  method: paid ? textOf(paid, 'payment_method') : null,
})

function toItem(item: InvioItem, invoice: InvioInvoice, notes: PlacelessNote[]): ItemBody {
  const { row } = item
  const text = textOf(row, 'description') ?? ''
  const unit = textOf(row, 'unit')
  const code = unit === null ? null : (UNITS[unit.toLowerCase()] ?? findUnitCode(unit))
  if (code === undefined) notes.push(noteOf('unit_unknown', { unit: unit ?? '' }))
  const details = [
    text.slice(DESCRIPTION_LENGTH_MAX),
    textOf(row, 'notes') ?? '',
    code === undefined ? (unit ?? '') : '',
  ].filter((part) => part !== '')
  const { quantity, price } = amountsOf(row, notes)
  return {
    description: text.slice(0, DESCRIPTION_LENGTH_MAX),
    details: details.length === 0 ? null : details.join('\n'),
    quantity,
    unit: code ?? null,
    unit_price: price,
    tax: taxOf(item, invoice, notes),
  }
}

/** A negative price becomes a negative quantity, because only that is allowed (EN 16931 BR-27). */
function amountsOf(row: ForeignRow, notes: PlacelessNote[]) {
  const quantity = toScaled(row.quantity, MICRO_DIGITS)
  const price = toScaled(row.unit_price, MICRO_DIGITS)
  if (quantity?.isExact === false || price?.isExact === false) notes.push(noteOf('amount_rounded'))
  const sign = price && price.scaled < 0n ? -1n : 1n
  if (sign < 0n) notes.push(noteOf('negative_price'))
  return {
    quantity: quantity ? formatMicro(sign * quantity.scaled) : String(row.quantity),
    price: price ? formatMicro(sign * price.scaled) : String(row.unit_price),
  }
}

/** The tax of the item, or else of the invoice. Several taxes on one item are added. */
function taxOf(
  item: InvioItem,
  invoice: InvioInvoice,
  notes: PlacelessNote[],
): NonNullable<ItemBody['tax']> {
  const hasOwn = invoice.items.some(({ taxes }) => taxes.length > 0)
  const percents = hasOwn ? item.taxes.map(({ percent }) => percent) : [rateOfWhole(invoice)]
  if (percents.length > 1) notes.push(noteOf('taxes_added', { rates: percents.join(' + ') }))
  const rate = percents
    .map((percent) => toScaled(percent, MICRO_DIGITS)?.scaled ?? 0n)
    .reduce((sum, scaled) => sum + scaled, 0n)
  const category = item.taxes.length === 1 ? textOf(item.taxes[0] ?? {}, 'category_code') : null
  const isFitting =
    category !== null &&
    TAX_CATEGORIES.some((it) => it === category) &&
    (category === 'S') === rate > 0n
  return { rate: formatMicro(rate), ...(isFitting ? { category } : {}) }
}

function rateOfWhole({ row, taxes }: InvioInvoice): unknown {
  const rate = toScaled(row.tax_rate, MICRO_DIGITS)
  return rate && rate.scaled !== 0n ? row.tax_rate : (taxes[0]?.percent ?? 0)
}
