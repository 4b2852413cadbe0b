import type { Contents, LiveContents } from '../contents/contents.ts'

export type InvoiceType = 'invoice' | 'credit_note'
export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'void', 'uncollectible'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** What an invoice is beside its contents. */
interface InvoiceState {
  readonly id: string
  readonly version: number
  readonly type: InvoiceType
  /** Assigned once, when the draft is issued; stays used forever. */
  readonly number: string | null
  readonly status: InvoiceStatus
  /** A credit note names the invoice it corrects. */
  readonly corrects: {
    readonly id: string
    readonly number: string
    readonly issueDate: string
  } | null
  /** Absent if a person created it. */
  readonly recurring?: RecurringOrigin
  /** The quote that it bills; its items keep their ids. */
  readonly quoteId?: string
  /** Of a draft: the usual days from which its due date was computed. Absent: a person or terms said it. */
  readonly dueDays?: number
  readonly paidMinor: bigint
  /** The amount that issued credit notes subtract. */
  readonly creditedMinor: bigint
  /** The random part of the share token (`share-token.ts`); null: not published. */
  readonly shareNonce: string | null
  readonly publishedAt: string | null
  /** The state of the newest message with the invoice; not part of the record. */
  readonly mail: InvoiceMail | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly issuedAt: string | null
}

export interface Invoice extends InvoiceState, LiveContents {}

/** The recurring invoice and the position in it. */
export interface RecurringOrigin {
  readonly id: string
  /** The day of the schedule. */
  readonly date: string
  readonly n: number
}

/** The state of the newest message with the invoice, and its time. */
export interface InvoiceMail {
  readonly status: InvoiceMailStatus
  readonly at: string
}
export const INVOICE_MAIL_STATUSES = ['queued', 'sent', 'failed', 'bounced', 'canceled'] as const
export type InvoiceMailStatus = (typeof INVOICE_MAIL_STATUSES)[number]

/** A credit note as its invoice lists it. */
export interface CreditNoteRef {
  readonly id: string
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly issueDate: string
  readonly totalMinor: bigint
  readonly payableMinor?: bigint
}

/** The part of an invoice in an order with deposits. */
export const INVOICE_ROLES = ['deposit', 'final'] as const
export type InvoiceRole = (typeof INVOICE_ROLES)[number]

/** A deposit as the invoice that deducts it lists it. */
export interface DepositRef {
  readonly id: string
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly issueDate: string
  readonly totalMinor: bigint
  readonly dueMinor: bigint
}

/** The invoice that deducts a deposit. */
export type DeductionRef = Pick<DepositRef, 'id' | 'number' | 'status'>

/** As stored: a draft has no copies yet and uses the settings and the customer. */
export interface StoredInvoice extends InvoiceState, Contents {
  /** The series of the number, and its position. */
  readonly series: string | null
  readonly sequence: bigint | null
}
