import type { Access } from '../../../../company/access/access.ts'
import { currentSettings } from '../../../../company/settings/read.ts'
import type { RunningJob } from '../../../../core/jobs/handler.ts'
import { transaction } from '../../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { AppError, orGone } from '../../../../kernel/errors.ts'
import { instant } from '../../../../platform/clock.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { isSameAddress } from '../../../../platform/mail/address.ts'
import { buildMime, type MailPart } from '../../../../platform/mail/mime.ts'
import type { SmtpResult } from '../../../../platform/mail/smtp.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import { requireCustomer } from '../../../../sales/customers/read.ts'
import { getInvoice } from '../../../../sales/invoices/read.ts'
import { getQuote } from '../../../../sales/quotes/read.ts'
import { type Box, type Content, isSecret, type LinkTarget, type Message } from '../../message.ts'
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
} from '../../transport/transport.ts'
import { findMessageBytes, keepMessageBytes } from '../bytes.ts'
import { mailText, messageHtml } from '../layout.ts'
import { findLogo, toLogoPart } from '../logo.ts'
import * as repository from '../repository.ts'
import { subjectOf } from '../subjects.ts'
import type { SendJob } from './jobs.ts'
import { recordMessage } from './queue.ts'
import { afterPrintFault, afterResult, afterUnknown, restUntil } from './schedule.ts'

/** A message that is being sent. */
interface Held {
  readonly work: ReadWork
  readonly job: RunningJob<SendJob>
  /** Knows the links to accounts. */
  readonly access: Access
}

interface Built {
  readonly bytes: Uint8Array
  /** Null: they were stored at an earlier attempt. */
  readonly attachments: readonly MailPart[] | null
}

interface Ready {
  readonly built: Built
  readonly from: Box
}

/**
 * Sends one message. Its results are committed together with the end of the job. Returns when to run
 * again; null if the message is finished or the sweep will queue it.
 */
export async function deliverMessage(held: Held): Promise<string | null> {
  const { work, job } = held
  const message = await repository.findMessage(work, job.payload.messageId)
  if (!message || !['queued', 'sending'].includes(message.status)) return null
  if (message.status === 'sending') return noteInterrupted(held)
  const dueAt = message.nextAttemptAt ?? message.sendAfter
  if (dueAt !== null && dueAt > now(work)) return dueAt
  const current = await currentSettings(work)
  // The sweep finds it again, so nothing is stored while everything waits.
  const isPaused = current.mailPaused || current.automationPaused
  if (isPaused || !(await isTransportReady(work)) || (await isResting(work))) return null
  const isOfAccount = isSecret(message)
  const wanted = message.content.from ?? mailFromOf(work, current)
  const sender = await mailSenderOf(work, wanted, { isOfAccount })
  if (sender === null) return null
  const customer = await findAddressee(work, message)
  if (customer?.mailStop) return cancel(held, 'mail_stopped')
  if (isBlocked(customer, message)) return null
  const reason = await subjectOf(message).reasonNotToSend(work, message, held.access)
  if (reason !== null) return cancel(held, reason)
  if (await isRevoked(work, message)) return cancel(held, 'link_revoked')
  const { mailPerMinute: perMinute, mailPerDay: perDay, timeZone } = current
  const limits = { perMinute, perDay, timeZone }
  if (!(await reserve(held, message, limits))) return null
  const { from } = sender
  const built = await build(held, message, sender)
  if (built === null) return null
  await begin(held, { built, from })
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
  work.app.counters.countMail(result.outcome)
  return note(held, result)
}

const now = ({ app }: ReadWork): string => instant(app.clock)

/** The customer to whom an automatic message goes; null: it is another message. */
const findAddressee = async (
  work: ReadWork,
  { automatic, customerId }: Message,
): Promise<Customer | null> =>
  automatic && customerId !== null ? orGone(requireCustomer(work, customerId)) : null

/** An address that bounced permanently gets no automatic messages until a person edits it. */
function isBlocked(customer: Customer | null, { recipients }: Message): boolean {
  const bounced = customer?.emailProblem?.address
  return recipients.some(
    ({ state, address }) =>
      state === 'waiting' && bounced !== undefined && isSameAddress(address, bounced),
  )
}

/** The whole link to a shared document; null: it is not shared anymore. */
async function shareUrlOf(work: ReadWork, { type, id }: LinkTarget): Promise<string | null> {
  const read = type === 'quote' ? getQuote(work, id) : getInvoice(work, id)
  return (await orGone<{ readonly shareUrl: string | null }>(read))?.shareUrl ?? null
}

async function isResting(work: ReadWork): Promise<boolean> {
  const { waitsUntil } = await findPace(work)
  return waitsUntil !== null && waitsUntil > now(work)
}

/** Runs in a transaction on the locked message; `change` returns the new state. */
async function save(
  { work, job }: Held,
  change: (work: Work, message: Message) => Promise<Message> | Message,
): Promise<null> {
  await transaction({ ...work, at: now(work) }, async (work) => {
    const before = await repository.lockMessage(work, job.payload.messageId)
    const after = await change(work, before)
    if (after !== before) {
      await subjectOf(after).note(work, after)
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
    const attachments = await subjectOf(message).print(work, message)
    return { bytes: await toMime(held, message, { sender, attachments }), attachments }
  } catch (error) {
    if (job.signal.aborted) throw error
    work.app.counters.countMail('not_printed')
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
  { work, access }: Held,
  message: Message,
  { sender, attachments }: { readonly sender: Sender; readonly attachments: readonly MailPart[] },
): Promise<Uint8Array> {
  const { recipients } = message
  const content = await withSecretLink(work, message, access)
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

/** Whether the link stopped working, or is another one than in the bytes of the first attempt. */
async function isRevoked(work: ReadWork, message: Message): Promise<boolean> {
  const { linkTo, linkSha256 } = message.content
  if (!linkTo) return false
  const link = await shareUrlOf(work, linkTo)
  return link === null || (linkSha256 !== undefined && linkSha256 !== sha256(link))
}

async function withSecretLink(work: ReadWork, message: Message, access: Access): Promise<Content> {
  const { content } = message
  const known = content.link
  if (known === null || !(isSecret(message) || content.linkTo)) return content
  const link = content.linkTo
    ? await shareUrlOf(work, content.linkTo)
    : await subjectOf(message).secretLink?.(work, message, access)
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
  if (known !== null && isPlace(known, now(work))) return true
  return transaction({ ...work, at: now(work) }, async (work) => {
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
  { content: { linkTo } }: Message,
): Promise<Pick<Content, 'linkSha256'>> {
  if (!linkTo) return {}
  const link = await shareUrlOf(work, linkTo)
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
  transaction({ ...work, at: now(work) }, async (work) => {
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
