/** Reminders of late payment; see `tables.ts` for the conventions. */
export interface ReminderTables {
  readonly reminder_plans: ReminderPlansTable
  readonly reminder_states: ReminderStatesTable
  readonly reminders: RemindersTable
  readonly late_charges: LateChargesTable
}

interface ReminderPlansTable {
  readonly id: string
  readonly version: bigint
  readonly name: string
  readonly enabled: bigint
  readonly is_default: bigint
  /** JSON, as on the wire. */
  readonly rules: string
  /** Invoices due before this day are not reminded. */
  readonly remind_from: string | null
  /** The last day on which the daily check of its invoices was completed. */
  readonly looked_on: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** A person's decision about the reminders of an invoice. */
interface ReminderStatesTable {
  readonly invoice_id: string
  readonly version: bigint
  /** An id, `default` or `none`; null: the customer's. */
  readonly plan: string | null
  /** Null: not paused. */
  readonly pause_reason: string | null
  readonly pause_note: string | null
  /** The last day of the pause; null: until a person resumes. */
  readonly paused_until: string | null
  readonly paused_at: string | null
}

interface RemindersTable {
  readonly id: string
  readonly invoice_id: string
  readonly customer_id: string
  readonly plan_id: string
  readonly level: bigint
  readonly n: bigint
  readonly status: string
  /** The local day of the decision. */
  readonly day: string
  /** JSON: the invoice data in the reminder letter. */
  readonly content: string
  readonly message_id: string | null
  /** JSON: why it was not sent automatically. */
  readonly problem: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface LateChargesTable {
  readonly id: string
  readonly version: bigint
  readonly invoice_id: string
  readonly reminder_id: string | null
  readonly bank_entry_id: string | null
  readonly kind: string
  readonly level: bigint
  readonly amount_minor: bigint
  /** For interest: its days and JSON of its spans. */
  readonly from_day: string | null
  readonly to_day: string | null
  readonly days: bigint | null
  readonly spans: string | null
  readonly status: string
  /** The invoice that bills it. */
  readonly settled_by: string | null
  readonly created_at: string
  readonly updated_at: string
}
