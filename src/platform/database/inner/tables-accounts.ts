/** Money on account. */
export interface AccountTables {
  readonly account_entries: AccountEntriesTable
}

/** Rows are only added. */
interface AccountEntriesTable {
  readonly id: string
  readonly customer_id: string
  readonly currency: string
  /** Position among the entries of the customer in this currency, from 1 without gaps. */
  readonly sequence: bigint
  readonly kind: string
  /** Signed: positive if the balance grew. */
  readonly amount_minor: bigint
  /** The balance after the entry. */
  readonly balance_minor: bigint
  /** The document that it settled, or returned from. */
  readonly invoice_id: string | null
  readonly payment_id: string | null
  readonly paid_at: string
  readonly method: string | null
  readonly reference: string | null
  readonly note: string | null
  readonly created_at: string
}
