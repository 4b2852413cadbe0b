import { currentSettings } from '../../../../company/settings/read.ts'
import type { Settings } from '../../../../company/settings/settings.ts'
import type { FileCopy } from '../../../../core/files/file.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { isPaperOnly, requiredProfile } from '../../../../einvoicing/documents/validation.ts'
import { eInvoiceXml } from '../../../../einvoicing/documents/write.ts'
import { requireDeliveryNote } from '../../../../paper/delivery-notes/read.ts'
import { printedOf, printedPaper } from '../../../../paper/printing/document-source.ts'
import type { Formatter } from '../../../../paper/printing/format.ts'
import { wordsFor } from '../../../../paper/printing/labels/labels.ts'
import { collectSentence } from '../../../../paper/printing/letter-view.ts'
import { findCollected } from '../../../../paper/printing/print.ts'
import { earlyPaymentText } from '../../../../paper/printing/skonto.ts'
import { invoiceKindOf, titleOf } from '../../../../paper/printing/view.ts'
import { dayOf } from '../../../../platform/clock.ts'
import { readCustomerStatement } from '../../../../receivables/balances/read-customer-statement.ts'
import type { Collection } from '../../../../receivables/collections/collection.ts'
import { findActiveCollection } from '../../../../receivables/collections/read.ts'
import { requireMethod } from '../../../../receivables/methods/read.ts'
import { getPayment } from '../../../../receivables/payments/read.ts'
import { payableMinor } from '../../../../sales/contents/totals/payable.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import { requireCustomer } from '../../../../sales/customers/read.ts'
import { dueMinor } from '../../../../sales/invoices/lifecycle.ts'
import { getInvoice } from '../../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../../sales/invoices/view.ts'
import { depositMinor } from '../../../../sales/quotes/invoicing.ts'
import type { QuoteDetails } from '../../../../sales/quotes/view.ts'
import { shownFilesOfQuote } from '../../../../sales/uploads/uploads.ts'
import { deliveryNoteIsVoid, invoiceIsDraft, invoiceIsVoid } from '../../inner/errors.ts'
import type { SendBody, StatementSendBody } from '../../inner/schema.ts'
import { NUMBER_TO_COME } from '../../inner/words/fill.ts'
import { mailWordsFor } from '../../inner/words/words.ts'
import type { AttachmentKind, Message, PlannedAttachment, Subject } from '../../message.ts'
import { type MessageDraft, toFileName } from './compose.ts'

export interface Prepared {
  readonly subject: Subject
  readonly matter: MessageDraft
  readonly print: Message['content']['print']
}

export const NO_DAYS = {
  issueDate: null,
  dueDate: null,
  periodStart: null,
  periodEnd: null,
  n: null,
  of: null,
}

export async function prepareInvoice(
  work: ReadWork,
  details: InvoiceDetails,
  body: SendBody,
): Promise<Prepared> {
  const { invoice, shareUrl } = details
  const current = await currentSettings(work)
  const customer = await requireCustomer(work, invoice.customerId)
  const isNote = invoice.type === 'credit_note'
  const due = dueMinor(invoice)
  const printed = printedOf(details).invoice
  const attach = attachmentsOf(details, customer, current, body)
  await checkEInvoices(work, details, attach)
  const collection = await findActiveCollection(work, invoice.id)
  const notice = collection && (await chargeNoticeOf(work, collection))
  const collected = await findCollected(work, invoice)
  // The message about a direct debit by file says what the document says. It is the notice.
  const debitText = (format: Formatter): string =>
    collectSentence({
      ...{ invoice: { ...printed, language: format.locale }, format, dueMinor: due },
      ...(collected !== null && { collected }),
      labels: wordsFor(format.locale).labels,
    }) ?? ''
  const isCollected = due > 0n && (collected !== null || printed.debit !== undefined)
  return {
    subject: { type: 'invoice', id: invoice.id },
    print: notice?.print ?? {},
    matter: {
      kind: isNote ? 'credit_note' : 'invoice',
      ...headOf(invoice, customer),
      days: daysOf(details),
      values: (format) => {
        const { locale, money, date } = format
        const { labels } = wordsFor(locale)
        const isWhole = due > 0n && invoice.paidMinor === 0n && !isNote
        const print = { invoice: printed, format, labels, isDated: true }
        return {
          document: titleOf(printed, labels),
          the_document: mailWordsFor(locale).documents[invoiceKindOf(printed)],
          number: invoice.number ?? NUMBER_TO_COME,
          total: money(payableMinor(invoice.totals)),
          due: due > 0n ? money(due) : '',
          pay_by:
            due > 0n && invoice.dueDate !== null && !isNote && !isCollected
              ? date(invoice.dueDate)
              : '',
          early_payment: isWhole ? earlyPaymentText(print, details.today) : '',
          corrects: invoice.corrects?.number ?? '',
        }
      },
      after: notice?.after ?? (isCollected ? debitText : undefined),
      link: hasLink(body, current) ? shareUrl : null,
      linkTo: { type: 'invoice', id: invoice.id },
      attach,
    },
  }
}

