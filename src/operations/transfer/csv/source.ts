import { wrongMapping } from '../inner/errors.ts'

/** The path of a file, or its bytes. */
export type CsvSource = string | Uint8Array

/** The field of each column of a file. Columns that are not named keep their name. */
export type ColumnNames = Readonly<Record<string, string>>

/** The mapping in a query parameter: a JSON object with texts; absent: none. */
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
