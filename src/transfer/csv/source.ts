import type { ImportOptions } from '../dry-run.ts'

/** A file by its path, or the bytes of one. */
export type CsvSource = string | Uint8Array

/** The field of each column of a file. A column that is not named keeps its name. */
export type ColumnNames = Readonly<Record<string, string>>

export interface CsvImportOptions extends ImportOptions {
  readonly columns?: ColumnNames | undefined
}
