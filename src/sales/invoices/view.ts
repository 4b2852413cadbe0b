import { formatMicro, formatMinor, formatPrice, sumOf } from '@billwright/money'
import { copyView } from '../../core/files/file.ts'
import { type Values, view } from '../../kernel/fields/field.ts'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import { customerView } from '../customers/view.ts'
import type { Settlement } from './credit-notes/settlement.ts'
import { declaredView, NAMES, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import type { InvoiceExpansion } from './inner/expansion.ts'
import { versionTag } from './inner/version-tag.ts'
import type {
  Adjustment,
  CreditNoteRef,
  DeductionRef,
  DepositRef,
  DocumentAdjustment,
  Invoice,
  Item,
  ItemTax,
  TemplateRef,
} from './invoice.ts'
import { daysLate, displayStatus, dueMinor, isOverdue, isPartiallyPaid } from './lifecycle.ts'
import type { InvoiceEntry, InvoiceSums, ListedInvoice } from './list/list.ts'
import { BUYER_FIELDS, SELLER_FIELDS } from './parties.ts'
import { paymentView } from './payments/view.ts'
import { keptOf, payableMinor } from './totals/payable.ts'

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
    customer_id: invoice.customerId,
    customer_name: invoice.buyer.name,
    customer: view(BUYER_FIELDS, invoice.buyer),
    seller: view(SELLER_FIELDS, invoice.seller),
    ...declaredView(invoice),
    corrects: invoice.corrects && {
      id: invoice.corrects.id,
      number: invoice.corrects.number,
      issue_date: invoice.corrects.issueDate,
    },
    recurring: invoice.recurring ?? null,
    quote_id: invoice.quoteId ?? null,
    files: invoice.files?.map(copyView) ?? [],
    credit_notes: creditNotes.map((note) => creditNoteView(note, invoice.currency)),
    settlement: settlementView(details),
    deposits: details.deposits.map((deposit) => depositView(deposit, invoice)),
    deducted_by: details.deductedBy,
    ...amountsView(invoice),
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

/** How other systems name the resource, in its list. */
export const namesView = (content: Values<typeof NAMES>) => view(NAMES, content)

export function invoiceEntryView(entry: InvoiceEntry, today: string) {
  const claim = { ...entry, totals: entry }
  return {
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
    ...namesView(entry),
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

/** The data of a stored invoice without its parties. */
type Content = Omit<Invoice, 'seller' | 'buyer'>

/** Items, discounts, charges, taxes and totals; the public view has the same. */
export function amountsView(invoice: Content) {
  const { currency, totals } = invoice
  const minor = (amount: bigint) => formatMinor(amount, currency)
  return {
    items: invoice.items.map((item) => itemView(item, currency)),
    discounts: invoice.discounts.map((entry) => documentAdjustmentView(entry, currency)),
    charges: invoice.charges.map((entry) => documentAdjustmentView(entry, currency)),
    totals: {
      subtotal: minor(totals.subtotalMinor),
      discount: minor(totals.discountMinor),
      charge: minor(totals.chargeMinor),
      net: minor(totals.netMinor),
      tax: minor(totals.taxMinor),
      rounding: minor(totals.roundingMinor),
      total: minor(totals.totalMinor),
      ...payableView(invoice),
      paid: minor(invoice.paidMinor),
      credited: minor(invoice.creditedMinor),
      due: minor(dueMinor(invoice)),
    },
    taxes: invoice.taxes.map((tax) => ({
      category: tax.category,
      rate: formatMicro(tax.rateMicro),
      reason: tax.reason,
      reason_code: tax.reasonCode ?? null,
      taxable: minor(tax.taxableMinor),
      amount: minor(tax.amountMinor),
    })),
  }
}

/** Absent where the customer transfers the total. */
function payableView(invoice: Content) {
  if (invoice.totals.payableMinor === undefined) return {}
  const { withheldMinor, splitMinor } = keptOf(invoice)
  return {
    ...(withheldMinor !== 0n && { withheld: formatMinor(withheldMinor, invoice.currency) }),
    ...(splitMinor !== 0n && { split_tax: formatMinor(splitMinor, invoice.currency) }),
    payable: formatMinor(payableMinor(invoice.totals), invoice.currency),
  }
}

const itemView = (item: Item, currency: string) => ({
  id: item.id,
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

const documentAdjustmentView = (entry: DocumentAdjustment, currency: string) => ({
  reason: entry.reason,
  reason_code: entry.reasonCode ?? null,
  ...(entry.value.kind === 'percent' ? { percent: formatMicro(entry.value.percentMicro) } : {}),
  amount: formatMinor(entry.amountMinor, currency),
  tax: taxView(entry.tax),
})

const adjustmentView = (value: Adjustment, currency: string) =>
  value.kind === 'percent'
    ? { percent: formatMicro(value.percentMicro) }
    : { amount: formatMinor(value.amountMinor, currency) }

const taxView = ({ category, rateMicro, reason, reasonCode, preset }: ItemTax) => ({
  category,
  rate: formatMicro(rateMicro),
  reason,
  reason_code: reasonCode ?? null,
  preset: preset ?? null,
})

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
