import type { ColumnType } from 'kysely'

/** Time and expenses; see `tables.ts` for the conventions. */
export interface EntryTables {
  readonly entries: EntriesTable
  readonly entry_billings: EntryBillingsTable
}

interface EntriesTable {
  readonly id: string
  readonly version: bigint
  /** `time`, `expense` or `item`. */
  readonly kind: string
  readonly customer_id: string
  readonly date: string
  readonly description: string
  readonly quantity_micro: bigint
  readonly duration_seconds: ColumnType<bigint | null, bigint | null | undefined>
  readonly unit: string | null
  /** Null: the price of the product. */
  readonly unit_price_micro: bigint | null
  readonly product_id: string | null
  readonly currency: string
  /** JSON as in a request; null: that of the product or the settings. */
  readonly tax: string | null
  readonly reference: string | null
  readonly external_ids: string
  readonly metadata: string
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
}

/** The item that bills an entry. Without a row, the entry is open. */
interface EntryBillingsTable {
  readonly entry_id: string
  readonly invoice_id: string
  readonly item_id: string
}
