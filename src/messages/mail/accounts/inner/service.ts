import type { Access, Source } from '../../../../company/access/access.ts'
import { invitationNotFound } from '../../../../company/access/errors.ts'
import { findInvitation } from '../../../../company/access/invitations/invitations.ts'
import {
  countReset,
  findResettable,
  isResetOpen,
  resetTokenOf,
} from '../../../../company/access/password-resets/password-resets.ts'
import { currentSettings } from '../../../../company/settings/read.ts'
import { isOpen } from '../../../../core/companies/company.ts'
import { requireCompanyByNumber } from '../../../../core/companies/directory.ts'
import { transaction } from '../../../../core/record/transaction.ts'
import { createWorkFor, type ReadWork, SERVICE, type Work } from '../../../../core/record/work.ts'
import { formatterFor } from '../../../../paper/printing/format.ts'
import { fill } from '../../../../paper/printing/labels/labels.ts'
import { dayOf, secondsAfter } from '../../../../platform/clock.ts'
import { mailNotConfigured, operatorsMailOnly } from '../../inner/errors.ts'
import { queueMessage } from '../../inner/outbox/queue.ts'
import { countMessages } from '../../inner/repository.ts'
import type { MessageSubject } from '../../inner/subject.ts'
import { toHeader, toHeaderBox } from '../../inner/words/fill.ts'
import type { Message, SecretKind, Subject } from '../../message.ts'
import {
  isTransportReady,
  mailFromOf,
  mailSenderOf,
  mayCarryAccounts,
} from '../../transport/transport.ts'
import { accountWords } from './words.ts'

interface ResetRequest {
  readonly email: string
  /** Absent: the language of the company. */
  readonly language?: string | undefined
}

const HOUR_SECONDS = 60 * 60
/** The maximum number of links to an address in an hour, against floods. */
const RESETS_PER_HOUR = 3

/**
 * Mails an open invitation. Each call sends another message. Its link is added when the message is
 * sent.
 */
export async function sendInvitation(work: ReadWork, access: Access, id: string): Promise<Message> {
  const found = await findInvitation(access, work, id)
  if (!found) throw invitationNotFound()
  if (!(await isTransportReady(work))) throw mailNotConfigured()
  const { email, expiresAt, role } = found.invitation
  const isForOwner = role === 'owner'
  if (!(await mayCarryAccounts(work, { isForOwner }))) throw operatorsMailOnly()
  const { locale, currency, dateFormat, timeZone } = await currentSettings(work)
  const { date } = formatterFor({ language: locale, currency, dateFormat })
  return transaction(work, (work) =>
    queue(work, {
      kind: 'invitation',
      occasion: null,
      language: locale,
      subject: { type: 'invitation', id },
      to: email,
      values: { date: date(dayOf(expiresAt, timeZone)) },
      print: {},
    }),
  )
}

/**
 * Mails a link to the person with that address, with the work of the first company. The response
 * and its duration are the same for everybody. Throws `mail_not_configured` and
 * `too_many_attempts`.
 */
export async function requestReset(
  work: ReadWork,
  access: Access,
  { request, source }: { readonly request: ResetRequest; readonly source: Source },
): Promise<void> {
  if (!(await mayCarryAccounts(work, { isForOwner: false }))) throw mailNotConfigured()
  await countReset(access, request.email, source)
  access.later(() =>
    mailReset(work, access, request).catch((err: unknown) =>
      work.app.warn('a new password could not be mailed', { err }),
    ),
  )
}

export const invitationSubject: MessageSubject = {
  print: async () => [],
  note: async () => {},
  async reasonNotToSend(work, { subject }, access) {
    return (await findInvitation(access, work, subject?.id ?? '')) === null ? 'link_ended' : null
  },
  async secretLink(work, { subject, content }, access) {
    const found = await findInvitation(access, work, subject?.id ?? '')
    return found && `${content.link}#${found.token}`
  },
}