/**
 * The sentences that announce an automatic charge: amount, day, payment method, and how to stop it. The
 * document says them of a debit by file. Undefined if nothing is collected. `print` says on the message
 * which collection it announces, and for which day.
 */
async function chargeNoticeOf(
  work: ReadWork,
  { id, via, nextOn, amountMinor, methodId }: Collection,
) {
  if (nextOn === null) return undefined
  const print = { collection: id, day: nextOn }
  if (via === 'file') return { after: undefined, print }
  const { label } = await requireMethod(work, methodId)
  const after = ({ locale, money, date }: Formatter) =>
    wordsFor(locale)
      .page.payNotice.replace('{method}', () => label)
      .replace('{amount}', money(amountMinor))
      .replace('{day}', date(nextOn))
  return { after, print }
}

/** A charge failed. The message announces the next attempt, if there is one. */
export async function prepareFailedCharge(
  work: ReadWork,
  details: InvoiceDetails,
  { id, via, nextOn, methodId }: Collection,
): Promise<Prepared> {
  const { label } = await requireMethod(work, methodId)
  const prepared = await prepareInvoice(work, details, { attach: [], link: true })
  const { matter, print } = prepared
  return {
    ...prepared,
    print: nextOn === null ? print : { collection: id, day: nextOn },
    matter: {
      ...matter,
      after: via === 'provider' ? matter.after : undefined,
      kind: 'charge_failed',
      values: (formatter) => ({
        ...matter.values(formatter),
        method: label,
        // Of a method at a provider, the notice below says more.
        collect_on: nextOn === null || via === 'provider' ? '' : formatter.date(nextOn),
      }),
    },
  }
}

export async function prepareQuote(
  work: ReadWork,
  { quote, document, shareUrl }: QuoteDetails,
  { attach }: SendBody,
): Promise<Prepared> {
  const { contents } = document
  const customer = await requireCustomer(work, contents.customerId)
  const name = toFileName(quote.number ?? 'quote', 'pdf')
  const { mailAttach } = await currentSettings(work)
  const deposit = depositMinor(quote)
  const kinds = attach ?? ['pdf', ...(mailAttach.files ? (['files'] as const) : [])]
  const files = kinds.includes('files') ? await shownFilesOfQuote(work, quote) : []
  return {
    subject: { type: 'quote', id: quote.id },
    print: {},
    matter: {
      kind: 'quote',
      ...headOf(contents, customer),
      days: { ...NO_DAYS, date: document.today, issueDate: contents.issueDate },
      values: (format) => {
        const { locale, money, date } = format
        const invoice = printedPaper(contents, quote.number)
        const print = { invoice, format, labels: wordsFor(locale).labels, isDated: false }
        return {
          number: quote.number ?? NUMBER_TO_COME,
          total: money(payableMinor(contents.totals)),
          valid_until: quote.validUntil === null ? '' : date(quote.validUntil),
          deposit: deposit === null ? '' : money(deposit),
          early_payment: earlyPaymentText(print, document.today),
        }
      },
      // Without its link the customer cannot answer.
      link: shareUrl,
      linkTo: { type: 'quote', id: quote.id },
      attach: [
        ...(kinds.includes('pdf') ? [{ kind: 'pdf' as const, name }] : []),
        ...files.map(toPlanned),
      ],
    },
  }
}

export async function prepareDeliveryNote(
  work: ReadWork,
  noteId: string,
  { attach }: SendBody,
): Promise<Prepared> {
  const { id, number, status, date, customerId, content } = await requireDeliveryNote(work, noteId)
  if (status === 'void') throw deliveryNoteIsVoid()
  const kinds = attach ?? ['pdf']
  return {
    subject: { type: 'delivery_note', id },
    print: {},
    matter: {
      kind: 'delivery_note',
      ...headOf(content, await requireCustomer(work, customerId)),
      days: { ...NO_DAYS, date },
      values: () => ({ number }),
      link: null,
      attach: kinds.includes('pdf') ? [{ kind: 'pdf', name: toFileName(number, 'pdf') }] : [],
    },
  }
}

/** An invalid e-invoice is refused now, not when the message is sent. */
async function checkEInvoices(
  work: ReadWork,
  details: InvoiceDetails,
  attach: readonly PlannedAttachment[],
): Promise<void> {
  for (const { kind } of attach)
    if (kind !== 'pdf' && kind !== 'files')
      await eInvoiceXml(work, details, {
        format: kind === 'factur-x-france' ? 'france' : kind,
      })
}

