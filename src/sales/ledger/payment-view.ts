import { formatMinor } from '@billwright/money'
import type { Payment } from './payment.ts'

export const paymentView = (payment: Payment) => ({
  id: payment.id,
  invoice_id: payment.invoiceId,
  kind: payment.kind,
  amount: formatMinor(payment.amountMinor, payment.currency),
  currency: payment.currency,
  paid_at: payment.paidAt,
  method: payment.method,
  reference: payment.reference,
  source: payment.source,
  note: payment.note,
  automatic: payment.automatic,
  account_entry_id: payment.accountEntryId,
  ...partsView(payment),
  received: payment.received && {
    amount: formatMinor(payment.received.amountMinor, payment.received.currency),
    currency: payment.received.currency,
  },
  reverses_payment_id: payment.reversesId,
  bank_entry_id: payment.bankEntryId,
  credit_note_id: payment.creditNoteId,
  created_at: payment.createdAt,
})

export const partsView = (payment: Payment) => ({
  discount: formatMinor(payment.discountMinor, payment.currency),
  fee: formatMinor(payment.feeMinor, payment.currency),
  write_off: formatMinor(payment.writeOffMinor, payment.currency),
  withheld: formatMinor(payment.withheldMinor, payment.currency),
})
