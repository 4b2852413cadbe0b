import type { ImportOptions } from '../dry-run.ts'

/** A file by its path, or the bytes of one. */
export type CsvSource = string | Uint8Array

/** What the columns of a file mean here; those that are not named keep their names. */
export type ColumnNames = Readonly<Record<string, string>>

export interface CsvImportOptions extends ImportOptions {
  readonly columns?: ColumnNames | undefined
}
