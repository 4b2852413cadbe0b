import type { AccessService } from '../../company/access/service.ts'
import { currentSettings } from '../../company/settings/service.ts'
import type { Directory } from '../../core/companies/directory.ts'
import type { CompanySecrets } from '../../core/companies/secrets.ts'
import { expiring } from '../../core/jobs/expire.ts'
import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work, WorkFor } from '../../core/record/work.ts'
import { orGone } from '../../kernel/errors.ts'
import { requireDeliveryNote } from '../../paper/delivery-notes/service.ts'
import { type Clock, secondsAfter } from '../../platform/clock.ts'
import type { MailConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'
import { isSameAddress } from '../../platform/mail/address.ts'
import type { MailPart } from '../../platform/mail/mime.ts'
import type { MailSink } from '../../platform/mail/sink.ts'
import type { OutboundClient } from '../../platform/outbound/client.ts'
import type { MailRecords } from '../../platform/outbound/mail-records.ts'
import { requireCustomer } from '../../sales/customers/service.ts'
import { getInvoice, noteMail } from '../../sales/invoices/service.ts'
import { getQuote } from '../../sales/quotes/service.ts'
import { createAccountMail } from './accounts/inner/service.ts'
import { createSender, type MessageSubject } from './inner/outbox/deliver.ts'
import { EXPIRE, SWEEP } from './inner/outbox/jobs.ts'
import { enqueueMessages, queueMessage } from './inner/outbox/queue.ts'
import {
  countOpenMessages,
  deleteBytesBefore,
  listDue,
  listWithBytes,
  listWithWaiting,
} from './inner/repository.ts'
import { toHeader } from './inner/words/fill.ts'
import type { LinkTarget, Message, MessageKind, Subject } from './message.ts'
import { fitting, printDocuments } from './sending/inner/documents.ts'
import { createMessageService } from './service.ts'
import { findPace } from './transport/inner/repository.ts'
import { isTransportReady, mailFromOf, mailSenderOf } from './transport/service.ts'

export interface MailDeps {
  readonly db: Db
  readonly clock: Clock
  readonly companySecrets: CompanySecrets
  readonly access: AccessService
  readonly directory: Directory
  readonly workFor: WorkFor
  readonly warn: (message: string, details: object) => void
  readonly outbound: Pick<OutboundClient, 'send'>
  readonly outboundAllow: readonly string[]
  readonly environment: MailConfig | null
  readonly sink: MailSink | null
  /** DNS, unless a test replaces it. */
  readonly records?: MailRecords | undefined
  readonly publicUrl: string
  readonly count: (outcome: string) => void
}

export type MailParts = Awaited<ReturnType<typeof createMailParts>>

/** To people of the company itself. */
export interface OwnMessage {
  readonly occasion: string
  readonly to: readonly string[]
  readonly subjectLine: string
  readonly text: string
  readonly link: { readonly url: string; readonly label: string }
}

/** Why a message of a kind must not be sent anymore; null: it may. */
export type Cause = (work: ReadWork, message: Message) => Promise<string | null>

/** Callbacks of another slice for the messages of a kind. */
export interface MessageHooks {
  /** Checked again right before each message is sent. */
  readonly cause?: Cause
  /** Instead of the documents of the subject. */
  readonly print?: (work: ReadWork, message: Message) => Promise<readonly MailPart[]>
  /** In the transaction that changes a message. */
  readonly note?: (work: Work, message: Message) => Promise<void>
}

/** Resolves when nothing more can be sent until the next due time. */
const SWEPT_AT_ONCE = 1000
const DAY_SECONDS = 86_400

/** Messages, their transport, and the jobs that send them. */
export async function createMailParts(deps: MailDeps) {
  const { db, clock } = deps
  const kinds = new Map<MessageKind, MessageHooks>()
  const accountMail = createAccountMail({ ...deps })

  const print: MessageSubject['print'] = async (work, message) => {
    const { content, subject } = message
    const own = kinds.get(message.kind)?.print
    const parts = await (own ? own(work, message) : printDocuments(work, { ...content, subject }))
    const limitBytes = content.attachmentMaxBytes
    return fitting(parts, { limitBytes, hasLink: content.link !== null })
  }

  const ofInvoice: MessageSubject = {
    print,
    reasonNotToSend: async (work, message) =>
      (await reasonOfInvoice(work, message)) ?? (await reasonOfKind(work, message)),
    async note(work, message) {
      const { kind, subject, status, recipients } = message
      if (subject === null || (kind !== 'invoice' && kind !== 'credit_note'))
        return noteKind(work, message)
      const isBounced = recipients.some(({ state }) => state === 'bounced')
      const known = status === 'sending' ? 'queued' : status
      await noteMail(work, subject.id, {
        status: isBounced ? 'bounced' : known,
        at: work.at,
      })
    },
  }

  const reasonOfInvoice: Cause = async (work, { subject }) => {
    const details = subject && (await orGone(getInvoice(work, subject.id)))
    if (!details) return 'deleted'
    return details.invoice.status === 'void' ? 'voided' : null
  }

  const reasonOfKind: Cause = async (work, message) =>
    (await kinds.get(message.kind)?.cause?.(work, message)) ?? null

  const noteKind: MessageSubject['note'] = async (work, message) =>
    kinds.get(message.kind)?.note?.(work, message)

  const ofQuote: MessageSubject = {
    print,
    reasonNotToSend: async (work, message) => {
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
    reasonNotToSend: async (work, message) => {
      const { subject } = message
      const note = subject && (await orGone(requireDeliveryNote(work, subject.id)))
      if (!note) return 'deleted'
      return note.status === 'void' ? 'voided' : reasonOfKind(work, message)
    },
    note: noteKind,
  }

  const other: MessageSubject = { print, reasonNotToSend: reasonOfKind, note: noteKind }
  const matters: Readonly<Partial<Record<Subject['type'], MessageSubject>>> = {
    ...accountMail.matters,
    invoice: ofInvoice,
    quote: ofQuote,
    delivery_note: ofDeliveryNote,
  }
  const matterOf = (subject: Subject | null): MessageSubject =>
    subject === null ? other : (matters[subject.type] ?? other)

  /** The whole link to a shared document; null: it is not shared anymore. */
  const shareUrlOf = async (work: ReadWork, { type, id }: LinkTarget): Promise<string | null> => {
    const read = type === 'quote' ? getQuote(work, id) : getInvoice(work, id)
    return (await orGone<{ readonly shareUrl: string | null }>(read))?.shareUrl ?? null
  }

  /** An address that bounced permanently gets no automatic messages until a person edits it. */
  const isBlocked = async (work: ReadWork, message: Message): Promise<boolean> => {
    const { automatic, customerId, recipients } = message
    if (!automatic || customerId === null) return false
    const customer = await orGone(requireCustomer(work, customerId))
    const bounced = customer?.emailProblem?.address
    return recipients.some(
      ({ state, address }) =>
        state === 'waiting' && bounced !== undefined && isSameAddress(address, bounced),
    )
  }

  return {
    mail: {
      /** Writes a message in the transaction of its cause; see `queueMessage`. */
      queue: queueMessage,
      /** Registers the callbacks of another slice for the messages of a kind. */
      addKind: (kind: MessageKind, matter: MessageHooks): void => void kinds.set(kind, matter),

      /** Writes a message to people of the company, in the transaction of its cause. */
      async queueOwn(work: Work, own: OwnMessage): Promise<Message> {
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
      },
    },
    messages: createMessageService({
      matterOf,
    }),
    accountMail,
    /** In all companies, as a metric for the operator. */
    openMessages: () => countOpenMessages(db),
    mailEnvironment: deps.environment,
    sendJob: createSender({
      clock,
      matterOf,
      shareUrlOf,
      isBlocked,
      count: deps.count,
    }),
    sweepJob: {
      ...handle(SWEEP, async (work) => {
        const { mailPaused, automationPaused } = await currentSettings(work)
        const { waitsUntil } = await findPace(work)
        const isResting = waitsUntil !== null && waitsUntil > work.at
        const isPaused = mailPaused || automationPaused
        if (isPaused || isResting || !(await isTransportReady(work))) return null
        const due = await listDue(work, work.at, SWEPT_AT_ONCE)
        if (due.length > 0) await transaction(work, (work) => enqueueMessages(work, due))
        return null
      }),
      isRare: true,
      findDue: listWithWaiting,
    } satisfies CompanyJob,
    expireMailJob: expiring(
      EXPIRE,
      async (work, limit) => {
        const { mailKeepDays } = await currentSettings(work)
        if (mailKeepDays === 0) return 0
        return deleteBytesBefore(work, secondsAfter(work.at, -mailKeepDays * DAY_SECONDS), limit)
      },
      listWithBytes,
    ),
  }
}
