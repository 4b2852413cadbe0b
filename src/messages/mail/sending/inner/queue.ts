import { instantOf } from '@billwright/rules/schedule'
import { currentSettings } from '../../../../company/settings/read.ts'
import type { Settings } from '../../../../company/settings/settings.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { noteMail } from '../../../../sales/invoices/note.ts'
import { mailNotConfigured } from '../../inner/errors.ts'
import { queueMessage } from '../../inner/outbox/queue.ts'
import type { SendBody } from '../../inner/schema.ts'
import { findMessageTemplate } from '../../inner/templates/templates.ts'
import { toHeaderBox } from '../../inner/words/fill.ts'
import { type Message, withoutSecret } from '../../message.ts'
import { isTransportReady, mailFromOf, mailSenderOf } from '../../transport/transport.ts'
import { type Composed, compose, languageOf } from './compose.ts'
import type { Prepared } from './prepare.ts'

const DAY_LENGTH = 'YYYY-MM-DD'.length

export async function composed(work: ReadWork, { matter }: Prepared, body: SendBody) {
  const current = await currentSettings(work)
  const template = await findMessageTemplate(work, matter.kind, languageOf(matter, body))
  return { current, parts: compose(matter, { body, settings: current, template }) }
}

export async function queue(
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
    sendAfter: body.send_on === undefined ? null : startOf(body.send_on, current),
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

/** The morning of a day, or an instant as it is. */
const startOf = (given: string, { recurringTime, timeZone }: Settings): string =>
  given.length === DAY_LENGTH
    ? instantOf(given, recurringTime, timeZone)
    : new Date(given).toISOString()

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
