import { readText } from '@billwright/rules/table-text'
import Papa from 'papaparse'
import { cellNumber, decimalOf, markOf } from '../editor/paste-numbers.ts'
import { countryCode } from './country-code.ts'

/** A table of a file: its first row that is not empty has the headers. */
export interface CsvTable {
  readonly header: readonly string[]
  readonly headerLine: number
  readonly rows: readonly CsvRow[]
}

interface CsvRow {
  /** Where it begins in the file. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads a CSV of any program; null: the file is no text. Leaves out empty rows, and empty columns at the end. */
export function parseCsv(bytes: Uint8Array): CsvTable | null {
  const table = readText(bytes)
  if (!table) return null
  const { data } = Papa.parse<readonly string[]>(table.text, { delimiter: table.delimiter })
  let next = 1
  const all = data.map((cells) => {
    const line = next
    next += 1 + breaksIn(cells)
    return { line, cells }
  })
  const [header, ...rows] = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!header) return { header: [], headerLine: 1, rows: [] }
  const names = header.cells.map((name) => name.trim())
  const isUsed = (at: number) => names[at] !== '' || rows.some(({ cells }) => cells[at]?.trim())
  const width = 1 + names.findLastIndex((_, at) => isUsed(at))
  return { header: names.slice(0, width), headerLine: header.line, rows }
}

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

/** The field of each column by index; null: not imported. */
export type Mapping = readonly (string | null)[]

const COUNTRY = 'address.country_code'

/**
 * The table without ignored columns, with decimal points and codes of countries. Each row keeps its line,
 * so that errors name the line of the file.
 */
export function mappedCsv(
  { header, headerLine, rows }: CsvTable,
  mapping: Mapping,
  decimals: ReadonlySet<string>,
): string {
  const kept = mapping.flatMap((name, at) => (name === null ? [] : [{ name, at }]))
  const columns = kept.map(({ name, at }) => {
    const cells = rows.map((row) => row.cells[at] ?? '')
    if (name === COUNTRY) return cells.map(countryCode)
    return decimals.has(name) ? plainDecimals(cells) : cells
  })
  const titles = titlesOf(header)
  const lines = [
    { line: headerLine, cells: kept.map(({ at }) => titles[at] ?? '') },
    ...rows.map(({ line }, row) => ({ line, cells: columns.map((cells) => cells[row] ?? '') })),
  ]
  let text = ''
  let next = 1
  for (const { line, cells } of lines) {
    text += `${'\n'.repeat(line - next)}${Papa.unparse([cells], { quotes: cells.length === 1 })}\n`
    next = line + 1 + breaksIn(cells)
  }
  return text
}

/** The field of each title of `mappedCsv`. */
export const columnNames = ({ header }: CsvTable, mapping: Mapping) =>
  Object.fromEntries(
    titlesOf(header).flatMap((title, at) => {
      const name = mapping[at] ?? null
      return name === null ? [] : [[title, name] as const]
    }),
  )

/** Titles that differ: a second „Preis“ is „Preis (2)“, one without a name is „(3)“, its place. */
function titlesOf(header: readonly string[]): readonly string[] {
  const taken = new Set(header)
  return header.map((title, at) => {
    const isFirst = title !== '' && header.indexOf(title) === at
    if (isFirst) return title
    let own = `${title} (${at + 1})`.trim()
    while (taken.has(own)) own += '+'
    taken.add(own)
    return own
  })
}

/** `1.234,50` → `1234.50` if the whole column is unambiguous; otherwise unchanged. */
function plainDecimals(cells: readonly string[]): readonly string[] {
  const numbers = cells.map(cellNumber)
  const mark = markOf(numbers.filter((it) => it !== null))
  if (mark === 'mixed' || mark === 'either') return cells
  return numbers.map((it, line) => (it === null ? (cells[line] ?? '') : decimalOf(it, mark)))
}
