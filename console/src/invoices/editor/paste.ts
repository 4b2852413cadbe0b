import type { Language } from '../../words.tsx'
import { toDecimal } from '../decimal-text.ts'

/** A row of a spreadsheet as far as it makes a line. */
export interface PastedRow {
  readonly description: string
  readonly details: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  readonly taxRate: string
}

const NUMBER = /^-?[\d.,'’\s\u00a0\u202f]*\d[\d.,'’\s\u00a0\u202f]*$/
const MONEY_MARKS = /[€$£¥%]|\b[A-Z]{3}\b/g

/**
 * Rows separated by line ends and cells by tabs, as spreadsheets copy them; null for anything else.
 * The first cell that is text describes the item, the next is its unit where `toUnit` knows it, else
 * the details. Of the numbers one is the price, two are quantity and price, and a third is the tax
 * rate, unless it is the product of the first two or it is above 100.
 */
export function pastedRows(
  text: string,
  language: Language,
  toUnit: (text: string) => string | null,
): readonly PastedRow[] | null {
  if (!text.includes('\t')) return null
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const [head, ...others] = rows
  const hasHead = head !== undefined && others.length > 0 && !head.some(isNumber)
  return (hasHead ? others : rows).map((cells) => toRow(cells, language, toUnit))
}

function toRow(
  cells: readonly string[],
  language: Language,
  toUnit: (text: string) => string | null,
): PastedRow {
  const [description = '', ...texts] = cells.filter((cell) => cell !== '' && !isNumber(cell))
  const unit = texts.find((text) => toUnit(text) !== null)
  const details = texts.filter((text) => text !== unit)
  const numbers = cells.filter(isNumber).map(bare)
  const [first = '', second, third = ''] = numbers
  const isProduct = Number(toDecimal(third, language)) > 100 || isTotal(numbers, language)
  return {
    description,
    details: details.join('\n'),
    quantity: second === undefined ? '' : first,
    unit: unit === undefined ? '' : (toUnit(unit) ?? ''),
    price: second ?? first,
    taxRate: isProduct ? '' : third,
  }
}

/** Only decides what a column means: no amount comes from here. */
function isTotal(numbers: readonly string[], language: Language): boolean {
  const [quantity = 0, price = 0, total = 0] = numbers.map((it) => Number(toDecimal(it, language)))
  return Math.abs(quantity * price - total) < 0.01
}

const bare = (cell: string): string => cell.replace(MONEY_MARKS, '').trim()

const isNumber = (cell: string): boolean => NUMBER.test(bare(cell))
