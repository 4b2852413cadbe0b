import type { ImportOptions } from '../dry-run.ts'
import { wrongMapping } from '../errors.ts'

/** A file by its path, or the bytes of one. */
export type CsvSource = string | Uint8Array

/** The field of each column of a file. A column that is not named keeps its name. */
export type ColumnNames = Readonly<Record<string, string>>

export interface CsvImportOptions extends ImportOptions {
  readonly columns?: ColumnNames | undefined
}

/** What a query says: a JSON object with texts, or nothing. */
export function columnNamesIn(text: string | undefined): ColumnNames {
  try {
    const names: unknown = JSON.parse(text ?? '{}')
    const isMap = typeof names === 'object' && names !== null && !Array.isArray(names)
    if (isMap && Object.values(names).every((name) => typeof name === 'string'))
      return names as ColumnNames
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrongMapping()
}
