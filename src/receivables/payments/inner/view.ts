import type { Customer } from '../../../sales/customers/customer.ts'
import { customerView } from '../../../sales/customers/view.ts'
import type { InvoiceEntry } from '../../../sales/invoices/list/list.ts'
import { invoiceEntryView } from '../../../sales/invoices/view.ts'
import { paymentView } from '../../../sales/ledger/payment-view.ts'
import type { PaymentEntry } from '../payment-entry.ts'

/** The requested related resources of a payment. */
export interface PaymentExpansion {
  readonly customer?: Customer | undefined
  readonly invoice?: InvoiceEntry | undefined
  readonly today: string
}

export const paymentExpandedView = (expansion: PaymentExpansion | undefined) =>
  expansion && {
    ...(expansion.customer && { customer: customerView(expansion.customer) }),
    ...(expansion.invoice && { invoice: invoiceEntryView(expansion.invoice, expansion.today) }),
  }

export const paymentEntryView = (payment: PaymentEntry) => ({
  ...paymentView(payment),
  invoice_number: payment.invoiceNumber,
  customer_id: payment.customerId,
})
