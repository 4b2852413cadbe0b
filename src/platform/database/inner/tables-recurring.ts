/** Recurring invoices. */
export interface RecurringTables {
  readonly recurring_invoices: RecurringInvoicesTable
  readonly recurring_runs: RecurringRunsTable
}

interface RecurringInvoicesTable {
  readonly id: string
  readonly version: bigint
  readonly name: string
  readonly customer_id: string
  readonly status: string
  readonly action: string
  /** JSON, as on the wire; so are `period` to `changes`. */
  readonly schedule: string
  readonly period: string
  readonly invoice: string
  /** 1: each invoice also bills the customer's open time and expenses. */
  readonly include_entries: bigint
  readonly skips: string
  readonly extras: string
  readonly changes: string
  /** The days before it are settled. */
  readonly from_date: string
  /** A person asked for all missed days until this one. */
  readonly asked_until: string | null
  readonly made: bigint
  readonly next_date: string | null
  readonly next_run_at: string | null
  /** When a worker checks it again. */
  readonly due_at: string | null
  /** The settings used to compute `next_run_at`. */
  readonly planned_for: string
  readonly attention_code: string | null
  readonly attention: string | null
  readonly paused_until: string | null
  /** JSON: recipients and days of notice. */
  readonly mail: string
  /** Notices until this instant are queued or skipped. */
  readonly notified_until: string
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
  readonly ended_at: string | null
}

interface RecurringRunsTable {
  readonly recurring_id: string
  /** The day in the schedule. */
  readonly date: string
  readonly at: string
  readonly outcome: string
  readonly n: bigint | null
  readonly invoice_id: string | null
  readonly message_id: string | null
  /** The problem document of an outcome that needs a person. */
  readonly problem: string | null
  readonly tries: bigint
}
