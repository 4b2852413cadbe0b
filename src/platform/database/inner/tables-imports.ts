/** Files to import; see `tables.ts` for the conventions. */
export interface ImportTables {
  readonly imports: ImportsTable
  readonly import_records: ImportRecordsTable
}

interface ImportsTable {
  readonly id: string
  readonly version: bigint
  /** `customers`, `products`, … or the program of the file. */
  readonly kind: string
  /** `csv`, `jsonl` or `sqlite`. */
  readonly format: string
  readonly name: string | null
  /** SHA-256 of the file. */
  readonly digest: string
  /** The digest once the import is committed, and until it is undone. */
  readonly committed_digest: string | null
  readonly status: string
  /** Whether it issues documents. */
  readonly issues: bigint
  readonly rows: bigint
  readonly valid: bigint
  readonly faulty: bigint
  readonly known: bigint
  readonly imported: bigint
  readonly failed: bigint
  readonly undone: bigint
  readonly kept: bigint
  readonly duplicates: bigint
  readonly updated: bigint
  /** `ImportOptions` as JSON. */
  readonly options: string
  readonly created_at: string
  readonly updated_at: string
}

interface ImportRecordsTable {
  readonly import_id: string
  readonly position: bigint
  readonly line: bigint
  readonly status: string
  /** A `SourceRecord` as JSON; null once it is imported. */
  readonly source: string | null
  readonly faults: string
  /** Of a program with several kinds of records: which kind it is, and its name for people. */
  readonly kind: string | null
  readonly label: string | null
  readonly notes: string
  readonly resource_id: string | null
  readonly resource_version: bigint | null
}
