import { dayOf, isoDay } from '../dates.ts'

export type CsvDateFormat = 'D.M.y' | 'y-M-D' | 'M/D/y' | 'D/M/y' | 'D-M-y'
export type CsvDelimiter = ';' | ',' | '\t' | '|'
export const DELIMITERS: readonly CsvDelimiter[] = [';', ',', '\t', '|']
export const DATE_FORMATS: readonly CsvDateFormat[] = ['D.M.y', 'y-M-D', 'M/D/y', 'D/M/y', 'D-M-y']

/** Names of columns; those that a file lacks count as empty. Either `amount`, or `credit` and `debit`. */
export interface CsvColumns {
  readonly booking_date: string
  readonly value_date?: string
  readonly amount?: string
  readonly credit?: string
  readonly debit?: string
  /** The amounts have no sign; these values of a column mean money out. */
  readonly sign?: { readonly column: string; readonly debit: readonly string[] }
  readonly currency?: string
  /** One column, or one for money in and one for money out. */
  readonly name?: string | { readonly credit: string; readonly debit: string }
  readonly iban?: string
  readonly text?: readonly string[]
  readonly end_to_end?: string
  /** The bank's reference. */
  readonly id?: string
  /** Whose account it is. */
  readonly account?: string
}

/** How to read a table. It is plain data, so that it can be stored as JSON. */
export interface CsvProfile {
  /** Columns that must be there; their line is found anywhere in the first 50. */
  readonly header: readonly string[]
  readonly delimiter: CsvDelimiter
  readonly date: CsvDateFormat
  readonly decimal: ',' | '.'
  readonly columns: CsvColumns
  /** Where no column and no line above the header says it. */
  readonly currency?: string
  /** `preamble`: an IBAN above the header is the account. `ask`: the file does not say it. */
  readonly account?: 'preamble' | 'ask'
  /** Lines with one of these values in a column are not booked yet. */
  readonly pending?: { readonly column: string; readonly value: string | readonly string[] }
}

const ORDERS: Readonly<Record<CsvDateFormat, readonly [pattern: RegExp, order: string]>> = {
  'D.M.y': [/^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?:[ T].*)?$/, 'DMy'],
  'y-M-D': [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/, 'yMD'],
  'M/D/y': [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:[ T].*)?$/, 'MDy'],
  'D/M/y': [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:[ T].*)?$/, 'DMy'],
  'D-M-y': [/^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})(?:[ T].*)?$/, 'DMy'],
}

/** A day in this format; the international one is understood everywhere. */
export function csvDay(cell: string, format: CsvDateFormat): string | undefined {
  const [pattern, order] = ORDERS[format]
  const found = pattern.exec(cell.trim())
  if (!found) return isoDay(cell)
  const part = (letter: string) => found[order.indexOf(letter) + 1] ?? ''
  return dayOf(part('y'), part('M'), part('D'))
}

const NUMBER =
  /^(\()?([-+−–])?(?:[A-Z]{3}|\p{Sc})?([-+−–])?([\d.,]+)(?:[A-Z]{3}|\p{Sc})?([-+−–])?(\))?$/u
const GROUPED: Readonly<Record<',' | '.', RegExp>> = {
  ',': /^(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d*)?$/,
  '.': /^(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$/,
}

/**
 * A plain decimal with its sign: `-1.234,50`, `1'234.50-`, `(12.00)`, `1 234,50 €`. Undefined if it is no
 * number, or its separators are in the wrong places.
 */
export function csvDecimal(cell: string, decimal: ',' | '.'): string | undefined {
  const found = NUMBER.exec(cell.replace(/[\s\u00a0'’ʼ]/g, ''))
  if (!found) return undefined
  const [, open, before, between, digits = '', after, close] = found
  if ((open === undefined) !== (close === undefined) || !/\d/.test(digits)) return undefined
  if (!GROUPED[decimal].test(digits)) return undefined
  const isNegative = [before, between, after].some((it) => it !== undefined && it !== '+')
  const grouping = decimal === ',' ? '.' : ','
  const plain = digits.replaceAll(grouping, '').replace(',', '.')
  return (isNegative || open !== undefined ? '-' : '') + plain
}
