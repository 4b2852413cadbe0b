import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'

interface Mailbox {
  readonly name: string | null
  readonly address: string
}

export interface MailPart {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export interface MailContent {
  /** Also the boundary of its parts, so that the same content has the same bytes. */
  readonly id: string
  /** `<…@…>`. */
  readonly messageId: string
  /** The first message about the same subject. */
  readonly inReplyTo: string | null
  /** RFC 3339. */
  readonly date: string
  readonly from: Mailbox
  readonly replyTo: Mailbox | null
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Shown in the HTML as `cid:logo`. */
  readonly logo: MailPart | null
  readonly attachments: readonly MailPart[]
  readonly isAutomatic: boolean
}

export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
}

/** The message as sent. The same content and key give the same bytes. */
export async function buildMime(content: MailContent, key: DkimKey | null): Promise<Uint8Array> {
  const composer = new MailComposer({
    baseBoundary: content.id,
    messageId: content.messageId,
    date: new Date(content.date),
    from: toBox(content.from),
    ...(content.replyTo ? { replyTo: toBox(content.replyTo) } : {}),
    to: content.to.map(toBox),
    cc: content.cc.map(toBox),
    subject: content.subject,
    text: withLineEnds(content.text),
    html: withLineEnds(content.html),
    ...(content.inReplyTo ? { inReplyTo: content.inReplyTo, references: [content.inReplyTo] } : {}),
    headers: content.isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {},
    attachments: [
      ...(content.logo ? [{ ...toAttachment(content.logo), cid: 'logo' }] : []),
      ...content.attachments.map(toAttachment),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
  })
  const bytes = await composer.compile().build()
  return key === null ? bytes : signed(bytes, key)
}

async function signed(bytes: Buffer, { domain, selector, privateKey }: DkimKey) {
  const dkim = new DKIM({ domainName: domain, keySelector: selector, privateKey })
  return Buffer.concat(await Array.fromAsync(dkim.sign(bytes)))
}

/** In SMTP form, so that the server gets exactly the stored and signed bytes. */
const withLineEnds = (text: string): string => text.replace(/\r?\n/g, '\r\n')

const toBox = ({ name, address }: Mailbox) => ({ name: name ?? '', address })

const toAttachment = ({ name, mediaType, bytes }: MailPart) => ({
  filename: name,
  contentType: mediaType,
  content: Buffer.from(bytes),
})
