import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import { searchParts } from '../../core/http/folding.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { isSameAddress } from '../../platform/mail/address.ts'
import { noteEmailProblem, requireCustomer } from '../../sales/customers/service.ts'
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
import type { MessageSubject } from './inner/outbox/deliver.ts'
import { enqueueMessages, queueMessage, recordMessage } from './inner/outbox/queue.ts'
import * as repository from './inner/repository.ts'
import {
  type Attempt,
  isSecret,
  type Message,
  type MessageKind,
  type MessageStatus,
  type Subject,
} from './message.ts'
import { isTransportReady } from './transport/service.ts'

export interface MessageQuery extends PageQueryInput {
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

export interface MessageServiceDeps {
  readonly matterOf: (subject: Subject | null) => MessageSubject
}

export type MessageService = ReturnType<typeof createMessageService>

export const messageEtag = ({ id, version }: Message): string => etagOf(id, version)

const DAY_MS = 86_400_000

/** The outbox for people: sent and waiting messages, and the reasons. */
export function createMessageService({ matterOf }: MessageServiceDeps) {
  const detail = async (work: ReadWork, message: Message): Promise<MessageDetail> => ({
    message,
    html: messageHtml(message, await findLogo(work, message.content.logoId)),
    attempts: await repository.listAttempts(work, message.id),
  })

  const change = (
    work: ReadWork,
    { id, ifMatch }: VersionedRef,
    decide: (message: Message, work: Work) => Message | Promise<Message>,
  ): Promise<MessageDetail> =>
    transaction(work, async (work) => {
      const before = await repository.lockMessage(work, id)
      checkIfMatch(ifMatch, messageEtag(before))
      const after = await decide(before, work)
      await matterOf(after.subject).note(work, after)
      const saved = await repository.saveMessage(work, after)
      if (after.status === 'queued') await enqueueMessages(work, [saved])
      recordMessage(
        work,
        after.status === 'canceled' ? 'message.canceled' : 'message.queued',
        saved,
      )
      return detail(work, saved)
    })

  /** Whether a recipient of a message was found. */
  const applyBounce = (work: ReadWork, bounce: Bounce): Promise<boolean> =>
    transaction(work, async (work) => {
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
        await matterOf(after.subject).note(work, after)
        if (isHard(bounce)) await noteProblem(work, after, bounce)
        recordMessage(work, 'message.bounced', after)
      }
      await repository.saveMessage(work, after)
      return true
    })

  const isHard = ({ code }: Bounce): boolean => code === null || code.startsWith('5.')

  const noteProblem = async (work: Work, { customerId }: Message, bounce: Bounce) => {
    if (customerId === null) return
    const { recipient, code, detail } = bounce
    const customer = await requireCustomer(work, customerId)
    const contacts = customer.contacts.map(({ email }) => email)
    const own = [customer.email, ...customer.billingEmails, ...customer.cc, ...contacts]
    const address = own.find((it) => it && isSameAddress(it, recipient))
    if (!address) return
    await noteEmailProblem(work, customerId, { address, code, detail, at: work.at })
  }

  return {
    async list(work: ReadWork, query: MessageQuery): Promise<Page<Message>> {
      const request = toPageRequest(query, '-created_at')
      const filter = toFilter(query)
      const rows = await repository.listMessages(work, filter, request)
      const total = query.include ? await repository.countMessages(work, filter) : null
      return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
    },

    show: detail,

    async get(work: ReadWork, id: string): Promise<MessageDetail> {
      return detail(work, await repository.requireMessage(work, id))
    },

    async raw(work: ReadWork, id: string): Promise<Uint8Array> {
      const { rawSha256 } = await repository.requireMessage(work, id)
      const bytes = rawSha256 === null ? undefined : await findMessageBytes(work, rawSha256)
      if (!bytes) throw rawNotFound()
      return bytes
    },

    cancel: (work: ReadWork, request: VersionedRef): Promise<MessageDetail> =>
      change(work, request, (message) => {
        if (!['queued', 'failed'].includes(message.status)) throw messageNotQueued(message.status)
        return { ...message, status: 'canceled', nextAttemptAt: null, reason: 'canceled' }
      }),

    retry: (work: ReadWork, request: VersionedRef): Promise<MessageDetail> =>
      change(work, request, async (message, work) => {
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
      }),

    resend: (work: ReadWork, id: string): Promise<MessageDetail> =>
      transaction(work, async (work) => {
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
        await matterOf(subject).note(work, message)
        return detail(work, message)
      }),

    bounce: applyBounce,

    /** Failed messages without a later one. */
    listGivenUp: repository.listGivenUp,

    /** A report of a mail server; returns whether one of its recipients was found. */
    async report(work: ReadWork, bytes: Uint8Array): Promise<boolean> {
      let isFound = false
      for (const bounce of await readReport(bytes))
        isFound = (await applyBounce(work, bounce)) || isFound
      return isFound
    },

    counts: repository.countByStatus,
  }
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
