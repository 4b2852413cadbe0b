import { enqueue } from '../../../../core/jobs/queue.ts'
import { recordEvent } from '../../../../core/record/journal.ts'
import type { Work } from '../../../../core/record/work.ts'
import { newId } from '../../../../platform/ids.ts'
import { domainOfAddress, toAsciiAddress } from '../../../../platform/mail/address.ts'
import {
  type Box,
  type Content,
  type Message,
  type MessageKind,
  messageIdOf,
  type Recipient,
  type Subject,
} from '../../message.ts'
import { noRecipient, tooManyRecipients } from '../errors.ts'
import { findByOccasion, findFirstAbout, insertMessage } from '../repository.ts'
import { SEND } from './jobs.ts'

interface NewMessage {
  readonly kind: MessageKind
  /** Unique for automatic messages; null for messages of a person. */
  readonly occasion: string | null
  readonly subject: Subject | null
  readonly customerId: string | null
  readonly recipients: readonly (Box & { readonly role: Recipient['role'] })[]
  readonly subjectLine: string
  readonly content: Omit<Content, 'inReplyTo'>
  readonly sendAfter: string | null
}

const RECIPIENTS_MAX = 20

/**
 * Writes a message in the transaction of its cause. Everything is fixed here except the documents,
 * which are printed at the first attempt. An occasion with a message gets no second one.
 */
export async function queueMessage(work: Work, asked: NewMessage): Promise<Message> {
  const { kind, occasion, subject, customerId, subjectLine, sendAfter } = asked
  const recipients = distinct(asked.recipients)
  if (!recipients.some(({ role }) => role === 'to')) throw noRecipient()
  if (recipients.length > RECIPIENTS_MAX) throw tooManyRecipients(RECIPIENTS_MAX)
  const id = newId('msg')
  const inReplyTo = subject && (await findFirstAbout(work, subject.id))
  const message: Message = {
    id,
    version: 1,
    kind,
    occasion,
    subject,
    customerId,
    automatic: occasion !== null,
    status: 'queued',
    subjectLine,
    content: { ...asked.content, inReplyTo },
    recipients: recipients.map((it) => ({ ...it, state: 'waiting', detail: null })),
    attachments: null,
    messageId: messageIdOf(id, asked.content.from?.address),
    rawSha256: null,
    rawBytes: null,
    sendAfter,
    nextAttemptAt: null,
    tries: 0,
    uncertain: false,
    reason: null,
    createdAt: work.at,
    sentAt: null,
  }
  if (!(await insertMessage(work, message))) {
    const known = occasion && (await findByOccasion(work, occasion))
    if (known) return known
    throw new Error('A message was neither written nor found.')
  }
  await enqueueMessages(work, [message])
  recordMessage(work, 'message.queued', message)
  return message
}

/** Schedules the sending of messages. */
export const enqueueMessages = (work: Work, messages: readonly Message[]): Promise<void> =>
  enqueue(
    work,
    SEND,
    messages.map((message) => ({
      key: message.id,
      payload: { messageId: message.id },
      group: domainOf(message),
      ...dueAt(message, work.at),
    })),
  )

function dueAt({ nextAttemptAt, sendAfter }: Message, now: string) {
  const at = nextAttemptAt ?? sendAfter
  return at !== null && at > now ? { dueAt: at } : {}
}

const domainOf = ({ recipients }: Message): string => domainOfAddress(recipients[0]?.address) ?? ''

type MessageEvent =
  | 'message.queued'
  | 'message.sent'
  | 'message.failed'
  | 'message.bounced'
  | 'message.canceled'

/** No texts and no addresses, because not every receiver of events may read them. */
export const recordMessage = (work: Work, type: MessageEvent, message: Message): void =>
  recordEvent(work, {
    type,
    resourceId: message.id,
    data: {
      id: message.id,
      kind: message.kind,
      status: message.status,
      subject: message.subject,
      customer_id: message.customerId,
      reason: message.status === 'canceled' ? message.reason : null,
    },
  })

function distinct(recipients: NewMessage['recipients']): NewMessage['recipients'] {
  const seen = new Set<string>()
  return recipients.filter(({ address }) => {
    const key = toAsciiAddress(address).toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