/** A person who gets a link to set a new password. */
export const personSubject: MessageSubject = {
  print: async () => [],
  note: async () => {},
  async reasonNotToSend(_work, message, access) {
    // The message may come from an archive, whose author chose the recipient.
    const [to, ...others] = message.recipients.map(({ address }) => address)
    const isOpen = await isResetOpen(access, resetOf(message), to ?? '')
    return isOpen && others.length === 0 ? null : 'link_ended'
  },
  async secretLink(_work, message, access) {
    return `${message.content.link}#${await resetTokenOf(access, resetOf(message))}`
  },
}

const resetOf = ({ content: { print } }: Message) => ({
  userId: print.userId ?? '',
  userVersion: Number(print.userVersion),
  expiresAt: print.expiresAt ?? '',
})

/** Mails the link from the person's first company that has a suitable mail server. */
async function mailReset(
  { app, follow }: ReadWork,
  access: Access,
  { email, language }: ResetRequest,
): Promise<void> {
  const found = await findResettable(access, email)
  for (const { company, role } of found?.memberships ?? []) {
    const entry = await requireCompanyByNumber(app.directory, company)
    const work = createWorkFor(app, follow)(SERVICE, entry)
    const isForOwner = role === 'owner'
    if (!isOpen(entry) || !(await mayCarryAccounts(work, { isForOwner }))) continue
    const { id, version, email: to } = found?.user ?? {}
    if (id === undefined || version === undefined || to === undefined) return
    const recent = { ...NO_FILTER, subjectId: id, from: secondsAfter(work.at, -HOUR_SECONDS) }
    if ((await countMessages(work, recent)) >= RESETS_PER_HOUR) return
    const expiresAt = secondsAfter(work.at, HOUR_SECONDS)
    const current = await currentSettings(work)
    await transaction(work, (work) =>
      queue(work, {
        kind: 'password_reset',
        occasion: `password_reset:${id}:${work.at}`,
        language: language ?? current.locale,
        subject: { type: 'person', id },
        to,
        values: {},
        print: { userId: id, userVersion: String(version), expiresAt },
      }),
    )
    return
  }
  if (found) app.warn('no mail server may carry a new password', { user: found.user.id })
}

async function queue(work: Work, asked: Asked): Promise<Message> {
  const { kind, language, subject, to, values } = asked
  const current = await currentSettings(work)
  const wanted = mailFromOf(work, current)
  const sender = await mailSenderOf(work, wanted, { isOfAccount: true })
  if (sender === null || !(await isTransportReady(work))) throw mailNotConfigured()
  const words = accountWords(kind, language)
  const filled = (text: string) =>
    fill(text, { company_name: current.companyName, email: to, ...values })
  const link = `${work.app.publicUrl}/${PAGES[kind]}`
  const [first, ...rest] = words.text.map(filled)
  return queueMessage(work, {
    kind,
    occasion: asked.occasion,
    subject,
    customerId: null,
    recipients: [{ role: 'to', name: null, address: to }],
    subjectLine: toHeader(filled(words.subject)),
    sendAfter: null,
    content: {
      from: toHeaderBox(sender.from),
      replyTo: sender.replyTo && toHeaderBox(sender.replyTo),
      text: [first, link, ...rest].join('\n\n'),
      language,
      link,
      linkLabel: words.button,
      accentColor: current.accentColor,
      logoId: current.logoId,
      attach: [],
      print: asked.print,
      attachmentMaxBytes: current.mailAttachmentMaxBytes,
    },
  })
}

interface Asked {
  readonly kind: SecretKind
  readonly occasion: string | null
  readonly language: string
  readonly subject: Subject
  readonly to: string
  readonly values: Readonly<Record<string, string>>
  readonly print: Readonly<Record<string, string>>
}

const PAGES: Readonly<Record<SecretKind, string>> = {
  invitation: 'invitation',
  password_reset: 'password-reset',
}

const NO_FILTER = {
  status: null,
  kind: 'password_reset',
  customerId: null,
  words: [],
  before: null,
}
