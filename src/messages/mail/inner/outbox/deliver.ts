import { currentSettings } from '../../../../company/settings/service.ts'
import { handle, type JobHandler, type RunningJob } from '../../../../core/jobs/handler.ts'
import { transaction } from '../../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { type Clock, instant } from '../../../../platform/clock.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { buildMime, type MailPart } from '../../../../platform/mail/mime.ts'
import type { SmtpResult } from '../../../../platform/mail/smtp.ts'
import {
  type Box,
  type Content,
  isSecret,
  type LinkTarget,
  type Message,
  type Subject,
} from '../../message.ts'
import { findPace, lockPace, savePace } from '../../transport/inner/repository.ts'
import { isPlace, nextPlace, type PaceLimits } from '../../transport/inner/transport.ts'
import {
  AT_EASE,
  dkimKeyOf,
  isTransportReady,
  mailFromOf,
  mailSenderOf,
  type Sender,
  sendMail,
} from '../../transport/service.ts'
import { findMessageBytes, keepMessageBytes } from '../bytes.ts'
import { mailText, messageHtml } from '../layout.ts'
import { findLogo, toLogoPart } from '../logo.ts'
import * as repository from '../repository.ts'
import { SEND, type SendJob } from './jobs.ts'
import { recordMessage } from './queue.ts'
import { afterPrintFault, afterResult, afterUnknown, restUntil } from './schedule.ts'

/** The data that the outbox needs about the subject of a message. */
export interface MessageSubject {
  /** Why the message must not be sent anymore; null: it may. */
  reasonNotToSend(work: ReadWork, message: Message): Promise<string | null>
  /** The documents to attach, and those left out because of their size. */
  print(work: ReadWork, message: Message): Promise<readonly MailPart[]>
  /** The link in the sent message; the stored one is incomplete. */
  secretLink?(work: ReadWork, message: Message): Promise<string | null>
  /** In the transaction that changes the message, before any other row is locked. */
  note(work: Work, message: Message): Promise<void>
}

export interface DeliverDeps {
  readonly clock: Clock
  readonly matterOf: (subject: Subject | null) => MessageSubject
  /** The whole link to a shared document; null: it is not shared anymore. */
  readonly shareUrlOf: (work: ReadWork, target: LinkTarget) => Promise<string | null>
  /** Whether a message must wait until a person corrects an address. */
  readonly isBlocked: (work: ReadWork, message: Message) => Promise<boolean>
  readonly count: (outcome: string) => void
}

type Held = { readonly work: ReadWork; readonly job: RunningJob<SendJob> }

interface Built {
  readonly bytes: Uint8Array
  /** Null: they were stored at an earlier attempt. */
  readonly attachments: readonly MailPart[] | null
}

interface Ready {
  readonly built: Built
  readonly from: Box
}

