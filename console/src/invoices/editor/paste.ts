import { type Column, type Header, headerOf, isTotalWord } from './paste-columns.ts'
import { type CellNumber, cellNumber, decimalOf, type Mark, markOf } from './paste-numbers.ts'

/** A row of a spreadsheet as a line: numbers are plain decimals, empty where the cell is. */
export interface PastedRow {
  readonly description: string
  readonly details: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  /** `10 %` or an amount. */
  readonly discount: string
  readonly taxRate: string
}

/** Why nothing is taken. `row` counts from 1, the header included. */
export type PasteFault =
  | { readonly code: 'unknown_column' | 'repeated_column'; readonly name: string }
  | { readonly code: 'no_header' | 'no_description_column' | 'no_price_column' | 'mixed_marks' }
  | { readonly code: 'too_many_rows'; readonly most: number }
  | { readonly code: 'prices_with_tax' | 'prices_without_tax'; readonly name: string }
  | {
      readonly code:
        | 'not_a_number'
        | 'unclear_number'
        | 'unclear_percent'
        | 'no_rate'
        | 'unknown_unit'
        | 'other_currency'
        | 'sum_row'
        | 'no_price'
      readonly row: number
      readonly value: string
    }

export type Pasted =
  | { readonly kind: 'rows'; readonly rows: readonly PastedRow[]; readonly hasTotals: boolean }
  | { readonly kind: 'refused'; readonly fault: PasteFault }

export interface PasteOptions {
  readonly currency: string
  readonly pricesIncludeTax: boolean
  readonly rowsMax: number
  /** The code of a unit by its name. */
  readonly toUnit: (text: string) => string | null
}

/**
 * Reads a table as spreadsheets copy it; null: the text is no table. Headers say what the columns are;
 * without them only description, quantity and price are taken, in this order. Nothing is guessed: a
 * table with anything that could mean something else is refused as a whole.
 */
export function readPaste(text: string, options: PasteOptions): Pasted | null {
  const table = cellsOf(text)
  if (table === null) return null
  try {
    return rowsOf(table, options)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', fault: error.fault }
    throw error
  }
}

class Refusal extends Error {
  readonly fault: PasteFault
  constructor(fault: PasteFault) {
    super(fault.code)
    this.fault = fault
  }
}

const QUOTED_OR_PLAIN = /("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)([\t\n]|$)/y

/** Cells by row, without empty rows and without columns that are empty at the right. */
function cellsOf(text: string): readonly (readonly string[])[] | null {
  if (!text.includes('\t')) return null
  const source = text.replace(/\r\n?/g, '\n')
  const rows: string[][] = [[]]
  QUOTED_OR_PLAIN.lastIndex = 0
  while (QUOTED_OR_PLAIN.lastIndex < source.length) {
    const [, cell = '', end] = QUOTED_OR_PLAIN.exec(source) ?? []
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    rows.at(-1)?.push((isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
    if (end === '\n') rows.push([])
  }
  const width = Math.max(...rows.map((cells) => cells.findLastIndex((it) => it !== '') + 1))
  if (width === 0) return null
  return rows.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? ''))
}

const BY_POSITION: readonly Header[] = (['description', 'quantity', 'price'] as const).map(
  (column) => ({ column, isPercent: false, isMoney: false, includesTax: null }),
)

function rowsOf(table: readonly (readonly string[])[], options: PasteOptions): Pasted | null {
  const numbered = table
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first, ...others] = numbered
  if (first === undefined) return null
  const isHeader =
    first.cells.some((cell) => headerOf(cell) !== null) &&
    first.cells.every((cell) => cellNumber(cell) === null)
  const headers = isHeader ? headersOf(first.cells, others, options) : BY_POSITION
  const body = isHeader ? others : numbered
  if (body.length === 0) return null
  // Without headers only three columns are clear: of two, the second may be a quantity or a price.
  if (!isHeader && first.cells.length !== BY_POSITION.length) refuse({ code: 'no_header' })
  if (body.length > options.rowsMax) refuse({ code: 'too_many_rows', most: options.rowsMax })
  const records = body.map(({ cells, row }) => auditViewOf(headers, cells, row))
  const mark = blockMark(records)
  const rows = records.map((it) => toRow(it, mark, options))
  return { kind: 'rows', rows, hasTotals: headers.some((it) => it?.column === 'total') }
}

type Cells = readonly string[]

