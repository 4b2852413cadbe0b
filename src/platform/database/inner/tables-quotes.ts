/** Quotes. */
export interface QuoteTables {
  readonly quotes: QuotesTable
  readonly quote_words: QuoteWordsTable
}

interface QuoteWordsTable {
  readonly quote_id: string
  /** In UTF-8. */
  readonly word: Uint8Array
}

interface QuotesTable {
  readonly id: string
  /** The first revision of the same quote. */
  readonly root_id: string
  readonly revision: bigint
  readonly version: bigint
  readonly number: string | null
  /** Orders the numbers numerically. */
  readonly number_order: string
  /** Only of the first revision; the others append `-2` and so on to its number. */
  readonly series: string | null
  readonly sequence: bigint | null
  readonly status: string
  readonly customer_id: string
  readonly customer_name: string
  readonly issue_date: string
  readonly valid_until: string | null
  readonly currency: string
  readonly total_minor: bigint
  readonly terms_text: string | null
  readonly on_accept: string
  /** The percentage of the default deposit, in millionths. */
  readonly deposit_percent_micro: bigint | null
  /** The contents, in the form of `sales/contents/stored.ts`. */
  readonly content: string
  /** JSON: whether each optional item is selected, by its id. */
  readonly optional_items: string
  /** Only in the first revision; the link opens the newest one. */
  readonly share_nonce: string | null
  readonly share_hash: string | null
  /** The state hash of the revision at its opening. */
  readonly document_hash: string | null
  readonly pdf_sha256: string | null
  /** JSON, oldest first. */
  readonly answers: string
  readonly search_text: string
  readonly opened_at: string | null
  readonly answered_at: string | null
  readonly created_at: string
  readonly updated_at: string
}