/** Sends one message. Its results are committed together with the end of the job. */
export function createSender(deps: DeliverDeps): JobHandler {
  const { clock, matterOf } = deps
  const now = () => instant(clock)

  async function isResting(work: ReadWork): Promise<boolean> {
    const { waitsUntil } = await findPace(work)
    return waitsUntil !== null && waitsUntil > now()
  }

  /** Runs in a transaction on the locked message; `change` returns the new state. */
  async function save(
    { work, job }: Held,
    change: (work: Work, message: Message) => Promise<Message> | Message,
  ): Promise<null> {
    await transaction({ ...work, at: now() }, async (work) => {
      const before = await repository.lockMessage(work, job.payload.messageId)
      const after = await change(work, before)
      if (after !== before) {
        await matterOf(after.subject).note(work, after)
        await repository.saveMessage(work, after)
        announce(work, before, after)
      }
      const isOpen = after.status === 'queued' && after.nextAttemptAt !== null
      await job.finish(work, isOpen ? after.nextAttemptAt : null)
    })
    return null
  }

  const cancel = (held: Held, reason: string) =>
    save(held, (_work, message) => ({
      ...message,
      status: 'canceled',
      nextAttemptAt: null,
      reason,
    }))

  /** The previous process ended during an attempt. */
  const noteInterrupted = (held: Held) =>
    save(held, async (work, message) => {
      if (message.status !== 'sending') return message
      await repository.endAttempt(work, message.id, {
        outcome: 'interrupted',
        code: null,
        reply: null,
        steps: [],
      })
      return { ...message, ...afterUnknown(message, work.at) }
    })

  /** The bytes to send: those of the first attempt, or new ones. Null: not printed. */
  async function build(held: Held, message: Message, sender: Sender): Promise<Built | null> {
    const { work, job } = held
    if (message.rawSha256 !== null && !isSecret(message)) {
      // The bytes name a sender whom the mail server of today must not send for.
      if (sender.replyTo !== null)
        return save(held, (_work, message) => ({ ...message, ...failed('sender_unproven') }))
      const known = await findMessageBytes(work, message.rawSha256)
      if (known) return { bytes: known, attachments: null }
      // Other bytes with the same Message-ID would be another message.
      return save(held, (_work, message) => ({ ...message, ...failed('bytes_deleted') }))
    }
    try {
      const attachments = await matterOf(message.subject).print(work, message)
      return { bytes: await toMime(work, message, { sender, attachments }), attachments }
    } catch (error) {
      if (job.signal.aborted) throw error
      deps.count('not_printed')
      if (error instanceof AppError && error.code === 'attachments_too_large')
        return save(held, (_work, message) => ({
          ...message,
          ...failed(error.code),
        }))
      await save(held, (work, message) => ({ ...message, ...afterPrintFault(message, work.at) }))
      return null
    }
  }

  async function toMime(
    work: ReadWork,
    message: Message,
    { sender, attachments }: { readonly sender: Sender; readonly attachments: readonly MailPart[] },
  ): Promise<Uint8Array> {
    const { recipients } = message
    const content = await withSecretLink(work, message)
    const logoUrl = await findLogo(work, content.logoId)
    const logo = logoUrl === null ? null : toLogoPart(logoUrl)
    const link = content.link === null ? null : { url: content.link, label: content.linkLabel }
    const boxes = (role: string) => recipients.filter((it) => it.role === role)
    return buildMime(
      {
        id: message.id,
        messageId: message.messageId,
        inReplyTo: content.inReplyTo,
        date: message.createdAt,
        from: sender.from,
        replyTo: content.replyTo ?? sender.replyTo,
        to: boxes('to'),
        cc: boxes('cc'),
        subject: withLink(message.subjectLine, message.content.link, content.link),
        text: mailText({ ...content, link }),
        html: messageHtml({ content }, logo === null ? null : 'cid:logo'),
        logo,
        attachments,
        isAutomatic: message.automatic,
      },
      await dkimKeyOf(work),
    )
  }

  const wholeLink = async (work: ReadWork, message: Message): Promise<string | null> => {
    const { content, subject } = message
    if (content.linkTo) return deps.shareUrlOf(work, content.linkTo)
    return (await matterOf(subject).secretLink?.(work, message)) ?? null
  }

  /** Whether the link stopped working, or is another one than in the bytes of the first attempt. */
  async function isRevoked(work: ReadWork, message: Message): Promise<boolean> {
    const { linkTo, linkSha256 } = message.content
    if (!linkTo) return false
    const link = await deps.shareUrlOf(work, linkTo)
    return link === null || (linkSha256 !== undefined && linkSha256 !== sha256(link))
  }

  async function withSecretLink(work: ReadWork, message: Message): Promise<Content> {
    const { content } = message
    const known = content.link
    if (known === null || !(isSecret(message) || content.linkTo)) return content
    const link = await wholeLink(work, message)
    if (!link) throw new Error('The link no longer works.')
    return { ...content, link, text: withLink(content.text, known, link) }
  }

  /**
   * Gives the message its time slot, or a new one if it was missed, e.g. in a pause. The message
   * is built only in its slot, because building many at once made others miss theirs. False: the
   * slot is later, and the job ends until then.
   */
  async function reserve(
    { work, job }: Held,
    message: Message,
    limits: PaceLimits,
  ): Promise<boolean> {
    const known = message.nextAttemptAt
    if (known !== null && isPlace(known, now())) return true
    return transaction({ ...work, at: now() }, async (work) => {
      const before = await repository.lockMessage(work, message.id)
      const at = await placeOf(work, before, limits)
      await repository.saveMessage(work, { ...before, nextAttemptAt: at })
      const isNow = at <= work.at
      if (isNow) await job.check(work)
      else await job.finish(work, at)
      return isNow
    })
  }

  async function placeOf(work: Work, message: Message, limits: PaceLimits): Promise<string> {
    // A person waits for a link to an account, and there are only a few.
    if (isSecret(message)) return work.at
    const known = message.nextAttemptAt
    if (known !== null && isPlace(known, work.at)) return known
    const when = { now: work.at, missed: known }
    const { at, pace } = nextPlace(await lockPace(work), when, limits)
    await savePace(work, pace)
    return at
  }

  async function hashOfLink(
    work: ReadWork,
    message: Message,
  ): Promise<Pick<Content, 'linkSha256'>> {
    if (!message.content.linkTo) return {}
    const link = await wholeLink(work, message)
    return link === null ? {} : { linkSha256: sha256(link) }
  }

  async function keep(
    work: Work,
    message: Message,
    { built: { bytes, attachments }, from }: Ready,
  ): Promise<Partial<Message>> {
    const hash = sha256(bytes)
    if (!isSecret(message)) await keepMessageBytes(work, bytes)
    return {
      rawSha256: hash,
      rawBytes: bytes.length,
      content: { ...message.content, ...(await hashOfLink(work, message)), from },
      attachments: (attachments ?? []).map((part) => ({
        name: part.name,
        mediaType: part.mediaType,
        bytes: part.bytes.length,
        sha256: sha256(part.bytes),
      })),
    }
  }

  /** Stores the bytes of a first attempt when it begins, so that later ones send the same. */
  const begin = ({ work, job }: Held, { built, from }: Ready): Promise<void> =>
    transaction({ ...work, at: now() }, async (work) => {
      const message = await repository.lockMessage(work, job.payload.messageId)
      const stored = built.attachments === null ? {} : await keep(work, message, { built, from })
      await repository.saveMessage(work, { ...message, ...stored, status: 'sending' })
      await repository.beginAttempt(work, message.id, work.at)
      await job.check(work)
    })

  const note = (held: Held, result: SmtpResult) =>
    save(held, async (work, message) => {
      await repository.endAttempt(work, message.id, result)
      const isFault = result.outcome === 'transport'
      const pace = await lockPace(work)
      const failures = pace.failures + 1
      // A message that was being sent when the pause began does not extend it.
      const isKnown = pace.waitsUntil !== null && pace.waitsUntil > work.at
      if (isFault && !isKnown)
        await savePace(work, {
          ...pace,
          failures,
          failingSince: pace.failingSince ?? work.at,
          waitsUntil: restUntil(failures, work.at),
          lastError: result.reply,
        })
      if (!isFault && pace.failures > 0) await savePace(work, { ...pace, ...AT_EASE })
      return { ...message, ...afterResult(message, result, work.at) }
    })

  return handle(SEND, async (work, job) => {
    const message = await repository.findMessage(work, job.payload.messageId)
    if (!message || !['queued', 'sending'].includes(message.status)) return null
    if (message.status === 'sending') return noteInterrupted({ work, job })
    const dueAt = message.nextAttemptAt ?? message.sendAfter
    if (dueAt !== null && dueAt > now()) return dueAt
    const current = await currentSettings(work)
    // The sweep finds it again, so nothing is stored while everything waits.
    const isPaused = current.mailPaused || current.automationPaused
    if (isPaused || !(await isTransportReady(work)) || (await isResting(work))) return null
    const isOfAccount = isSecret(message)
    const wanted = message.content.from ?? mailFromOf(work, current)
    const sender = await mailSenderOf(work, wanted, { isOfAccount })
    if (sender === null || (await deps.isBlocked(work, message))) return null
    const reason = await matterOf(message.subject).reasonNotToSend(work, message)
    if (reason !== null) return cancel({ work, job }, reason)
    if (await isRevoked(work, message)) return cancel({ work, job }, 'link_revoked')
    const limits = { perMinute: current.mailPerMinute, perDay: current.mailPerDay }
    if (!(await reserve({ work, job }, message, limits))) return null
    const { from } = sender
    const built = await build({ work, job }, message, sender)
    if (built === null) return null
    await begin({ work, job }, { built, from })
    const to = message.recipients
      .filter(({ state }) => state === 'waiting')
      .map(({ address }) => address)
    const signal = job.signal
    const outgoing = {
      id: message.id,
      from: from.address,
      to,
      bytes: built.bytes,
      signal,
      isOfAccount,
    }
    const result = await sendMail(work, outgoing)
    deps.count(result.outcome)
    return note({ work, job }, result)
  })
}

const failed = (reason: string) => ({ status: 'failed' as const, nextAttemptAt: null, reason })

/** The text with the whole link instead of the stored one. */
const withLink = (text: string, known: string | null, link: string | null): string =>
  known === null || link === null ? text : text.replaceAll(known, link)

function announce(work: Work, before: Message, after: Message): void {
  if (before.status === after.status) return
  if (after.status === 'sent') recordMessage(work, 'message.sent', after)
  if (after.status === 'failed') recordMessage(work, 'message.failed', after)
  if (after.status === 'canceled') recordMessage(work, 'message.canceled', after)
}
