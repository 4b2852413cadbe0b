/** Files that people added to documents and customers; see `tables.ts` for the conventions. */
export interface FileTables {
  readonly files: FilesTable
  readonly file_contents: FileContentsTable
}

interface FilesTable {
  readonly id: string
  /** `invoice`, `quote`, `customer` or `entry`. */
  readonly owner_kind: string
  readonly owner_id: string
  readonly name: string
  readonly media_type: string
  readonly size: bigint
  readonly sha256: string
  /** `customer` or `internal`. */
  readonly visible: string
  readonly created_at: string
}

interface FileContentsTable {
  readonly sha256: string
  readonly bytes: Uint8Array
  /** When these bytes last arrived. */
  readonly stored_at: string
}
