import { formatMinor } from '@billwright/money'
import type { EventType } from '@billwright/rules/events'
import type { Payment } from '../ledger/payment.ts'
import { partsView } from '../ledger/payment-view.ts'
import type { StoredInvoice } from './invoice.ts'
import { dueMinor } from './lifecycle.ts'

/** A write of an invoice: null before its creation and after its deletion. */
export interface Change {
  readonly before: StoredInvoice | null
  readonly after: StoredInvoice | null
}

/** The events of a write. A change without a specific event is an update. */
export function eventTypesOf({ before, after }: Change): readonly EventType[] {
  if (before === null) return ['invoice.created']
  if (after === null) return ['invoice.deleted']
  const types: EventType[] = []
  if (before.number === null && after.number !== null) types.push('invoice.issued')
  if (isPaidMore(before, after)) types.push('invoice.payment_recorded')
  if (before.status !== 'paid' && after.status === 'paid') types.push('invoice.paid')
  if (before.status !== 'void' && after.status === 'void') types.push('invoice.voided')
  if (before.shareNonce !== after.shareNonce)
    types.push(after.shareNonce === null ? 'invoice.unpublished' : 'invoice.published')
  return [
    ...effectsOf(before, after),
    ...(types.length === 0 ? (['invoice.updated'] as const) : types),
  ]
}

/** A credit note that becomes void gives a discount again, which is no payment. */
const isPaidMore = (before: StoredInvoice, after: StoredInvoice): boolean =>
  after.paidMinor > before.paidMinor && after.creditedMinor >= before.creditedMinor

/** Further events of the balance or the status, beside `invoice.updated`. */
function effectsOf(before: StoredInvoice, after: StoredInvoice): readonly EventType[] {
  const types: EventType[] = []
  if (after.creditedMinor > before.creditedMinor) types.push('invoice.credited')
  if (before.status === after.status) return types
  if (after.status === 'uncollectible') types.push('invoice.written_off')
  if (before.status !== 'draft' && after.status === 'sent') types.push('invoice.reopened')
  return types
}

/** The data of a payment in an event, and the amount due after it. */
export const paymentEventData = (payment: Payment, invoice: StoredInvoice) => ({
  id: payment.id,
  invoice_id: payment.invoiceId,
  invoice_number: invoice.number,
  customer_id: invoice.customerId,
  amount: formatMinor(payment.amountMinor, payment.currency),
  currency: payment.currency,
  paid_at: payment.paidAt,
  method: payment.method,
  reference: payment.reference,
  automatic: payment.automatic,
  ...partsView(payment),
  credit_note_id: payment.creditNoteId,
  due: formatMinor(dueMinor(invoice), invoice.currency),
})

/**
 * The data of an invoice in an event: the fields of its list entry that do not depend on the day.
 * A receiver that needs more reads the invoice.
 */
export const invoiceEventData = (
  invoice: Omit<StoredInvoice, 'seller' | 'buyer' | 'series' | 'sequence'>,
  customerName: string,
) => ({
  id: invoice.id,
  type: invoice.type,
  number: invoice.number,
  status: invoice.status,
  customer_id: invoice.customerId,
  customer_name: customerName,
  issue_date: invoice.issueDate,
  due_date: invoice.dueDate,
  currency: invoice.currency,
  total: formatMinor(invoice.totals.totalMinor, invoice.currency),
  paid: formatMinor(invoice.paidMinor, invoice.currency),
  due: formatMinor(dueMinor(invoice), invoice.currency),
  published: invoice.shareNonce !== null,
  version: invoice.version,
})
