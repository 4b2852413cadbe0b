/** Statements of banks; see `tables.ts` for the conventions. */
export interface BankTables {
  readonly bank_accounts: BankAccountsTable
  readonly bank_files: BankFilesTable
  readonly bank_file_contents: BankFileContentsTable
  readonly bank_statements: BankStatementsTable
  readonly bank_entries: BankEntriesTable
  readonly bank_allocations: BankAllocationsTable
  readonly bank_marks: BankMarksTable
  readonly bank_declined: BankDeclinedTable
  readonly bank_payers: BankPayersTable
  readonly bank_profiles: BankProfilesTable
  readonly bank_rules: BankRulesTable
  readonly bank_looks: BankLooksTable
}

interface BankAccountsTable {
  readonly id: string
  readonly version: bigint
  readonly name: string
  readonly iban: string | null
  readonly other_id: string | null
  readonly qr_iban: string | null
  readonly currency: string
  readonly accounting_account: string | null
  /** Entries before this day are ignored. */
  readonly start_date: string | null
  /** 1: takes no files. */
  readonly archived: bigint
  readonly created_at: string
  readonly updated_at: string
}

interface BankFilesTable {
  readonly id: string
  readonly version: bigint
  readonly name: string | null
  /** `camt.053.001.08`, `mt940`, `csv:dkb`, … or `zip`. */
  readonly format: string
  /** SHA-256 of the bytes. */
  readonly digest: string
  /** The digest until the file is undone. */
  readonly kept_digest: string | null
  readonly status: string
  /** Of the request, if the file does not name its account. */
  readonly bank_account_id: string | null
  /** A CSV mapping of the request as JSON. */
  readonly profile: string | null
  readonly entries: bigint
  /** How many of them are stored. */
  readonly done: bigint
  readonly added: bigint
  readonly known: bigint
  readonly pending: bigint
  readonly suspects: bigint
  readonly replaced: bigint
  readonly problems: string
  readonly bytes: bigint
  readonly created_at: string
  readonly updated_at: string
}

interface BankFileContentsTable {
  readonly file_id: string
  /** Deflated. */
  readonly packed: Uint8Array
  readonly created_at: string
}

interface BankStatementsTable {
  readonly file_id: string
  readonly position: bigint
  readonly bank_account_id: string
  /** `camt`, `mt940`, `csv`, … */
  readonly family: string
  readonly number: string | null
  readonly currency: string
  readonly opening_minor: bigint | null
  readonly opening_date: string | null
  readonly closing_minor: bigint | null
  readonly closing_date: string | null
  readonly entries: bigint
  readonly added: bigint
  readonly known: bigint
  readonly pending: bigint
  readonly suspects: bigint
  readonly replaced: bigint
  readonly problems: string
}

interface BankEntriesTable {
  readonly id: string
  readonly version: bigint
  readonly bank_account_id: string
  readonly file_id: string
  /** Position of its statement in the file. */
  readonly statement: bigint
  readonly position: bigint
  readonly family: string
  /** Which entry of another file is the same one; `n` counts equal ones of a file. */
  readonly identity: string
  readonly n: bigint
  readonly status: string
  /** Why it is ignored. */
  readonly reason: string | null
  readonly booking_date: string
  /** Money in is positive. */
  readonly amount_minor: bigint
  /** How much of the amount is allocated; never negative. */
  readonly allocated_minor: bigint
  readonly currency: string
  readonly entry_reference: string | null
  readonly batch: string | null
  /** A `BankEntry` as JSON. */
  readonly content: string
  readonly class: string | null
  readonly kind: string | null
  /** Lists as JSON. */
  readonly flags: string
  readonly proposals: string
  /** Why it is never booked without a person. */
  readonly marks: string
  readonly suspect_of: string | null
  /** The other side of a transfer between own accounts. */
  readonly pair_id: string | null
  /** 0: it waits for the comparison with invoices. */
  readonly matched: bigint
  /** 1: the service booked it. */
  readonly automatic: bigint
  /** 1: a person reopened it, so that the service does not ignore it again. */
  readonly kept_open: bigint
  /** 1: a person did something with it, so that undoing its file keeps it. */
  readonly touched: bigint
  /** The actor as JSON. */
  readonly booked_by: string | null
  readonly booked_at: string | null
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
}

interface BankAllocationsTable {
  readonly entry_id: string
  readonly position: bigint
  readonly kind: string
  /** Part of the entry's amount, without sign. */
  readonly entry_minor: bigint
  /** In `currency`, which is that of the document. */
  readonly amount_minor: bigint
  readonly currency: string
  readonly invoice_id: string | null
  readonly payment_id: string | null
  readonly customer_id: string | null
  readonly account_entry_id: string | null
  readonly accounting_account: string | null
  readonly note: string | null
  readonly collection_id: string | null
  readonly created_at: string
}

interface BankMarksTable {
  readonly bank_account_id: string
  readonly identity: string
  readonly n: bigint
  readonly created_at: string
}

interface BankDeclinedTable {
  readonly entry_id: string
  readonly proposal: string
  readonly payer: string | null
  readonly documents: string
  readonly evidence: string
  readonly created_at: string
}

interface BankPayersTable {
  readonly iban: string
  readonly customer_id: string
  readonly name: string | null
  readonly first_at: string
  readonly last_at: string
  readonly count: bigint
}

interface BankProfilesTable {
  readonly id: string
  readonly version: bigint
  readonly name: string
  /** A `CsvProfile` as JSON. */
  readonly mapping: string
  readonly created_at: string
  readonly updated_at: string
}

interface BankRulesTable {
  readonly id: string
  readonly version: bigint
  readonly position: bigint
  readonly conditions: string
  readonly action: string
  readonly created_at: string
  readonly updated_at: string
}

interface BankLooksTable {
  readonly invoices_at: string
}
