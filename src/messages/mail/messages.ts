import { searchParts } from '@billwright/rules/folding'
import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { isSameAddress } from '../../platform/mail/address.ts'
import { noteEmailProblem } from '../../sales/customers/change.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { type Bounce, readReport } from './inner/bounces.ts'
import { findMessageBytes } from './inner/bytes.ts'
import {
  mailNotConfigured,
  messageBytesDeleted,
  messageNotFailed,
  messageNotQueued,
  rawNotFound,
} from './inner/errors.ts'
import { messageHtml } from './inner/layout.ts'
import { findLogo } from './inner/logo.ts'
import { enqueueMessages, queueMessage, recordMessage } from './inner/outbox/queue.ts'
import * as repository from './inner/repository.ts'
import { subjectOf } from './inner/subjects.ts'
import { toHeader } from './inner/words/fill.ts'
import {
  type Attempt,
  isSecret,
  type Message,
  type MessageKind,
  type MessageStatus,
} from './message.ts'
import { isTransportReady, mailFromOf, mailSenderOf } from './transport/transport.ts'

interface MessageQuery extends PageQueryInput {
  readonly status?: MessageStatus
  readonly kind?: MessageKind
  readonly customer_id?: string
  readonly subject_id?: string
  readonly q?: string
  readonly from?: string
  readonly to?: string
}

export interface MessageDetail {
  readonly message: Message
  /** As it looks, with the embedded logo. */
  readonly html: string
  readonly attempts: readonly Attempt[]
}

/** To people of the company itself. */
interface OwnMessage {
  readonly occasion: string
  readonly to: readonly string[]
  readonly subjectLine: string
  readonly text: string
  readonly link: { readonly url: string; readonly label: string }
}

export const messageEtag = ({ id, version }: Message): string => etagOf(id, version)

const DAY_MS = 86_400_000

/**
 * `countOpenMessages` counts the messages of all companies. A given-up message failed and no later
 * message replaced it.
 */
export { countOpenMessages, listGivenUp } from './inner/repository.ts'

