/** Payment methods of customers, and what is collected from them. */
export interface CollectionTables {
  readonly payment_methods: PaymentMethodsTable
  readonly collections: CollectionsTable
  readonly direct_debit_runs: DirectDebitRunsTable
  readonly direct_debit_items: DirectDebitItemsTable
  readonly direct_debit_files: DirectDebitFilesTable
}

interface PaymentMethodsTable {
  readonly id: string
  readonly version: bigint
  readonly customer_id: string
  readonly via: string
  readonly provider_id: string | null
  /** Its id at the provider. */
  readonly ref: string | null
  readonly kind: string
  readonly label: string
  readonly status: string
  /** 0 or 1. */
  readonly is_default: bigint
  /** As JSON. */
  readonly mandate: string | null
  readonly mandate_key: string | null
  readonly consent: string | null
  /** The first day on which it cannot be used any more. */
  readonly expires_on: string | null
  readonly last_used_on: string | null
  /** When it was canceled, expired or used up. */
  readonly ended_at: string | null
  readonly problem: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface CollectionsTable {
  readonly id: string
  readonly version: bigint
  readonly invoice_id: string
  readonly customer_id: string
  readonly payment_method_id: string
  readonly via: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly collect_on: string
  readonly next_on: string | null
  readonly status: string
  /** 1: it has not ended. */
  readonly active: bigint
  /** As JSON. */
  readonly notice: string | null
  readonly attempts: string
  readonly run_id: string | null
  readonly end_to_end: string | null
  readonly booked_payment_id: string | null
  readonly on_account_minor: bigint
  readonly ended_because: string | null
  /** A list as JSON. */
  readonly problems: string
  readonly created_at: string
  readonly updated_at: string
}

interface DirectDebitRunsTable {
  readonly id: string
  readonly version: bigint
  readonly status: string
  readonly collect_on: string | null
  /** Ids of collections, as JSON. */
  readonly excluded: string
  readonly count: bigint
  readonly sum_minor: bigint
  /** Of what the files say. */
  readonly content_sha256: string
  /** Actors as JSON. */
  readonly created_by: string
  /** Who approved first, and when, as JSON. */
  readonly first_approval: string | null
  readonly approved_by: string | null
  readonly approved_at: string | null
  readonly submitted_at: string | null
  readonly refused_because: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface DirectDebitItemsTable {
  readonly run_id: string
  readonly collection_id: string
  readonly position: bigint
  readonly amount_minor: bigint
  readonly left_out: string | null
  readonly file: bigint | null
  /** `PmtInfId` */
  readonly payment_ref: string | null
  readonly end_to_end: string | null
  readonly collect_on: string | null
  readonly sequence: string | null
  /** The code of the bank that refused it. */
  readonly rejected: string | null
}

interface DirectDebitFilesTable {
  readonly run_id: string
  readonly number: bigint
  /** `MsgId` */
  readonly message_ref: string
  readonly scheme: string
  readonly format: string
  readonly count: bigint
  readonly sum_minor: bigint
  readonly sha256: string
  readonly content: string
  /** Why the bank refused it. */
  readonly refused_because: string | null
  readonly created_at: string
}
