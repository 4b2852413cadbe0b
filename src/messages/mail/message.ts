import { domainOfAddress } from '../../platform/mail/address.ts'
import type { SmtpStep } from '../../platform/mail/smtp.ts'

/** To customers; the others go to people of the company. */
export const CUSTOMER_KINDS = [
  'invoice',
  'credit_note',
  'quote',
  'delivery_note',
  'payment_notice',
  'reminder',
  'charge_failed',
  'mandate_copy',
  'receipt',
  'statement',
  'renewal_notice',
] as const
export type CustomerKind = (typeof CUSTOMER_KINDS)[number]
/** Their link opens an account, so no table has it: it is added when the message is sent. */
const SECRET_KINDS = ['invitation', 'password_reset'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]
export const MESSAGE_KINDS = [...CUSTOMER_KINDS, ...SECRET_KINDS, 'notification', 'test'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

const RECIPIENT_STATES = ['waiting', 'accepted', 'rejected', 'bounced', 'delayed'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]
export type Role = 'to' | 'cc' | 'bcc'

export interface Recipient {
  readonly role: Role
  readonly name: string | null
  readonly address: string
  readonly state: RecipientState
  readonly detail: string | null
}

/** The subject of a message, and the room that owns it. */
export interface Subject {
  readonly type:
    | 'invoice'
    | 'payment'
    | 'statement'
    | 'quote'
    | 'delivery_note'
    | 'recurring'
    | 'reminder'
    | 'invitation'
    | 'person'
  readonly id: string
}

export interface Box {
  readonly name: string | null
  readonly address: string
}

/** A document to print for the message, by a format of the API, or a file of it. */
export interface PlannedAttachment {
  readonly kind: AttachmentKind
  readonly name: string
}
export const ATTACHMENT_KINDS = [
  'pdf',
  'factur-x',
  'factur-x-france',
  'xrechnung',
  'peppol',
  'pint',
  'nlcius',
  'cius-pt',
  'cius-ro',
  'hr-eracun',
  'ubl',
  'cii',
  'files',
] as const
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number]

/** Fixed when the message is written. */
export interface Content {
  /** Null: set when the message is built, because there was no sender yet. */
  readonly from: Box | null
  readonly replyTo: Box | null
  readonly text: string
  readonly language: string
  /** The URL of the button; null: no button. Without the secret part of a link to a document. */
  readonly link: string | null
  /** The shared document of the link, whose secret part is added when the message is sent. */
  readonly linkTo?: LinkTarget
  /** SHA-256 of the whole link in the stored bytes. */
  readonly linkSha256?: string
  readonly linkLabel: string
  /** Absent: the message is about no single amount. */
  readonly figure?: Figure
  readonly accentColor: string
  readonly logoId: string | null
  readonly inReplyTo: string | null
  readonly attach: readonly PlannedAttachment[]
  /** Further data for printing the attachments: the period of a statement. */
  readonly print: Readonly<Record<string, string>>
  readonly attachmentMaxBytes: number
}

/** The amount that a message asks for or confirms, shown large above its button. */
export interface Figure {
  /** What the amount is, and until when: `Amount due · Due date: 21 Dec 2026`. */
  readonly caption: string
  readonly amount: string
}

export interface LinkTarget {
  readonly type: 'invoice' | 'quote'
  readonly id: string
}

/** A link to a shared document without its secret part, e.g. `https://bills.example.org/i/…`. */
export const withoutSecret = (url: string): string => url.replace(/[^/]+$/, '…')

/** Whether its bytes are built for each attempt and never stored. */
export const isSecret = ({ kind }: Pick<Message, 'kind'>): boolean =>
  SECRET_KINDS.some((it) => it === kind)

interface Attachment {
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

export interface Message {
  readonly id: string
  readonly version: number
  readonly kind: MessageKind
  readonly occasion: string | null
  readonly subject: Subject | null
  readonly customerId: string | null
  readonly automatic: boolean
  readonly status: MessageStatus
  readonly subjectLine: string
  readonly content: Content
  readonly recipients: readonly Recipient[]
  /** Null until the message is built. */
  readonly attachments: readonly Attachment[] | null
  readonly messageId: string
  readonly rawSha256: string | null
  readonly rawBytes: number | null
  readonly sendAfter: string | null
  readonly nextAttemptAt: string | null
  readonly tries: number
  readonly uncertain: boolean
  readonly reason: string | null
  readonly createdAt: string
  readonly sentAt: string | null
}

/** Without a known sender, the Message-ID has a reserved domain (RFC 6761). */
export const messageIdOf = (id: string, address: string | undefined): string =>
  `<${id}@${domainOfAddress(address) ?? 'billwright.invalid'}>`

/** `interrupted`: the process ended, so it is unknown whether the message was sent. */
export type AttemptOutcome =
  | 'accepted'
  | 'deferred'
  | 'refused'
  | 'transport'
  | 'unknown'
  | 'interrupted'

export interface Attempt {
  readonly number: number
  readonly at: string
  readonly outcome: AttemptOutcome | null
  readonly code: number | null
  readonly reply: string | null
  readonly steps: readonly SmtpStep[]
}
