/** Delivery notes; see `tables.ts` for the conventions. */
export interface DeliveryNoteTables {
  readonly delivery_notes: DeliveryNotesTable
}

interface DeliveryNotesTable {
  readonly id: string
  readonly version: bigint
  readonly number: string
  /** Orders the numbers numerically. */
  readonly number_order: string
  readonly series: string
  readonly sequence: bigint
  /** `issued` or `void`. */
  readonly status: string
  readonly date: string
  readonly customer_id: string
  readonly customer_name: string
  /** The quote, also if an invoice of it was delivered. */
  readonly quote_id: string | null
  readonly invoice_id: string | null
  /** JSON: the contents of the note, with the delivered quantities. */
  readonly content: string
  readonly search_text: string
  readonly voided_at: string | null
  readonly created_at: string
  readonly updated_at: string
}
