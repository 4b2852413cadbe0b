import type { Book } from './contacts/fields.ts'
import type { CustomerContent } from './fields.ts'
import type { TaxIdCheck } from './tax-id/inner/status.ts'

export interface EmailProblem {
  readonly address: string
  readonly code: string | null
  readonly detail: string | null
  readonly at: string
}

export const MAIL_STOPS = ['deceased'] as const

/** No automatic message goes to the customer until a person lifts this. */
export interface MailStop {
  readonly reason: (typeof MAIL_STOPS)[number]
  readonly at: string
}

/** The recipient of invoices. */
export interface Customer extends CustomerContent, Book {
  readonly id: string
  /** An address that bounced permanently. Any change of the addresses clears it. */
  readonly emailProblem: EmailProblem | null
  readonly mailStop: MailStop | null
  /** Null: this tax id was never checked. */
  readonly taxIdCheck: TaxIdCheck | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}
