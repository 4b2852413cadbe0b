import { table } from '../../kernel/table.ts'

type Row = Readonly<Record<string, unknown>>

/** The fields that get a column, in this order, if the entries have them. */
const COLUMNS = [
  'number',
  'invoice_number',
  'name',
  'customer_name',
  'email',
  'type',
  'kind',
  'subject',
  'description',
  'url',
  'issue_date',
  'due_date',
  'date',
  'paid_at',
  'created_at',
  'display_status',
  'status',
  'amount',
  'total',
  'totals.total',
  'due',
  'totals.due',
  'currency',
  'id',
]
/** Left out if the other field exists. */
const INSTEAD = table<readonly string[]>({
  status: ['display_status'],
  email: ['customer_name'],
  kind: ['type'],
  created_at: ['issue_date', 'paid_at'],
})
/** Names of documents, and ids, which are shortened last. */
const WHOLE = ['number', 'invoice_number', 'id']
const NARROWEST = 12
const GAP = 2
/** To the minute, in UTC. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):.*Z$/
const IS_NUMBER = /^-?\d+(\.\d+)?$/
/** Characters that could move the cursor or reorder the text of a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The lines of a table: numbers to the right, long texts cut until it fits `width`. */
export function tableOf(entries: readonly unknown[], width: number): readonly string[] {
  const rows = entries.filter(isRow)
  const names = columnsOf(rows)
  const columns = names.map((name) => {
    const cells = rows.map((row) => cellOf(row, name))
    const isNumeric = cells.some(Boolean) && cells.every((it) => it === '' || IS_NUMBER.test(it))
    return { name, isNumeric, cells: [headingOf(name), ...cells] }
  })
  const widths = widthsOf(columns, width)
  return [undefined, ...rows].map((_, line) =>
    columns
      .map(({ isNumeric, cells }, column) => {
        const room = widths[column] ?? 0
        const text = cut(cells[line] ?? '', room)
        return isNumeric ? text.padStart(room) : text.padEnd(room)
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

const isRow = (entry: unknown): entry is Row => typeof entry === 'object' && entry !== null

function columnsOf(rows: readonly Row[]): readonly string[] {
  const found = COLUMNS.filter((name) => rows.some((row) => cellOf(row, name) !== ''))
  return found.filter((name) => !INSTEAD[name]?.some((other) => found.includes(other)))
}

function cellOf(row: Row, name: string): string {
  const value = name.split('.').reduce<unknown>((it, key) => (isRow(it) ? it[key] : undefined), row)
  if (value === null || value === undefined || typeof value === 'object') return ''
  return String(value).replace(UNPRINTABLE, ' ').replace(INSTANT, '$1 $2')
}

/** `totals.due` is DUE, `customer_name` CUSTOMER, `display_status` STATUS. */
const headingOf = (name: string): string =>
  name
    .replace(/^(totals\.|display_)|_name$/g, '')
    .replace('_', ' ')
    .toUpperCase()

interface Column {
  readonly name: string
  readonly isNumeric: boolean
  readonly cells: readonly string[]
}

/** Shortens the widest text first, then the id, the last column. Numbers stay whole. */
function widthsOf(columns: readonly Column[], width: number): readonly number[] {
  const widths = columns.map(({ cells }) => Math.max(...cells.map((it) => it.length)))
  const total = () => widths.reduce((sum, it) => sum + it + GAP, -GAP)
  for (let over = total() - width; over > 0; over = total() - width) {
    const shrinkable = columns.map(({ name, isNumeric }, at) =>
      isNumeric || WHOLE.includes(name) ? 0 : (widths[at] ?? 0),
    )
    const widest = Math.max(...shrinkable)
    if (widest <= NARROWEST) break
    widths[shrinkable.indexOf(widest)] = Math.max(NARROWEST, widest - over)
  }
  const id = columns.findIndex(({ name }) => name === 'id')
  const over = total() - width
  if (id !== -1 && over > 0) widths[id] = Math.max(NARROWEST, (widths[id] ?? 0) - over)
  return widths
}

const cut = (text: string, room: number): string =>
  text.length > room ? `${text.slice(0, room - 1)}…` : text