/** By place; undefined: a column without a name and without content. */
function headersOf(
  cells: Cells,
  rows: readonly { readonly cells: Cells }[],
  { pricesIncludeTax }: PasteOptions,
): readonly (Header | undefined)[] {
  const seen = new Set<Column>()
  const headers = cells.map((name, at) => {
    const header = headerOf(name)
    if (header === null) {
      if (name === '' && rows.every((row) => row.cells[at] === '')) return undefined
      return refuse({ code: 'unknown_column', name })
    }
    if (seen.has(header.column)) refuse({ code: 'repeated_column', name })
    seen.add(header.column)
    if (header.column === 'price' && header.includesTax === !pricesIncludeTax)
      refuse({ code: header.includesTax ? 'prices_with_tax' : 'prices_without_tax', name })
    return header
  })
  if (!seen.has('description')) refuse({ code: 'no_description_column' })
  if (!seen.has('price') && seen.has('total')) refuse({ code: 'no_price_column' })
  return headers
}

interface Value {
  readonly header: Header
  readonly text: string
  readonly number: CellNumber | null
}

interface Row {
  readonly row: number
  readonly values: Readonly<Partial<Record<Column, Value>>>
}

const NUMBERS: readonly Column[] = ['quantity', 'price', 'discount', 'tax']

function auditViewOf(headers: readonly (Header | undefined)[], cells: Cells, row: number): Row {
  const values: Partial<Record<Column, Value>> = {}
  headers.forEach((header, at) => {
    const text = cells[at] ?? ''
    if (header === undefined || text === '') return
    const isText = ['description', 'details', 'unit'].includes(header.column)
    const number = isText ? null : cellNumber(text)
    if (number === null && NUMBERS.includes(header.column))
      refuse({ code: 'not_a_number', row, value: text })
    values[header.column] = { header, text, number }
  })
  return { row, values }
}

/** Totals are not taken, but their marks count. */
function blockMark(records: readonly Row[]): Mark {
  const all = records.flatMap(({ row, values }) =>
    Object.values(values).flatMap(({ number, text }) => (number ? [{ number, row, text }] : [])),
  )
  const mark = markOf(all.map(({ number }) => number))
  if (mark === 'mixed') return refuse({ code: 'mixed_marks' })
  const unclear = all.find(({ number }) => number.says === 'either')
  if (mark === 'either')
    return refuse({ code: 'unclear_number', row: unclear?.row ?? 1, value: unclear?.text ?? '' })
  return mark
}

function toRow({ row, values }: Row, mark: Mark, options: PasteOptions): PastedRow {
  const { description, details, quantity, unit, price, discount, tax, total } = values
  const at = (code: Extract<PasteFault, { row: number }>['code'], value = '') =>
    refuse({ code, row, value })
  const [title = '', ...more] = (description?.text ?? '').split('\n')
  if (isTotalWord(title)) at('sum_row', title)
  if (price === undefined && total !== undefined) at('no_price', total.text)
  for (const money of [price, discount, total])
    if (money?.number?.currency && !isOf(options.currency, money.number.currency))
      at('other_currency', money.text)
  for (const plain of [quantity, tax]) if (plain?.number?.currency) at('not_a_number', plain.text)
  for (const plain of [quantity, price])
    if (plain?.number?.isPercent) at('not_a_number', plain.text)
  const code = unit === undefined ? '' : options.toUnit(unit.text)
  return {
    description: title.trim(),
    details: [...more, details?.text ?? ''].filter((it) => it !== '').join('\n'),
    quantity: quantity?.number ? decimalOf(quantity.number, mark) : '',
    unit: code ?? at('unknown_unit', unit?.text),
    price: price?.number ? decimalOf(price.number, mark) : '',
    discount: discount ? discountOf(discount, mark, at) : '',
    taxRate: tax ? rateOf(tax, mark, at) : '',
  }
}

type At = (code: 'unclear_percent' | 'no_rate', value: string) => never

/** `10` alone may be a percentage or an amount. */
function discountOf({ header, number, text }: Value, mark: Mark, at: At): string {
  if (number === null) return ''
  const decimal = decimalOf(number, mark)
  if (number.isPercent || (header.isPercent && number.currency === null)) return `${decimal} %`
  if (number.currency !== null || header.isMoney || Number(decimal) === 0) return decimal
  return at('unclear_percent', text)
}

/** `19` alone may be the amount of the tax. */
function rateOf({ header, number, text }: Value, mark: Mark, at: At): string {
  if (number === null) return ''
  const decimal = decimalOf(number, mark)
  if (Number(decimal) < 0 || Number(decimal) > 100) at('no_rate', text)
  const isRate = number.isPercent || header.isPercent || Number(decimal) === 0
  return isRate ? decimal : at('unclear_percent', text)
}

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN'],
}

const isOf = (currency: string, sign: string): boolean =>
  sign === currency || (SIGNS[sign]?.includes(currency) ?? false)

function refuse(fault: PasteFault): never {
  throw new Refusal(fault)
}
