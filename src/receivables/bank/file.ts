/** `reading` and `undoing` end by themselves. */
export const FILE_STATUSES = ['reading', 'done', 'undoing', 'undone'] as const
type FileStatus = (typeof FILE_STATUSES)[number]

export type StatementProblem = 'unbalanced' | 'gap'

/** Number of entries of a statement, by what became of them. */
export interface EntryCounts {
  readonly added: number
  /** Another file had them already. */
  readonly known: number
  /** Not booked by the bank yet. */
  readonly pending: number
  /** A file of another format seems to have them. */
  readonly suspects: number
  /** Sums whose single payments replace them. */
  readonly replaced: number
}

export const NO_COUNTS: EntryCounts = { added: 0, known: 0, pending: 0, suspects: 0, replaced: 0 }

export interface StoredFile extends EntryCounts {
  readonly id: string
  readonly version: number
  readonly name: string | null
  readonly format: string
  /** SHA-256 of the bytes. */
  readonly digest: string
  readonly status: FileStatus
  readonly bankAccountId: string | null
  readonly profile: string | null
  readonly entries: number
  /** How many of them are stored. */
  readonly done: number
  readonly problems: readonly StatementProblem[]
  readonly bytes: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface StoredStatement extends EntryCounts {
  readonly position: number
  readonly bankAccountId: string
  readonly family: string
  readonly number: string | null
  readonly currency: string
  readonly openingMinor: bigint | null
  readonly openingDate: string | null
  readonly closingMinor: bigint | null
  readonly closingDate: string | null
  readonly entries: number
  readonly problems: readonly StatementProblem[]
}

export interface BankFile extends StoredFile {
  readonly statements: readonly StoredStatement[]
}

/** Formats whose entries have equal references are one family: `camt`, `mt940`, `csv`, `coda`, `gpc`. */
export const familyOf = (format: string): string => /^[a-z]+(940)?/.exec(format)?.[0] ?? format
