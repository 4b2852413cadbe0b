import { type Column, type Header, headerOf, isTotalWord } from './paste-columns.ts'
import { type CellNumber, cellNumber, decimalOf, type Mark, markOf } from './paste-numbers.ts'

/** A row of a spreadsheet as a line, with plain decimals; empty cells stay empty. */
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

/** Why the table is refused. `row` counts from 1, including the header. */
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
 * The meanings that a person can choose for a column. `…_percent` and `…_amount` define plain
 * numbers.
 */
export const CHOICES = [
  'description',
  'details',
  'quantity',
  'unit',
  'price',
  'discount',
  'discount_percent',
  'discount_amount',
  'tax',
  'tax_percent',
  'total',
  'skip',
] as const
type Choice = (typeof CHOICES)[number]

/** A copied table. `row` counts from 1, including the header. */
export interface PasteTable {
  /** Null: the first row is an item. */
  readonly header: Cells | null
  readonly rows: readonly { readonly cells: Cells; readonly row: number }[]
  /** The meaning by header of each column; null: unknown. */
  readonly choices: readonly (Choice | null)[]
}

/**
 * Null: the text is no table. Headers define the columns. Without them only three columns are
 * accepted: description, quantity and price, in this order.
 */
export function tableOf(text: string, hasHeader?: boolean): PasteTable | null {
  const numbered = cellsOf(text)
    ?.map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first, ...others] = numbered ?? []
  if (numbered === undefined || first === undefined) return null
  const isHeader = hasHeader ?? looksLikeHeader(first.cells)
  if (isHeader && others.length === 0) return null
  if (isHeader) return { header: first.cells, rows: others, choices: first.cells.map(choiceOf) }
  const isClear = first.cells.length === BY_POSITION.length
  return {
    header: null,
    rows: numbered,
    choices: isClear ? BY_POSITION : first.cells.map(() => null),
  }
}

/** Never guesses: refuses the whole table if anything is ambiguous. */
export function readTable(
  table: PasteTable,
  choices: PasteTable['choices'],
  options: PasteOptions,
): Pasted {
  try {
    return rowsOf(table, choices, options)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', fault: error.fault }
    throw error
  }
}

/** The table with meanings by header only; null: the text is no table. */
export function readPaste(text: string, options: PasteOptions): Pasted | null {
  const table = tableOf(text)
  return table && readTable(table, table.choices, options)
}

class Refusal extends Error {
  readonly fault: PasteFault
  constructor(fault: PasteFault) {
    super(fault.code)
    this.fault = fault
  }
}

const QUOTED_OR_PLAIN = /("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)([\t\n]|$)/y

/** Cells by row, without empty rows and empty columns at the right. */
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

type Cells = readonly string[]

const BY_POSITION: readonly Choice[] = ['description', 'quantity', 'price']

const looksLikeHeader = (cells: Cells): boolean =>
  cells.some((cell) => headerOf(cell) !== null) && cells.every((cell) => cellNumber(cell) === null)

function choiceOf(name: string): Choice | null {
  const header = headerOf(name)
  if (header === null) return null
  const { column, isPercent, isMoney } = header
  if (column === 'discount' && isPercent) return 'discount_percent'
  if (column === 'discount' && isMoney) return 'discount_amount'
  return column === 'tax' && isPercent ? 'tax_percent' : column
}

function rowsOf(table: PasteTable, choices: PasteTable['choices'], options: PasteOptions): Pasted {
  const headers = headersOf(table, choices, options)
  if (table.rows.length > options.rowsMax) refuse({ code: 'too_many_rows', most: options.rowsMax })
  const records = table.rows.map(({ cells, row }) => recordOf(headers, cells, row))
  const mark = blockMark(records)
  const rows = records.map((it) => toRow(it, mark, options))
  return { kind: 'rows', rows, hasTotals: headers.some((it) => it?.column === 'total') }
}

/** By index; undefined: an ignored column, or one without name and content. */
function headersOf(
  { header: names, rows }: PasteTable,
  choices: PasteTable['choices'],
  { pricesIncludeTax }: PasteOptions,
): readonly (Header | undefined)[] {
  const seen = new Set<Column>()
  const headers = choices.map((choice, at) => {
    const name = names?.[at] ?? ''
    if (choice === 'skip') return undefined
    if (choice === null) {
      if (names === null) return refuse({ code: 'no_header' })
      if (name === '' && rows.every(({ cells }) => cells[at] === '')) return undefined
      return refuse({ code: 'unknown_column', name })
    }
    const header = chosenHeader(choice, name)
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

function chosenHeader(choice: Exclude<Choice, 'skip'>, name: string): Header {
  const [column = '', kind] = choice.split('_')
  const said = headerOf(name)
  return {
    column: column as Column,
    isPercent: kind === 'percent',
    isMoney: kind === 'amount' || (said?.isMoney ?? false),
    includesTax: said?.includesTax ?? null,
  }
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

function recordOf(headers: readonly (Header | undefined)[], cells: Cells, row: number): Row {
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

/** Totals are ignored, but their decimal marks count. */
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

/** A plain `10` may be a percentage or an amount. */
function discountOf({ header, number, text }: Value, mark: Mark, at: At): string {
  if (number === null) return ''
  const decimal = decimalOf(number, mark)
  if (number.isPercent || (header.isPercent && number.currency === null)) return `${decimal} %`
  if (number.currency !== null || header.isMoney || Number(decimal) === 0) return decimal
  return at('unclear_percent', text)
}

/** A plain `19` may be the amount of the tax. */
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
