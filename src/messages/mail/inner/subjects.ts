import type { ReadWork, Work } from '../../../core/record/work.ts'
import { orGone } from '../../../kernel/errors.ts'
import { requireDeliveryNote } from '../../../paper/delivery-notes/read.ts'
import type { MailPart } from '../../../platform/mail/mime.ts'
import { noteNotice, type Said } from '../../../receivables/collections/notice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { noteMail } from '../../../sales/invoices/note.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import { getQuote } from '../../../sales/quotes/read.ts'
import { invitationSubject, personSubject } from '../accounts/inner/service.ts'
import type { Message, Subject } from '../message.ts'
import { messageHooks } from '../ports.ts'
import { fitting, printDocuments } from '../sending/inner/documents.ts'
import type { MessageSubject } from './subject.ts'

export function subjectOf({ subject }: Message): MessageSubject {
  return (subject && SUBJECTS[subject.type]) ?? other
}

async function print(work: ReadWork, message: Message): Promise<readonly MailPart[]> {
  const { content, subject, kind } = message
  const own = messageHooks.run(kind)?.print
  const parts = await (own ? own(work, message) : printDocuments(work, { ...content, subject }))
  const limitBytes = content.attachmentMaxBytes
  return fitting(parts, { limitBytes, hasLink: content.link !== null })
}

async function reasonOfKind(work: ReadWork, message: Message): Promise<string | null> {
  return (await messageHooks.run(message.kind)?.cause?.(work, message)) ?? null
}

async function noteKind(work: Work, message: Message): Promise<void> {
  await messageHooks.run(message.kind)?.note?.(work, message)
}

const other: MessageSubject = { print, reasonNotToSend: reasonOfKind, note: noteKind }

const ofInvoice: MessageSubject = {
  print,
  async reasonNotToSend(work, message) {
    const { subject } = message
    const details = subject && (await orGone(getInvoice(work, subject.id)))
    if (!details) return 'deleted'
    const { invoice } = details
    if (invoice.status === 'void') return 'voided'
    const isSettled = message.kind === 'charge_failed' && dueMinor(invoice) <= 0n
    return isSettled ? 'paid' : reasonOfKind(work, message)
  },
  async note(work, message) {
    const { kind, subject, status, recipients } = message
    if (subject === null) return
    const isBounced = recipients.some(({ state }) => state === 'bounced')
    const isNotice = kind === 'invoice' || kind === 'charge_failed'
    // A collection is locked before its invoice.
    if (isNotice && (status === 'sent' || status === 'failed'))
      await noteNotice(work, {
        invoiceId: subject.id,
        messageId: message.id,
        writtenAt: message.createdAt,
        isAccepted: status === 'sent' && !isBounced,
        says: saidBy(message),
      })
    if (kind !== 'invoice' && kind !== 'credit_note') return noteKind(work, message)
    const known = status === 'sending' ? 'queued' : status
    await noteMail(work, subject.id, { status: isBounced ? 'bounced' : known, at: work.at })
  },
}

/** The collection that a message announces; undefined: it announces none. */
function saidBy({ content: { print } }: Message): Said | undefined {
  const { collection, day } = print
  return collection === undefined || day === undefined
    ? undefined
    : { collectionId: collection, day }
}

const ofQuote: MessageSubject = {
  print,
  async reasonNotToSend(work, message) {
    const { subject } = message
    const details = subject && (await orGone(getQuote(work, subject.id)))
    if (!details) return 'deleted'
    const { status } = details.quote
    return ['withdrawn', 'superseded'].includes(status) ? status : reasonOfKind(work, message)
  },
  note: async () => {},
}

const ofDeliveryNote: MessageSubject = {
  print,
  async reasonNotToSend(work, message) {
    const { subject } = message
    const note = subject && (await orGone(requireDeliveryNote(work, subject.id)))
    if (!note) return 'deleted'
    return note.status === 'void' ? 'voided' : reasonOfKind(work, message)
  },
  note: noteKind,
}

const SUBJECTS: Readonly<Partial<Record<Subject['type'], MessageSubject>>> = {
  invitation: invitationSubject,
  person: personSubject,
  invoice: ofInvoice,
  quote: ofQuote,
  delivery_note: ofDeliveryNote,
}
