import { formatMinor, sumOf } from '@billwright/money'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import type { TemplateRef } from '../contents/contents.ts'
import { earlyPaymentView } from '../contents/early-payment.ts'
import { amountsView, contentsView, namesView } from '../contents/view.ts'
import { customerView } from '../customers/view.ts'
import { paymentView } from '../ledger/payment-view.ts'
import type { Settlement } from './credit-notes/settlement.ts'
import type { InvoiceExpansion } from './inner/expansion.ts'
import type { CreditNoteRef, DeductionRef, DepositRef, Invoice, StoredInvoice } from './invoice.ts'
import { daysLate, displayStatus, dueMinor, isOverdue, isPartiallyPaid } from './lifecycle.ts'
import type { InvoiceEntry, InvoiceSums, ListedInvoice } from './list/list.ts'
import { versionTag } from './version-tag.ts'

/** An invoice with the values that are read live. */
export interface InvoiceDetails {
  readonly invoice: Invoice
  /** The current template. */
  readonly template: TemplateRef
  readonly today: string
  /** The credit notes that correct it, oldest first. */
  readonly creditNotes: readonly CreditNoteRef[]
  /** How an issued credit note was used; else null. */
  readonly settlement: Settlement | null
  /** The deposits that it deducts, oldest first. */
  readonly deposits: readonly DepositRef[]
  /** The invoice that deducts it, drafts included. */
  readonly deductedBy: DeductionRef | null
  readonly shareToken: string | null
  readonly shareUrl: string | null
}

export function invoiceView(details: InvoiceDetails) {
  const { invoice, template, today, creditNotes, shareToken, shareUrl } = details
  return {
    id: invoice.id,
    type: invoice.type,
    number: invoice.number,
    status: invoice.status,
    display_status: displayStatus(invoice, today),
    overdue: isOverdue(invoice, today),
    partially_paid: isPartiallyPaid(invoice),
    ...contentsView(invoice),
    ...earlyPaymentView(invoice),
    corrects: invoice.corrects && {
      id: invoice.corrects.id,
      number: invoice.corrects.number,
      issue_date: invoice.corrects.issueDate,
    },
    recurring: invoice.recurring ?? null,
    quote_id: invoice.quoteId ?? null,
    credit_notes: creditNotes.map((note) => creditNoteView(note, invoice.currency)),
    settlement: settlementView(details),
    deposits: details.deposits.map((deposit) => depositView(deposit, invoice)),
    deducted_by: details.deductedBy,
    totals: totalsView(invoice),
    template,
    share_token: shareToken,
    share_url: shareUrl,
    published_at: invoice.publishedAt,
    mail: invoice.mail,
    ...stampsOf(invoice),
    issued_at: invoice.issuedAt,
  }
}

const creditNoteView = (note: CreditNoteRef, currency: string) => ({
  id: note.id,
  number: note.number,
  status: note.status,
  issue_date: note.issueDate,
  total: formatMinor(note.totalMinor, currency),
})

/** The public view shows it the same way. */
export function settlementView({ settlement, invoice }: InvoiceDetails) {
  if (settlement === null) return null
  const minor = (amount: bigint) => formatMinor(amount, invoice.currency)
  return {
    set_off: minor(settlement.setOffMinor),
    refunded: minor(settlement.refundedMinor),
    on_account: minor(settlement.onAccountMinor),
    refund_due: minor(settlement.refundDueMinor),
  }
}

const depositView = (deposit: DepositRef, { items, currency }: Invoice) => ({
  id: deposit.id,
  number: deposit.number,
  status: deposit.status,
  issue_date: deposit.issueDate,
  total: formatMinor(deposit.totalMinor, currency),
  due: formatMinor(deposit.dueMinor, currency),
  deducted: formatMinor(
    -sumOf(items.filter(({ deducts }) => deducts === deposit.id).map((it) => it.totalMinor)),
    currency,
  ),
})

export function invoiceEntryView(entry: InvoiceEntry, today: string) {
  const { type, status, dueDate, paidMinor, creditedMinor } = entry
  const claim = { type, status, dueDate, paidMinor, creditedMinor, totals: entry }
  return {
    ...namesView(entry),
    id: entry.id,
    type: entry.type,
    role: entry.role,
    number: entry.number,
    status: entry.status,
    display_status: displayStatus(claim, today),
    overdue: isOverdue(claim, today),
    partially_paid: isPartiallyPaid(claim),
    customer_id: entry.customerId,
    customer_name: entry.customerName,
    customer_email: entry.customerEmail,
    issue_date: entry.issueDate,
    due_date: entry.dueDate,
    days_late: daysLate(claim, today),
    currency: entry.currency,
    net: formatMinor(entry.netMinor, entry.currency),
    tax: formatMinor(entry.taxMinor, entry.currency),
    total: formatMinor(entry.totalMinor, entry.currency),
    due: formatMinor(dueMinor(claim), entry.currency),
    published: entry.published,
    mail: entry.mail,
    ...stampsOf(entry),
    etag: versionTag(entry.version),
  }
}

/** With what the list knows besides the invoice. */
export const invoiceListView = (entry: ListedInvoice, today: string) => ({
  ...invoiceEntryView(entry, today),
  reminder_level: entry.reminderLevel,
})

export const invoiceExpandedView = (expansion: InvoiceExpansion | undefined, today: string) =>
  expansion && {
    ...(expansion.customer && { customer: customerView(expansion.customer) }),
    ...(expansion.payments && { payments: expansion.payments.map(paymentView) }),
    ...(expansion.creditNotes && {
      credit_notes: expansion.creditNotes.map((note) => invoiceEntryView(note, today)),
    }),
    ...(expansion.shareLinks && {
      share_links: expansion.shareLinks.map(({ token, url, publishedAt }) => ({
        token,
        url,
        published_at: publishedAt,
      })),
    }),
  }

/** The totals of the contents, with what is paid and due. */
export function totalsView(invoice: StoredInvoice | Invoice) {
  const minor = (amount: bigint) => formatMinor(amount, invoice.currency)
  return {
    ...amountsView(invoice).totals,
    paid: minor(invoice.paidMinor),
    credited: minor(invoice.creditedMinor),
    due: minor(dueMinor(invoice)),
  }
}

export const sumsView = ({ count, isComplete, currencies }: InvoiceSums) => ({
  count,
  complete: isComplete,
  currencies: currencies.map(({ currency, count, totalMinor, dueMinor }) => ({
    currency,
    count,
    total: formatMinor(totalMinor, currency),
    due: formatMinor(dueMinor, currency),
  })),
})
