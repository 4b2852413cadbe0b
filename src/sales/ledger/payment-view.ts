import { formatMinor } from '@billwright/money'
import type { Payment } from './payment.ts'

export const paymentView = (payment: Payment) => ({
  id: payment.id,
  invoice_id: payment.invoiceId,
  amount: formatMinor(payment.amountMinor, payment.currency),
  currency: payment.currency,
  paid_at: payment.paidAt,
  method: payment.method,
  reference: payment.reference,
  source: payment.source,
  note: payment.note,
  automatic: payment.automatic,
  account_entry_id: payment.accountEntryId,
  created_at: payment.createdAt,
})
