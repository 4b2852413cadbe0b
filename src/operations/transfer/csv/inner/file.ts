import { readFileSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { readText, type TableText } from '@billwright/rules/table-text'
import { CsvError, parse } from 'csv-parse'
import { isBlank } from '../../../../core/http/text.ts'
import { fromCell } from '../../../../core/render/cells.ts'
import { table } from '../../../../kernel/table.ts'
import { nextTurn } from '../../../../platform/clock.ts'
import { faultAt, type ImportFault, TransferError } from '../../report.ts'
import type { ColumnNames, CsvSource } from '../source.ts'

const FILE_BYTES_MAX = 64 * 1024 * 1024
export const ROWS_MAX = 100_000
const COLUMNS_MAX = 1000
const NAME_LENGTH_MAX = 60
const ROW_BYTES_MAX = 1024 * 1024
/** Rows parsed at once; other requests run in between. */
const PIECE_BYTES = 64 * 1024

/** One row: the line where it begins, and its non-empty cells by column. */
export interface CsvRow {
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

interface CsvFile {
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
  readonly faults: readonly ImportFault[]
}

/**
 * Reads a CSV (RFC 4180) of any program: see `readText`. Empty rows, columns without a name and
 * cells, and separators at the ends of lines are left out. `isColumn` says which columns are allowed.
 *
 * @throws TransferError if it cannot be read at all
 */
export async function readCsv(
  source: CsvSource,
  isColumn: (name: string) => boolean,
  names: ColumnNames = {},
): Promise<CsvFile> {
  const file = typeof source === 'string' ? source : 'The file'
  const [header, ...rows] = await parseRows(file, readTable(file, source))
  if (!header)
    throw new TransferError(`${file} is empty. Its first line must name the columns.`, {
      params: { reason: 'empty' },
    })
  const given = new Map(Object.entries(names))
  const columns = header.record.map((name) => given.get(name.trim()) ?? name.trim())
  return {
    columns: columns.filter((name) => name !== ''),
    rows: rows.map(({ line, record }) => ({ line, cells: cellsOf(columns, record) })),
    faults: [
      ...columnFaults(header.line, columns, isColumn),
      ...rows.flatMap(({ line, record }) => cellFaults(line, columns, record)),
    ],
  }
}

/** @throws TransferError if it cannot be read, is too large, or is no text */
function readTable(file: string, source: CsvSource): TableText {
  const text = readText(readSource(source))
  if (text) return text
  throw new TransferError(`${file} cannot be read: it is not a text file. Save it as CSV.`, {
    params: { reason: 'no_text' },
  })
}

/** @throws TransferError if it cannot be read or is too large */
export function readSource(source: CsvSource): Uint8Array {
  if (typeof source !== 'string') return source
  try {
    if (statSync(source).size <= FILE_BYTES_MAX) return readFileSync(source)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    throw new TransferError(`${source} cannot be read: ${why}.`)
  }
  throw new TransferError(`${source} is larger than 64 MB. Split it.`, {
    params: { reason: 'bytes', max_bytes: FILE_BYTES_MAX },
  })
}

interface Row {
  /** Where it begins. */
  readonly line: number
  readonly record: readonly string[]
}

/** The rows that are not empty. */
async function parseRows(file: string, { text, delimiter }: TableText): Promise<readonly Row[]> {
  const rows: Row[] = []
  let line = 1
  try {
    const format = { delimiter, relax_column_count: true, relax_quotes: true } as const
    const options = { ...format, max_record_size: ROW_BYTES_MAX, record_delimiter: LINE_ENDS }
    for await (const parsed of Readable.from(piecesOf(Buffer.from(text))).pipe(parse(options))) {
      const record = parsed as readonly string[]
      if (record.length > COLUMNS_MAX)
        throw new TransferError(`${file} has more than ${COLUMNS_MAX} columns. Delete some.`, {
          params: { reason: 'columns', max: COLUMNS_MAX },
        })
      if (!record.every(isBlank)) rows.push({ line, record })
      // One of them is the header.
      if (rows.length > ROWS_MAX + 1)
        throw new TransferError(`${file} has more than ${ROWS_MAX} rows. Split it.`, {
          params: { reason: 'rows', max: ROWS_MAX },
        })
      line += 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
    }
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines)
    const [reason, why] = UNREADABLE[error.code] ?? ['quote', 'A quote is in the wrong place']
    throw new TransferError(`${file} is not a CSV file. ${why}, near line ${line}.`, {
      params: { reason, line },
    })
  }
}

const LINE_ENDS = ['\r\n', '\n', '\r']

/** By the code of the parser's error. */
const UNREADABLE = table<readonly [reason: string, why: string]>({
  CSV_QUOTE_NOT_CLOSED: ['open_quote', 'A quote is not closed'],
  CSV_MAX_RECORD_SIZE: ['long_row', 'A row is longer than 1 MiB'],
})

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await nextTurn()
    yield bytes.subarray(start, start + PIECE_BYTES)
  }
}

const cellsOf = (columns: readonly string[], record: readonly string[]) =>
  new Map(
    columns
      .map((column, index) => [column, fromCell((record[index] ?? '').trim())] as const)
      .filter(([column, cell]) => column !== '' && !isBlank(cell)),
  )

function columnFaults(
  line: number,
  columns: readonly string[],
  isColumn: (name: string) => boolean,
): readonly ImportFault[] {
  return columns.flatMap((column, index) => {
    const name = column.length > NAME_LENGTH_MAX ? `${column.slice(0, NAME_LENGTH_MAX)}…` : column
    if (column === '') return []
    if (columns.indexOf(column) < index)
      return [
        faultAt(
          line,
          name,
          'column_twice',
          `The column \`${name}\` occurs twice. Delete or rename one.`,
        ),
      ]
    if (isColumn(column)) return []
    return [
      faultAt(
        line,
        name,
        'unknown_column',
        `\`${name}\` is not a known column. Delete it, or map it.`,
      ),
    ]
  })
}

/** A cell that no column names. */
function cellFaults(
  line: number,
  columns: readonly string[],
  record: readonly string[],
): readonly ImportFault[] {
  const at = record.findIndex((cell, index) => !columns[index] && !isBlank(cell))
  if (at < 0) return []
  if (at >= columns.length)
    return [faultAt(line, '', 'too_many_cells', 'The row has more cells than columns.')]
  const message = `Column ${at + 1} has no name, but a value. Name it in the first line, or delete it.`
  return [faultAt(line, '', 'unnamed_column', message, { number: String(at + 1) })]
}
