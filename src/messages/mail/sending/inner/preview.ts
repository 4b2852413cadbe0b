import type { ReadWork } from '../../../../core/record/work.ts'
import { mailHtml } from '../../inner/layout.ts'
import { findLogo } from '../../inner/logo.ts'
import type { SendBody } from '../../inner/schema.ts'
import { getTransport, mailFromOf, mailSenderOf, type Sender } from '../../transport/transport.ts'
import { warning } from '../../warnings.ts'
import type { Composed } from './compose.ts'
import { fitting, printDocuments } from './documents.ts'
import type { Prepared } from './prepare.ts'
import { composed } from './queue.ts'

/** Previews a message; stores nothing. */
export async function preview(work: ReadWork, prepared: Prepared, body: SendBody) {
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
