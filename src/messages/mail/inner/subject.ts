import type { Access } from '../../../company/access/access.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import type { MailPart } from '../../../platform/mail/mime.ts'
import type { Message } from '../message.ts'

/** What the outbox does with the messages about a subject of a type. */
export interface MessageSubject {
  /** Why the message must not be sent anymore; null: it may. */
  reasonNotToSend(work: ReadWork, message: Message, access: Access): Promise<string | null>
  /** The documents to attach, and those left out because of their size. */
  print(work: ReadWork, message: Message): Promise<readonly MailPart[]>
  /** The link in the sent message; the stored one is incomplete. */
  secretLink?(work: ReadWork, message: Message, access: Access): Promise<string | null>
  /** In the transaction that changes the message, before any other row is locked. */
  note(work: Work, message: Message): Promise<void>
}
