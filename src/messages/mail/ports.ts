import type { ReadWork, Work } from '../../core/record/work.ts'
import { port } from '../../kernel/port.ts'
import type { MailPart } from '../../platform/mail/mime.ts'
import type { Message, MessageKind } from './message.ts'

/** What another room does with the messages of a kind that it writes. */
export interface MessageHooks {
  /**
   * Why a message must not be sent anymore; null: it may. Checked again right before each message
   * is sent.
   */
  readonly cause?: (work: ReadWork, message: Message) => Promise<string | null>
  /** Instead of the documents of the subject. */
  readonly print?: (work: ReadWork, message: Message) => Promise<readonly MailPart[]>
  /** In the transaction that changes a message. */
  readonly note?: (work: Work, message: Message) => Promise<void>
}

/** Reminders and recurring invoices write messages, so they are higher rooms. */
export const messageHooks = port<(kind: MessageKind) => MessageHooks | undefined>('messageHooks')
