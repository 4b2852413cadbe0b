/** Documents from suppliers; see `tables.ts` for the conventions. */
export interface SupplierInvoiceTables {
  readonly supplier_invoices: SupplierInvoicesTable
}

interface SupplierInvoicesTable {
  readonly id: string
  readonly version: bigint
  /** `new`, `accepted`, `rejected` or `paid`. */
  readonly status: string
  /** Why it was rejected. */
  readonly reason: string | null
  readonly paid_on: string | null
  /** Of the file: `ubl`, `cii` or `pdf`. */
  readonly format: string
  readonly profile: string
  /** `invoice` or `credit_note`. */
  readonly kind: string
  readonly number: string
  /** Orders the numbers numerically. */
  readonly number_order: string
  readonly issue_date: string
  readonly due_date: string | null
  readonly currency: string
  readonly seller_name: string
  /** Equal for each document of a seller. */
  readonly seller_key: string
  /** Hundredths in every currency, as in EN 16931. */
  readonly total_cents: bigint
  readonly due_cents: bigint
  /** Number of findings of each level. */
  readonly errors: bigint
  readonly warnings: bigint
  /** JSON: the contents of the document. */
  readonly content: string
  /** JSON: the broken rules. */
  readonly findings: string
  /** SHA-256 of the received file. */
  readonly sha256: string
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
}
