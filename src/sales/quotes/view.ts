import { formatMicro, formatMinor } from '@billwright/money'
import { earlyPaymentView } from '../contents/early-payment.ts'
import { INVOICE_ONLY } from '../contents/fields.ts'
import type { ContentsDetails } from '../contents/live.ts'
import { contentsRecord, contentsView, namesView, ofItems } from '../contents/view.ts'
import { statedAmount } from '../contents/withholdings.ts'
import type { Customer } from '../customers/customer.ts'
import { customerView } from '../customers/view.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { billedOf, invoicingOf, leftOf } from './invoicing.ts'
import {
  type Answer,
  acceptanceOf,
  countedContent,
  isCounted,
  isExpired,
  type Quote,
} from './quote.ts'

/** A quote with the data that is read with it. */
export interface QuoteDetails {
  readonly quote: Quote
  /** Its contents, with live values before it is opened. */
  readonly document: ContentsDetails
  /** All revisions, oldest first. */
  readonly family: readonly Quote[]
  /** The invoices that bill it. */
  readonly invoices: readonly StoredInvoice[]
  /** The local day on which it was accepted. */
  readonly acceptedOn: string | null
  readonly shareToken: string | null
  readonly shareUrl: string | null
}

export function quoteView(details: QuoteDetails) {
  const { quote, document, family, shareToken, shareUrl } = details
  const { items, ...contents } = contentsView(document.contents, (item) => isCounted(quote, item))
  return {
    id: quote.id,
    number: quote.number,
    status: quote.status,
    expired: isExpired(quote, document.today),
    revision: quote.revision,
    revisions: family.map(({ id, revision, number, status }) => ({ id, revision, number, status })),
    valid_until: quote.validUntil,
    terms_text: quote.termsText,
    on_accept: quote.onAccept,
    deposit_percent: percentView(quote),
    ...omit(contents, INVOICE_ONLY),
    // Sent back, the share of the selected items would be divided again.
    withholdings: contents.withholdings.map((entry, at) => ({
      ...entry,
      amount: statedAmount(document.contents, at) ?? entry.amount,
    })),
    ...earlyPaymentView({ ...document.contents, creditedMinor: 0n }, false),
    template: document.template,
    items: ofItems(items, ({ deducts: _, ...item }) => ({ ...item, ...choiceOf(quote, item.id) })),
    document_hash: quote.documentHash,
    acceptance: answerView(acceptanceOf(quote)),
    answers: quote.answers.map((answer) => answerView(answer)),
    invoicing: invoicingView(details),
    share_token: shareToken,
    share_url: shareUrl,
    version: quote.version,
    opened_at: quote.openedAt,
    answered_at: quote.answeredAt,
    created_at: quote.createdAt,
    updated_at: quote.updatedAt,
  }
}

const percentView = ({ depositPercentMicro }: Quote): string | null =>
  depositPercentMicro === null ? null : formatMicro(depositPercentMicro)

const omit = <T extends object, K extends string>(value: T, names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(
    Object.entries(value).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as Omit<T, K>

export const choiceOf = (quote: Pick<Quote, 'optional'>, id: string) => ({
  optional: Object.hasOwn(quote.optional, id),
  selected: isCounted(quote, { id }),
})

function invoicingView({ quote, invoices }: QuoteDetails) {
  const content = countedContent(quote)
  const { state, netMinor, restMinor } = invoicingOf(content, invoices)
  const minor = (amount: bigint) => formatMinor(amount, content.currency)
  return {
    state,
    net: minor(netMinor),
    rest: minor(restMinor),
    items: billedOf(content, invoices).map((billed) => ({
      id: billed.itemId,
      invoiced: formatMicro(billed.invoicedMicro),
      left: formatMicro(leftOf(billed)),
    })),
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      status: invoice.status,
      kind: invoice.kind,
      issue_date: invoice.issueDate,
      total: formatMinor(invoice.totals.totalMinor, invoice.currency),
    })),
  }
}

const answerView = (answer: Answer | null) =>
  answer && {
    kind: answer.kind,
    at: answer.at,
    by: answer.by,
    name: answer.name,
    email: answer.email,
    note: answer.note,
    address: answer.address,
    browser: answer.browser,
    document_hash: answer.documentHash,
    pdf_sha256: answer.pdfSha256,
    consent: answer.consent,
    language: answer.language,
    selected: [...answer.selected],
    total: answer.total,
  }

export const quoteExpandedView = (customer: Customer | undefined) =>
  customer && { customer: customerView(customer) }

export const quoteEntryView = (quote: Quote, today: string) => ({
  id: quote.id,
  number: quote.number,
  status: quote.status,
  expired: isExpired(quote, today),
  revision: quote.revision,
  customer_id: quote.content.customerId,
  customer_name: quote.customerName,
  issue_date: quote.content.issueDate,
  valid_until: quote.validUntil,
  currency: quote.content.currency,
  net: formatMinor(quote.content.totals.netMinor, quote.content.currency),
  tax: formatMinor(quote.content.totals.taxMinor, quote.content.currency),
  total: formatMinor(quote.content.totals.totalMinor, quote.content.currency),
  answered_at: quote.answeredAt,
  ...namesView(quote.content),
})

/** A quote in wire names, for comparing and storing changes. */
export function quoteAuditView(quote: Quote): Readonly<Record<string, unknown>> {
  return {
    ...contentsRecord(quote.content),
    number: quote.number,
    status: quote.status,
    revision: quote.revision,
    valid_until: quote.validUntil,
    terms_text: quote.termsText,
    on_accept: quote.onAccept,
    deposit_percent: percentView(quote),
    optional: quote.optional,
    share: quote.shareHash,
    answers: quote.answers.map((answer) => answerView(answer)),
  }
}

/** The data of an event: no names, texts or addresses. */
export const quoteEventData = (quote: Quote) => ({
  id: quote.id,
  number: quote.number,
  status: quote.status,
  revision: quote.revision,
  customer_id: quote.content.customerId,
  currency: quote.content.currency,
  total: formatMinor(quote.content.totals.totalMinor, quote.content.currency),
  valid_until: quote.validUntil,
  version: quote.version,
})
