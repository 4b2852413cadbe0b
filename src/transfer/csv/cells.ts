import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | null

/** UTF-8's mark, by which spreadsheet programs tell it from the code page of the machine. */
export const BYTE_ORDER_MARK = '\ufeff'

const FORMULA_START = /^[=+\-@\t\r]/
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe in front, which makes it text:
 * a customer's name must not compute. Plain decimals such as `-12.50` stay numbers.
 */
export const toCell = (value: Cell): string => {
  const text = value === null ? '' : String(value)
  return FORMULA_START.test(text) && !PLAIN_DECIMAL.test(text) ? `'${text}` : text
}

/** What `toCell` put in front is taken away again, so that an export can be imported. */
export const fromCell = (text: string): string =>
  /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text

/** Rows of RFC 4180, each with its line end. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(toCell)),
    // A lone line feed, too, is quoted: readers take it for the end of the row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