export async function prepareReceipt(
  work: ReadWork,
  { id, paymentId }: { readonly id: string; readonly paymentId: string },
  body: SendBody,
): Promise<Prepared> {
  const { payment } = await getPayment(work, id, paymentId)
  const details = await getInvoice(work, id)
  requireIssued(details)
  const prepared = await prepareInvoice(work, details, { attach: ['pdf'], ...body })
  const { matter } = prepared
  return {
    ...prepared,
    // A receipt announces no charge.
    print: {},
    matter: {
      ...matter,
      after: undefined,
      kind: 'receipt',
      values: (formatter) => ({
        ...matter.values(formatter),
        amount: formatter.money(payment.amountMinor),
      }),
    },
  }
}

export async function prepareStatement(
  work: ReadWork,
  customerId: string,
  { from, until, currency, ...body }: StatementSendBody,
): Promise<Prepared> {
  const query = { from, to: until, currency }
  const statement = await readCustomerStatement(work, customerId, query)
  const customer = await requireCustomer(work, customerId)
  const current = await currentSettings(work)
  const days = { periodStart: statement.from, periodEnd: statement.to }
  const attach = body.attach ?? ['pdf']
  return {
    subject: { type: 'statement', id: customerId },
    print: {
      from: statement.from,
      to: statement.to,
      ...(currency === undefined ? {} : { currency }),
    },
    matter: {
      kind: 'statement',
      language: customer.language ?? current.locale,
      currency: customer.currency ?? current.currency,
      customer,
      customerName: customer.name,
      contactName: customer.contactName,
      companyName: current.companyName,
      days: { ...NO_DAYS, ...days, date: dayOf(work.at, current.timeZone) },
      values: () => ({}),
      link: null,
      attach: attach.includes('pdf')
        ? [{ kind: 'pdf', name: toFileName(`statement-${statement.to}`, 'pdf') }]
        : [],
    },
  }
}

export function requireIssued({ invoice }: InvoiceDetails): void {
  if (invoice.status === 'draft') throw invoiceIsDraft()
  if (invoice.status === 'void') throw invoiceIsVoid()
}

export const hasLink = ({ link }: SendBody, { mailLink }: Settings): boolean => link ?? mailLink

interface Headed extends Pick<MessageDraft, 'language' | 'currency'> {
  readonly buyer: { readonly name: string; readonly contactName: string | null }
  readonly seller: { readonly name: string }
}

/** Language and names as they are on the document. */
export const headOf = ({ language, currency, buyer, seller }: Headed, customer: Customer) => ({
  language,
  currency,
  customer,
  customerName: buyer.name,
  contactName: buyer.contactName,
  companyName: seller.name,
})

export const daysOf = ({ invoice, today }: InvoiceDetails) => ({
  date: today,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  periodStart: invoice.periodStart,
  periodEnd: invoice.periodEnd,
  n: null,
  of: null,
})

/** By the request, else by the settings and the customer's profile. */
function attachmentsOf(
  { invoice }: InvoiceDetails,
  customer: Customer,
  current: Settings,
  { attach }: SendBody,
): readonly PlannedAttachment[] {
  const wanted = attach ?? defaultKinds(current, requiredProfile(invoice, customer, current))
  const kinds = isPaperOnly(invoice) ? [...new Set(wanted.map(asPaper))] : wanted
  const { files = [] } = invoice
  return kinds.flatMap((kind) =>
    kind === 'files'
      ? files.map(toPlanned)
      : [{ kind, name: fileNameOf(invoice.number ?? invoice.id, kind) }],
  )
}

const asPaper = (kind: AttachmentKind): AttachmentKind => (kind === 'files' ? kind : 'pdf')

const toPlanned = ({ name }: FileCopy): PlannedAttachment => ({ kind: 'files', name })

/** Only the hybrid PDF, because the same XML beside it would count as a second invoice. */
function defaultKinds(
  { mailAttach }: Settings,
  profile: ReturnType<typeof requiredProfile>,
): readonly AttachmentKind[] {
  const pdf: readonly AttachmentKind[] = mailAttach.pdf ? ['pdf'] : []
  const files: readonly AttachmentKind[] = mailAttach.files ? ['files'] : []
  if (mailAttach.eInvoice === 'none' || profile === null) return [...pdf, ...files]
  // The state's own network delivers these.
  if (profile === 'fatturapa' || profile === 'ksef') return [...pdf, ...files]
  if (profile === 'france') return ['factur-x-france', ...files]
  if (profile === 'en16931' || profile === 'factur-x') return ['factur-x', ...files]
  return [...pdf, profile, ...files]
}

const fileNameOf = (number: string, kind: AttachmentKind): string =>
  toFileName(number, kind === 'pdf' || kind.startsWith('factur-x') ? 'pdf' : 'xml')
