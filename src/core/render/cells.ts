import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | null

/** UTF-8's byte order mark: without it, spreadsheet programs assume the machine's code page. */
export const BYTE_ORDER_MARK = '\ufeff'

/** At the start, and after a semicolon, which separates cells in some countries. Full-width signs count, too. */
const FORMULA_START = /(^|;)('*[=+\-@＝＋－＠\t\r])/g
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * A spreadsheet program would run some text as a formula, such as a customer's name that begins
 * with `=`. A leading apostrophe makes it text. Plain decimals such as `-12.50` stay numbers.
 */
export const toCell = (value: Cell): string => {
  const text = value === null ? '' : String(value)
  return PLAIN_DECIMAL.test(text) ? text : text.replace(FORMULA_START, "$1'$2")
}

/** Removes the apostrophes of `toCell`, so that an export can be imported. */
export const fromCell = (text: string): string =>
  text.replace(/(^|;)'('*[=+\-@＝＋－＠\t\r])/g, '$1$2')

/** Rows of RFC 4180, each with its line end. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(toCell)),
    // A lone line feed is quoted, too, because readers take it for the end of the row.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
