import type { DeliveryContents } from '../../../sales/contents/delivery.ts'
import type { NotePaper } from '../../printing/delivery-note/page.ts'

export const DELIVERY_NOTE_STATUSES = ['issued', 'void'] as const
export type DeliveryNoteStatus = (typeof DELIVERY_NOTE_STATUSES)[number]

/** The items handed over with one delivery. Only the status ever changes. */
export interface DeliveryNote {
  readonly id: string
  readonly version: number
  readonly number: string
  readonly series: string
  readonly sequence: bigint
  readonly status: DeliveryNoteStatus
  readonly date: string
  readonly customerId: string
  readonly customerName: string
  /** Also if an invoice of the quote was delivered. */
  readonly quoteId: string | null
  readonly invoiceId: string | null
  /** The contents of the document, with the delivered quantities. */
  readonly content: DeliveryContents & Pick<NotePaper, 'of' | 'number'>
  readonly voidedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}
