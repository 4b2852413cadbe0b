import {
  allocate,
  formatMicro,
  formatMinor,
  isCurrency,
  MICRO_DIGITS,
  minorDigits,
  percentOf,
} from '@billwright/money'
import type { Rounding, Settings } from '../../../../company/settings/settings.ts'
import type { TemplateRef } from '../../../../sales/contents/contents.ts'
import { NOTHING_AGREED } from '../../../../sales/contents/draft.ts'
import { toBuyer, toSeller } from '../../../../sales/contents/parties.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import { newDraft } from '../../../../sales/invoices/draft.ts'
import type { InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import type { StoredInvoice } from '../../../../sales/invoices/invoice.ts'
import { sourceId } from '../source-id.ts'
import { textOf, toScaled } from '../source-values.ts'
import type { BroughtInvoice } from './invoice.ts'
import type { InvioInvoice } from './source.ts'
import { isSameTotal } from './totals.ts'

interface ImportContext {
  readonly customer: Customer
  /** As in Invio: the seller of its invoices, and the defaults. */
  readonly settings: Settings
  readonly template: TemplateRef
  /** The instant of the import. */
  readonly now: string
}

type Discounts = NonNullable<InvoiceCreateBody['discounts']>

/**
 * The invoice as it is stored here, with totals by our arithmetic. Of the two ways to round tax it
 * takes the one that gives the stored totals; if neither does, the one that Invio names.
 *
 * @throws AppError `invalid_request` with every fault
 */
export function toStoredInvoice(
  brought: BroughtInvoice,
  source: InvioInvoice,
  context: ImportContext,
): StoredInvoice {
  const named: Rounding = textOf(source.row, 'rounding_mode') === 'total' ? 'document' : 'line'
  const other: Rounding = named === 'line' ? 'document' : 'line'
  const first = draftOf(brought, source, { ...context, rounding: named })
  const isSame = isSameTotal(first, source)
  const second = isSame ? first : draftOf(brought, source, { ...context, rounding: other })
  const draft = isSameTotal(second, source) ? second : first
  return brought.status === 'draft' ? draft : frozen(draft, brought, context)
}

function draftOf(
  brought: BroughtInvoice,
  source: InvioInvoice,
  { customer, settings, now, rounding }: ImportContext & { readonly rounding: Rounding },
): StoredInvoice {
  const id = sourceId('inv', `invio:invoice:${brought.sourceId}`)
  const make = (discounts: Discounts): StoredInvoice => {
    let count = 0
    const newItemId = () => sourceId('itm', `invio:item:${brought.sourceId}:${count++}`)
    const context = { settings, customer, today: now.slice(0, 10), now, newItemId }
    const body = { ...brought.body, ...NOTHING_AGREED, due_date: null, rounding, discounts }
    return newDraft(id, { ...body, customer_id: customer.id }, context)
  }
  const undiscounted = make([])
  const discounts = discountsOf(undiscounted, source)
  const draft = discounts.length === 0 ? undiscounted : make(discounts)
  return {
    ...draft,
    dueDate: brought.dueDate,
    createdAt: brought.createdAt ?? now,
    updatedAt: brought.updatedAt ?? brought.createdAt ?? now,
  }
}

/** A discount on the whole: unchanged if there is one tax rate, else split over the rates. */
function discountsOf(draft: StoredInvoice, { row }: InvioInvoice): Discounts {
  const { currency, totals, items } = draft
  const percent = toScaled(row.discount_percentage, MICRO_DIGITS)?.scaled ?? 0n
  const amount = isCurrency(currency)
    ? (toScaled(row.discount_amount, minorDigits(currency))?.scaled ?? 0n)
    : 0n
  if (percent <= 0n && amount <= 0n) return []
  const groups = [...Map.groupBy(items, ({ tax }) => `${tax.category} ${tax.rateMicro}`).values()]
  if (groups.length === 1 && percent > 0n) return [{ percent: formatMicro(percent) }]
  const wanted = percent > 0n ? percentOf(totals.subtotalMinor, percent) : amount
  const whole = wanted > totals.subtotalMinor ? totals.subtotalMinor : wanted
  if (whole <= 0n) return []
  const weights = groups.map((group) => group.reduce((sum, it) => sum + it.totalMinor, 0n))
  const parts = allocate(whole, weights)
  return groups.flatMap(([item], index) => {
    const part = parts[index] ?? 0n
    if (!item || part <= 0n) return []
    const { category, rateMicro } = item.tax
    const tax = { category, rate: formatMicro(rateMicro) }
    return [{ amount: formatMinor(part, currency), tax }]
  })
}

/** Invio issued it, so number, parties, template and language are fixed. */
const frozen = (
  draft: StoredInvoice,
  { status, label, issuedAt }: BroughtInvoice,
  { customer, settings, template, now }: ImportContext,
): StoredInvoice => ({
  ...draft,
  status,
  number: label,
  seller: toSeller(settings),
  buyer: toBuyer(customer),
  template,
  paidMinor: status === 'paid' ? draft.totals.totalMinor : 0n,
  issuedAt: issuedAt ?? now,
})
