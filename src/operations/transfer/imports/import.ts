import type { ColumnNames } from '../csv/source.ts'
import type { ImportFault, ImportNote } from '../report.ts'

export const IMPORT_KINDS = [
  'customers',
  'products',
  'entries',
  'invoices',
  'recurring_invoices',
  'payments',
  'invio',
] as const
export type ImportKindName = (typeof IMPORT_KINDS)[number]

/** Kinds that import the file of another program, with several kinds of records. */
export const PROGRAMS = ['invio'] as const
export type ProgramName = (typeof PROGRAMS)[number]

export const REPORT_FORMATS = ['csv', 'jsonl'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const IMPORT_FORMATS = [...REPORT_FORMATS, 'sqlite'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** `reading`, `committing` and `undoing` end by themselves. */
export const IMPORT_STATUSES = [
  'reading',
  'ready',
  'committing',
  'done',
  'undoing',
  'undone',
] as const
/** Nobody sees an import while its records are being stored or deleted. */
export const HIDDEN_STATUSES = ['receiving', 'deleting'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number] | (typeof HIDDEN_STATUSES)[number]

/** Number of records by status; each record counts in every status that it passed. */
interface ImportCounts {
  readonly valid: number
  readonly faulty: number
  /** Existed before the import. */
  readonly known: number
  /** May repeat others; a person decides. */
  readonly duplicates: number
  readonly imported: number
  /** Existed before the import, and were changed by it. */
  readonly updated: number
  readonly failed: number
  readonly undone: number
  /** Not undone: changed since, or in use. */
  readonly kept: number
}

/** What to do with a record that exists already, by its external id or the like. */
export const EXISTING = ['keep', 'update'] as const

/** What to do with records that may repeat others: `use` gives the existing one what it lacks. */
export const DUPLICATES = ['create', 'skip', 'use'] as const

export interface ImportOptions {
  readonly duplicates?: (typeof DUPLICATES)[number]
  /** The field of each column of the file. */
  readonly columns?: ColumnNames
  readonly existing?: (typeof EXISTING)[number]
}

export interface Import extends ImportCounts {
  readonly id: string
  readonly kind: ImportKindName
  readonly format: ImportFormat
  /** SHA-256 of the file. */
  readonly name: string | null
  readonly digest: string
  readonly committedDigest: string | null
  readonly status: ImportStatus
  /** Whether committing issues documents. */
  readonly issues: boolean
  readonly options: ImportOptions
  readonly rows: number
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export const RECORD_STATUSES = [
  'pending',
  'valid',
  'faulty',
  'known',
  'duplicate',
  'imported',
  'updated',
  'failed',
  'undone',
  'kept',
] as const
export type RecordStatus = (typeof RECORD_STATUSES)[number]

export interface ImportRecord {
  readonly position: number
  readonly line: number
  readonly status: RecordStatus
  readonly resourceId: string | null
  readonly resourceVersion: number | null
  /** Of a program with several kinds of records: its kind, and its name for people. */
  readonly kind: string | null
  readonly label: string | null
  readonly faults: readonly ImportFault[]
  readonly notes: readonly ImportNote[]
}

export const NO_COUNTS: ImportCounts = {
  valid: 0,
  faulty: 0,
  known: 0,
  duplicates: 0,
  imported: 0,
  updated: 0,
  failed: 0,
  undone: 0,
  kept: 0,
}

export const COUNTED = Object.keys(NO_COUNTS) as readonly (keyof ImportCounts)[]

/** Counts are named like their status, but for the plural. */
export const statusOfCount = (name: keyof ImportCounts): RecordStatus =>
  name === 'duplicates' ? 'duplicate' : name

/** Finished and total records of the current step. */
export function progressOf(it: Import): { readonly done: number; readonly of: number } {
  if (it.status === 'committing')
    return { done: it.imported + it.updated + it.failed, of: it.valid + chosenOf(it) }
  if (it.status === 'undoing') return { done: it.undone + it.kept, of: it.imported }
  return { done: it.valid + it.faulty + it.known + it.duplicates, of: it.rows }
}

/** The duplicates that are imported. */
const chosenOf = ({ options, duplicates }: Import): number =>
  takesDuplicates(options) ? duplicates : 0

export const takesDuplicates = ({ duplicates = 'skip' }: ImportOptions): boolean =>
  duplicates !== 'skip'

/** The steps that a caller may take in each status. */
export const ALLOWED: Readonly<Record<ImportStatus, readonly string[]>> = {
  reading: ['delete'],
  ready: ['commit', 'delete'],
  committing: [],
  done: ['undo', 'delete'],
  undoing: [],
  undone: ['delete'],
  receiving: [],
  deleting: [],
}
