import { sumOf } from '@billwright/money'
import { currentSettings } from '../../../company/settings/read.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { originOfLinks } from '../../../core/companies/links.ts'
import type { FileCopy } from '../../../core/files/file.ts'
import type { VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { requiredProfile } from '../../../einvoicing/documents/validation.ts'
import { eInvoiceXml } from '../../../einvoicing/documents/write.ts'
import { AppError } from '../../../kernel/errors.ts'
import { requireDeliveryNote } from '../../../paper/delivery-notes/read.ts'
import { printedOf } from '../../../paper/printing/document-source.ts'
import { wordsFor } from '../../../paper/printing/labels/labels.ts'
import { invoiceKindOf, titleOf } from '../../../paper/printing/view.ts'
import { dayOf } from '../../../platform/clock.ts'
import { readCustomerStatement } from '../../../receivables/balances/read-customer-statement.ts'
import { getPayment } from '../../../receivables/payments/read.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../../sales/invoices/lock.ts'
import { noteMail } from '../../../sales/invoices/note.ts'
import { publishInvoice } from '../../../sales/invoices/publish.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import { depositMinor } from '../../../sales/quotes/invoicing.ts'
import { openQuote, requireOpenQuote } from '../../../sales/quotes/open.ts'
import { getQuote } from '../../../sales/quotes/read.ts'
import type { QuoteDetails } from '../../../sales/quotes/view.ts'
import { shownFilesOfQuote } from '../../../sales/uploads/uploads.ts'
import {
  deliveryNoteIsVoid,
  invoiceIsDraft,
  invoiceIsVoid,
  mailNotConfigured,
} from '../inner/errors.ts'
import { mailHtml } from '../inner/layout.ts'
import { findLogo } from '../inner/logo.ts'
import { queueMessage } from '../inner/outbox/queue.ts'
import type { SendBody, StatementSendBody } from '../inner/schema.ts'
import { findMessageTemplate } from '../inner/templates/templates.ts'
import { NUMBER_TO_COME, toHeaderBox } from '../inner/words/fill.ts'
import { mailWordsFor } from '../inner/words/words.ts'
import {
  type AttachmentKind,
  type Message,
  type PlannedAttachment,
  type Subject,
  withoutSecret,
} from '../message.ts'
import type { Sender } from '../transport/transport.ts'
import { getTransport, isTransportReady, mailFromOf, mailSenderOf } from '../transport/transport.ts'
import { warning } from '../warnings.ts'
import {
  type Composed,
  compose,
  languageOf,
  type MessageDraft,
  toFileName,
} from './inner/compose.ts'
import { fitting, printDocuments } from './inner/documents.ts'

/** Automatic messages, once for each occasion. */
interface AutomaticInvoice {
  readonly id: string
  /** E.g. `invoice:inv_…:issue`. */
  readonly occasion: string
  readonly body?: SendBody
}

/** A notice of a future invoice of a recurring one; its days and totals come from the draft. */
interface UpcomingInvoice {
  readonly subjectId: string
  readonly customer: Customer
  readonly occasion: string
  readonly draft: StoredInvoice
  readonly body: SendBody
}

/** A reminder of one or more invoices of a customer in one currency. */
interface ReminderMessage {
  readonly kind: 'reminder' | 'payment_notice'
  readonly subject: Subject
  readonly occasion: string
  readonly customer: Customer
  /** The earliest due date first. */
  readonly invoices: readonly InvoiceDetails[]
  readonly chargesMinor: bigint
  readonly daysLate: number
  readonly payBy: string | null
  /** The attached letter and invoices, in this order. */
  readonly attach: readonly string[]
}

interface Prepared {
  readonly subject: Subject
  readonly matter: MessageDraft
  readonly print: Message['content']['print']
}

const NO_DAYS = {
  issueDate: null,
  dueDate: null,
  periodStart: null,
  periodEnd: null,
  n: null,
  of: null,
}

export function sendInvoice(
  work: ReadWork,
  change: VersionedRef,
  body: SendBody,
): Promise<Message> {
  return transaction(work, (work) => sendDocument(work, change, { body, occasion: null }))
}

/** For other rooms, in their transaction. Throws `no_recipient`. */
export function queueInvoice(
  work: Work,
  { id, occasion, body = {} }: AutomaticInvoice,
): Promise<Message> {
  return sendDocument(work, { id, ifMatch: undefined }, { body, occasion })
}

/** For other rooms, in their transaction. Throws as `queueInvoice` does. */
export async function queueNotice(
  work: Work,
  { subjectId, customer, occasion, draft, body }: UpcomingInvoice,
): Promise<Message> {
  const { companyName } = await currentSettings(work)
  const { language, currency, issueDate, dueDate, periodStart, periodEnd, totals } = draft
  const prepared: Prepared = {
    subject: { type: 'recurring', id: subjectId },
    print: {},
    matter: {
      kind: 'renewal_notice',
      language,
      currency,
      customer,
      customerName: customer.name,
      contactName: customer.contactName,
      companyName,
      days: { ...NO_DAYS, date: issueDate, issueDate, dueDate, periodStart, periodEnd },
      values: ({ money }) => ({ total: money(payableMinor(totals)) }),
      link: null,
      attach: [],
    },
  }
  return queue(work, prepared, { body, occasion })
}

/** For other rooms, in their transaction. Throws as `queueInvoice` does. */
export async function queueReminder(work: Work, reminder: ReminderMessage): Promise<Message> {
  const { invoices, customer, chargesMinor, daysLate, payBy } = reminder
  const [first] = invoices
  if (!first) throw new Error('A reminder is about an invoice.')
  const { invoice, shareUrl, today } = first
  const openMinor = sumOf(invoices.map((it) => dueMinor(it.invoice)))
  const prepared: Prepared = {
    subject: reminder.subject,
    print: {},
    matter: {
      kind: reminder.kind,
      ...headOf(invoice, customer),
      days: { ...daysOf(first), date: today },
      values: ({ money, date }) => ({
        number: invoices.map((it) => it.invoice.number).join(', '),
        total: money(sumOf(invoices.map((it) => payableMinor(it.invoice.totals)))),
        due: money(openMinor),
        charges: chargesMinor === 0n ? '' : money(chargesMinor),
        days_late: String(daysLate),
        pay_by: payBy === null ? '' : date(payBy),
      }),
      link: invoices.length === 1 ? shareUrl : null,
      linkTo: { type: 'invoice', id: invoice.id },
      attach: reminder.attach.map((name) => ({ kind: 'pdf', name: toFileName(name, 'pdf') })),
    },
  }
  return queue(work, prepared, { body: {}, occasion: reminder.occasion })
}

export async function previewInvoiceMessage(work: ReadWork, id: string, body: SendBody) {
  const details = await getInvoice(work, id)
  // A draft too, so that people see before they issue it whether they can send it.
  if (details.invoice.status === 'void') throw invoiceIsVoid()
  const sample = {
    ...details,
    shareUrl: details.shareUrl ?? `${originOfLinks(work.app.publicUrl, work)}/i/…`,
  }
  return preview(work, await prepareInvoice(work, sample, body), body)
}

/** Opens a draft first, in the same transaction. */
export function sendQuote(work: ReadWork, change: VersionedRef, body: SendBody): Promise<Message> {
  return transaction(work, async (work) => {
    const { quote } = await getQuote(work, change.id)
    const details =
      quote.status === 'draft'
        ? await openQuote(work, change)
        : await requireOpenQuote(work, change)
    return queue(work, await prepareQuote(work, details, body), { body, occasion: null })
  })
}

export async function previewQuoteMessage(work: ReadWork, id: string, body: SendBody) {
  const details = await getQuote(work, id)
  const sample = {
    ...details,
    shareUrl: details.shareUrl ?? `${originOfLinks(work.app.publicUrl, work)}/q/…`,
  }
  return preview(work, await prepareQuote(work, sample, body), body)
}

/** Each in its own transaction. */
export async function sendInvoices(work: ReadWork, ids: readonly string[]) {
  const results = []
  for (const id of ids) results.push(await trySend(work, id))
  return results
}

async function trySend(work: ReadWork, id: string) {
  try {
    const message = await sendInvoice(work, { id, ifMatch: undefined }, {})
    return { id, message_id: message.id, problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id, message_id: null, problem: { code: error.code, detail: error.message } }
  }
}

async function prepareInvoice(
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
  return {
    subject: { type: 'invoice', id: invoice.id },
    print: {},
    matter: {
      kind: isNote ? 'credit_note' : 'invoice',
      ...headOf(invoice, customer),
      days: daysOf(details),
      values: ({ locale, money, date }) => ({
        document: titleOf(printed, wordsFor(locale).labels),
        the_document: mailWordsFor(locale).documents[invoiceKindOf(printed)],
        number: invoice.number ?? NUMBER_TO_COME,
        total: money(payableMinor(invoice.totals)),
        due: due > 0n ? money(due) : '',
        pay_by: due > 0n && invoice.dueDate !== null && !isNote ? date(invoice.dueDate) : '',
        corrects: invoice.corrects?.number ?? '',
      }),
      link: hasLink(body, current) ? shareUrl : null,
      linkTo: { type: 'invoice', id: invoice.id },
      attach,
    },
  }
}

async function prepareQuote(
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
      values: ({ money, date }) => ({
        number: quote.number ?? NUMBER_TO_COME,
        total: money(payableMinor(contents.totals)),
        valid_until: quote.validUntil === null ? '' : date(quote.validUntil),
        deposit: deposit === null ? '' : money(deposit),
      }),
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

async function prepareDeliveryNote(
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

async function prepareReceipt(
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
    matter: {
      ...matter,
      kind: 'receipt',
      values: (formatter) => ({
        ...matter.values(formatter),
        amount: formatter.money(payment.amountMinor),
      }),
    },
  }
}

async function prepareStatement(
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

async function composed(work: ReadWork, { matter }: Prepared, body: SendBody) {
  const current = await currentSettings(work)
  const template = await findMessageTemplate(work, matter.kind, languageOf(matter, body))
  return { current, parts: compose(matter, { body, settings: current, template }) }
}

async function queue(
  work: Work,
  prepared: Prepared,
  { body, occasion }: { readonly body: SendBody; readonly occasion: string | null },
): Promise<Message> {
  const { current, parts: whole } = await composed(work, prepared, body)
  const parts = stored(whole)
  const sender = await mailSenderOf(work, mailFromOf(work, current))
  // Automatic messages are written now, and wait for a mail server and a sender.
  const canLeave = sender !== null && (await isTransportReady(work))
  if (occasion === null && !canLeave) throw mailNotConfigured()
  const { matter, subject, print } = prepared
  const message = await queueMessage(work, {
    kind: matter.kind,
    occasion,
    subject,
    customerId: matter.customer.id,
    recipients: parts.recipients,
    subjectLine: parts.subjectLine,
    sendAfter: body.send_on === undefined ? null : new Date(body.send_on).toISOString(),
    content: {
      from: sender && toHeaderBox(sender.from),
      replyTo: parts.replyTo ?? (sender?.replyTo ? toHeaderBox(sender.replyTo) : null),
      text: parts.text,
      language: parts.language,
      link: parts.link,
      ...(parts.link !== null && matter.linkTo ? { linkTo: matter.linkTo } : {}),
      linkLabel: parts.linkLabel,
      ...(parts.figure && { figure: parts.figure }),
      accentColor: current.accentColor,
      logoId: current.logoId,
      attach: matter.attach,
      print,
      attachmentMaxBytes: current.mailAttachmentMaxBytes,
    },
  })
  if (matter.kind === 'invoice' || matter.kind === 'credit_note')
    await noteMail(work, subject.id, { status: 'queued', at: work.at })
  return message
}

/** Publishes the document if the message links to it, and queues the message. */
async function sendDocument(
  work: Work,
  change: VersionedRef,
  { body, occasion }: { readonly body: SendBody; readonly occasion: string | null },
): Promise<Message> {
  await lockForChange(work, change)
  requireIssued(await getInvoice(work, change.id))
  const current = await currentSettings(work)
  if (hasLink(body, current)) await publishInvoice(work, { ...change, ifMatch: undefined })
  const details = await getInvoice(work, change.id)
  return queue(work, await prepareInvoice(work, details, body), { body, occasion })
}

/** Previews a message; stores nothing. */
async function preview(work: ReadWork, prepared: Prepared, body: SendBody) {
  const { current, parts } = await composed(work, prepared, body)
  const sender = await mailSenderOf(work, mailFromOf(work, current))
  const from = sender?.from ?? null
  const { matter, subject, print } = prepared
  const { attach } = matter
  const printable = { subject, attach, print, language: parts.language }
  const printed = await printDocuments(work, printable)
  const limitBytes = current.mailAttachmentMaxBytes
  const attachments = fitting(printed, { limitBytes, hasLink: parts.link !== null })
  return {
    subject_line: parts.subjectLine,
    text: parts.text,
    subject: parts.request.subject,
    body: parts.request.body,
    html: mailHtml({
      language: parts.language,
      text: parts.text,
      link: parts.link === null ? null : { url: parts.link, label: parts.linkLabel },
      figure: parts.figure ?? undefined,
      accentColor: current.accentColor,
      sender: from?.name ?? current.companyName,
      logo: await findLogo(work, current.logoId),
    }),
    language: parts.language,
    link: parts.link !== null,
    attach: [...new Set(attach.map(({ kind }) => kind))],
    from,
    recipients: parts.recipients.map(({ role, name, address }) => ({ role, name, address })),
    attachments: attachments.map(({ name, mediaType, bytes }) => ({
      name,
      media_type: mediaType,
      bytes: bytes.length,
    })),
    warnings: [
      ...(attachments.length < printed.length ? [warning('attachment_left_out')] : []),
      ...(await senderWarnings(work, sender)),
      ...(await recipientWarnings(work, parts)),
    ],
  }
}

async function senderWarnings(work: ReadWork, sender: Sender | null) {
  const { source } = await getTransport(work)
  if (sender === null || source === null) return [warning('mail_not_configured')]
  return [
    ...(sender.replyTo ? [warning('sender_replaced', sender.replyTo.address)] : []),
    ...(source === 'demo' ? [warning('demo')] : []),
  ]
}

async function recipientWarnings({ app }: ReadWork, { recipients }: Composed) {
  if (!recipients.some(({ role }) => role === 'to')) return [warning('no_recipient')]
  const domains = new Set(recipients.map(({ address }) => address.split('@').at(-1) ?? ''))
  const found = await Promise.all(
    [...domains].map(async (domain) => {
      const mx = await app.mailRecords.mx(domain).catch(() => null)
      return mx?.length === 0 ? [domain] : []
    }),
  )
  return found.flat().map((domain) => warning('domain_without_mail', domain))
}

/** To send or to preview what is the same for both. */
function waysOf<Target, Body extends SendBody>(
  prepare: (work: ReadWork, target: Target, body: Body) => Promise<Prepared>,
) {
  return {
    send: (work: ReadWork, target: Target, body: Body): Promise<Message> =>
      transaction(work, async (work) => {
        const prepared = await prepare(work, target, body)
        return queue(work, prepared, { body, occasion: null })
      }),
    preview: async (work: ReadWork, target: Target, body: Body) =>
      preview(work, await prepare(work, target, body), body),
  }
}

export const deliveryNoteMessages = waysOf(prepareDeliveryNote)

export const receiptMessages = waysOf(prepareReceipt)

export const statementMessages = waysOf(prepareStatement)

/** Without the secret of the link, also where a person wrote it into the texts. */
function stored(parts: Composed): Composed {
  const { link } = parts
  if (link === null) return parts
  const hide = (text: string) => text.replaceAll(link, withoutSecret(link))
  return {
    ...parts,
    link: withoutSecret(link),
    text: hide(parts.text),
    subjectLine: hide(parts.subjectLine),
  }
}

function requireIssued({ invoice }: InvoiceDetails): void {
  if (invoice.status === 'draft') throw invoiceIsDraft()
  if (invoice.status === 'void') throw invoiceIsVoid()
}

const hasLink = ({ link }: SendBody, { mailLink }: Settings): boolean => link ?? mailLink

interface Headed extends Pick<MessageDraft, 'language' | 'currency'> {
  readonly buyer: { readonly name: string; readonly contactName: string | null }
  readonly seller: { readonly name: string }
}

/** Language and names as they are on the document. */
const headOf = ({ language, currency, buyer, seller }: Headed, customer: Customer) => ({
  language,
  currency,
  customer,
  customerName: buyer.name,
  contactName: buyer.contactName,
  companyName: seller.name,
})

const daysOf = ({ invoice, today }: InvoiceDetails) => ({
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
  const kinds = attach ?? defaultKinds(current, requiredProfile(invoice, customer, current))
  const { files = [] } = invoice
  return kinds.flatMap((kind) =>
    kind === 'files'
      ? files.map(toPlanned)
      : [{ kind, name: fileNameOf(invoice.number ?? invoice.id, kind) }],
  )
}

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
