import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | null

/** UTF-8's byte order mark: without it, spreadsheet programs assume the machine's code page. */
export const BYTE_ORDER_MARK = '\ufeff'

const FORMULA_START = /^[=+\-@\t\r]/
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * A spreadsheet would run some text as a formula, such as a customer's name that begins with `=`. An
 * apostrophe in front makes it text. Plain decimals such as `-12.50` stay numbers.
 */
export const toCell = (value: Cell): string => {
  const text = value === null ? '' : String(value)
  return FORMULA_START.test(text) && !PLAIN_DECIMAL.test(text) ? `'${text}` : text
}

/** Removes the apostrophe of `toCell`, so that an export can be imported. */
export const fromCell = (text: string): string =>
  /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text

/** Rows of RFC 4180, each with its line end. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(toCell)),
    // A lone line feed is quoted too, because readers take it for the end of the row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