export async function listMessages(work: ReadWork, query: MessageQuery): Promise<Page<Message>> {
  const request = toPageRequest(query, '-created_at')
  const filter = toFilter(query)
  const rows = await repository.listMessages(work, filter, request)
  const total = query.include ? await repository.countMessages(work, filter) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

export async function getMessage(work: ReadWork, id: string): Promise<MessageDetail> {
  return messageDetail(work, await repository.requireMessage(work, id))
}

export async function messageDetail(work: ReadWork, message: Message): Promise<MessageDetail> {
  return {
    message,
    html: messageHtml(message, await findLogo(work, message.content.logoId)),
    attempts: await repository.listAttempts(work, message.id),
  }
}

/** The message as it was sent (RFC 5322). */
export async function rawMessage(work: ReadWork, id: string): Promise<Uint8Array> {
  const { rawSha256 } = await repository.requireMessage(work, id)
  const bytes = rawSha256 === null ? undefined : await findMessageBytes(work, rawSha256)
  if (!bytes) throw rawNotFound()
  return bytes
}

export function cancelMessage(work: ReadWork, request: VersionedRef): Promise<MessageDetail> {
  return change(work, request, (message) => {
    if (!['queued', 'failed'].includes(message.status)) throw messageNotQueued(message.status)
    return { ...message, status: 'canceled', nextAttemptAt: null, reason: 'canceled' }
  })
}

export function retryMessage(work: ReadWork, request: VersionedRef): Promise<MessageDetail> {
  return change(work, request, async (message, work) => {
    const { status, rawSha256 } = message
    if (status !== 'failed') throw messageNotFailed(status)
    const isKept = rawSha256 !== null && !isSecret(message)
    if (isKept && !(await findMessageBytes(work, rawSha256))) throw messageBytesDeleted()
    return {
      ...message,
      status: 'queued',
      tries: 0,
      uncertain: false,
      reason: null,
      nextAttemptAt: null,
      recipients: message.recipients.map((it) =>
        it.state === 'accepted' ? it : { ...it, state: 'waiting', detail: null },
      ),
    }
  })
}

export function resendMessage(work: ReadWork, id: string): Promise<MessageDetail> {
  return transaction(work, async (work) => {
    const { kind, subject, customerId, recipients, subjectLine, content } =
      await repository.requireMessage(work, id)
    if (!(await isTransportReady(work))) throw mailNotConfigured()
    const { inReplyTo: _, linkSha256: _link, ...words } = content
    const message = await queueMessage(work, {
      kind,
      occasion: null,
      subject,
      customerId,
      recipients: recipients.map(({ role, name, address }) => ({ role, name, address })),
      subjectLine,
      content: words,
      sendAfter: null,
    })
    await subjectOf(message).note(work, message)
    return messageDetail(work, message)
  })
}

/** Writes a message to people of the company, in the transaction of its cause. */
export async function queueOwnMessage(work: Work, own: OwnMessage): Promise<Message> {
  const current = await currentSettings(work)
  const sender = await mailSenderOf(work, mailFromOf(work, current))
  return queueMessage(work, {
    kind: 'notification',
    occasion: own.occasion,
    subject: null,
    customerId: null,
    recipients: own.to.map((address) => ({ role: 'to', name: null, address })),
    subjectLine: toHeader(own.subjectLine),
    sendAfter: null,
    content: {
      from: sender?.from ?? null,
      replyTo: sender?.replyTo ?? null,
      text: own.text,
      language: current.locale,
      link: own.link.url,
      linkLabel: own.link.label,
      accentColor: current.accentColor,
      logoId: current.logoId,
      attach: [],
      print: {},
      attachmentMaxBytes: current.mailAttachmentMaxBytes,
    },
  })
}

/** A report of a mail server; returns whether one of its recipients was found. */
export async function noteReport(work: ReadWork, bytes: Uint8Array): Promise<boolean> {
  let isFound = false
  for (const bounce of await readReport(bytes))
    isFound = (await noteBounce(work, bounce)) || isFound
  return isFound
}

/** Returns whether a recipient of a message was found. */
export function noteBounce(work: ReadWork, bounce: Bounce): Promise<boolean> {
  return transaction(work, async (work) => {
    const known = await repository.findByMessageId(work, bounce.messageId)
    if (!known) return false
    const before = await repository.lockMessage(work, known.id)
    const isMeant = (address: string) => isSameAddress(address, bounce.recipient)
    const meant = before.recipients.find(({ address }) => isMeant(address))
    // A late report of a delay does not undo a later state.
    if (!meant || meant.state === 'bounced') return meant !== undefined
    const text = [bounce.code, bounce.detail].filter((it) => it !== null).join(' ')
    const after: Message = {
      ...before,
      recipients: before.recipients.map((it) =>
        isMeant(it.address) ? { ...it, state: bounce.state, detail: text || null } : it,
      ),
    }
    if (bounce.state === 'bounced') {
      await subjectOf(after).note(work, after)
      if (isHard(bounce)) await noteProblem(work, after, bounce)
      recordMessage(work, 'message.bounced', after)
    }
    await repository.saveMessage(work, after)
    return true
  })
}

const isHard = ({ code }: Bounce): boolean => code === null || code.startsWith('5.')

async function noteProblem(work: Work, { customerId }: Message, bounce: Bounce): Promise<void> {
  if (customerId === null) return
  const { recipient, code, detail } = bounce
  const customer = await requireCustomer(work, customerId)
  const contacts = customer.contacts.map(({ email }) => email)
  const own = [customer.email, ...customer.billingEmails, ...customer.cc, ...contacts]
  const address = own.find((it) => it && isSameAddress(it, recipient))
  if (!address) return
  await noteEmailProblem(work, customerId, { address, code, detail, at: work.at })
}

function change(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  decide: (message: Message, work: Work) => Message | Promise<Message>,
): Promise<MessageDetail> {
  return transaction(work, async (work) => {
    const before = await repository.lockMessage(work, id)
    checkIfMatch(ifMatch, messageEtag(before))
    const after = await decide(before, work)
    await subjectOf(after).note(work, after)
    const saved = await repository.saveMessage(work, after)
    if (after.status === 'queued') await enqueueMessages(work, [saved])
    recordMessage(work, after.status === 'canceled' ? 'message.canceled' : 'message.queued', saved)
    return messageDetail(work, saved)
  })
}

const toFilter = (query: MessageQuery): repository.MessageFilter => ({
  status: query.status ?? null,
  kind: query.kind ?? null,
  customerId: query.customer_id ?? null,
  subjectId: query.subject_id ?? null,
  words: searchParts(query.q),
  from: query.from ?? null,
  before: query.to === undefined ? null : dayAfter(query.to),
})

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString().slice(0, 10)
