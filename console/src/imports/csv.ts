import Papa from 'papaparse'
import { cellNumber, decimalOf, markOf } from '../invoices/editor/paste-numbers.ts'
import { countryCode } from './country-code.ts'

/** A table of a file. Its first row has the headers. */
export interface CsvTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const DELIMITERS = [',', ';', '\t'] as const

/** The text of a file in UTF-8 or in the encoding of Excel on Windows. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads a CSV (RFC 4180). The separator is the most frequent candidate in the header. */
export function parseCsv(text: string): CsvTable {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const countOf = (mark: string) => firstLine.split(mark).length
  const delimiter = DELIMITERS.reduce((best, it) => (countOf(it) > countOf(best) ? it : best))
  const { data } = Papa.parse<readonly string[]>(text, { delimiter })
  const last = data.at(-1)
  // The end of the last line is no row.
  if (last?.length === 1 && last[0] === '') data.pop()
  const [header = [], ...rows] = data
  return { header: header.map((name) => name.trim()), rows }
}

/** The field of each column by index; null: not imported. */
export type Mapping = readonly (string | null)[]

const COUNTRY = 'address.country_code'

/** The table with field names, without ignored columns, with decimal points and codes of countries. */
export function mappedCsv({ rows }: CsvTable, mapping: Mapping, decimals: ReadonlySet<string>) {
  const kept = mapping.flatMap((name, at) => (name === null ? [] : [{ name, at }]))
  const columns = kept.map(({ name, at }) => {
    const cells = rows.map((row) => row[at] ?? '')
    if (name === COUNTRY) return cells.map(countryCode)
    return decimals.has(name) ? plainDecimals(cells) : cells
  })
  const lines = rows.map((_, line) => columns.map((cells) => cells[line] ?? ''))
  return Papa.unparse([kept.map(({ name }) => name), ...lines], { newline: '\n' })
}

/** `1.234,50` → `1234.50` if the whole column is unambiguous; otherwise unchanged. */
function plainDecimals(cells: readonly string[]): readonly string[] {
  const numbers = cells.map(cellNumber)
  const mark = markOf(numbers.filter((it) => it !== null))
  if (mark === 'mixed' || mark === 'either') return cells
  return numbers.map((it, line) => (it === null ? (cells[line] ?? '') : decimalOf(it, mark)))
}
