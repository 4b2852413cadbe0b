/** Up to which day the books are closed, and their sums when they were closed. */
export interface Closing {
  readonly version: number
  /** The last closed day, `YYYY-MM-DD`; null: nothing is closed. */
  readonly until: string | null
  readonly note: string | null
  /** Of the documents and payments until then, for the audit. */
  readonly sums: object | null
  /** The name of the person or key that closed or reopened the books last. */
  readonly changedBy: string | null
  readonly changedAt: string | null
}
