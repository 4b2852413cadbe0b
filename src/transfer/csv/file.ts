import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isBlank } from '../../http/text.ts'
import { nextTurn } from '../../platform/clock.ts'
import { faultAt, type ImportFault, TransferError } from '../report.ts'
import { fromCell } from './cells.ts'
import type { ColumnNames, CsvSource } from './source.ts'

const FILE_BYTES_MAX = 64 * 1024 * 1024
export const ROWS_MAX = 100_000
const COLUMNS_MAX = 1000
const NAME_LENGTH_MAX = 60
const ROW_BYTES_MAX = 1024 * 1024
/** Rows parsed at once; other requests run in between. */
const PIECE_BYTES = 64 * 1024
const DELIMITERS = [',', ';', '\t'] as const

/** One row: the line where it begins, and its non-empty cells by column. */
export interface CsvRow {
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

export interface CsvFile {
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
  readonly faults: readonly ImportFault[]
}

interface ParsedRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Reads a CSV (RFC 4180, UTF-8, with or without a byte order mark). The separator is the comma,
 * semicolon or tab that the header has most of. `isColumn` says which columns are allowed.
 *
 * @throws TransferError if it cannot be read at all
 */
export async function readCsv(
  source: CsvSource,
  isColumn: (name: string) => boolean,
  names: ColumnNames = {},
): Promise<CsvFile> {
  const file = typeof source === 'string' ? source : 'The file'
  const [header, ...records] = await parseRecords(file, readBytes(file, source))
  if (!header)
    throw new TransferError(`${file} is empty. Its first line must name the columns.`, {
      params: { reason: 'empty' },
    })
  if (records.length > ROWS_MAX)
    throw new TransferError(`${file} has more than ${ROWS_MAX} rows. Split it.`, {
      params: { reason: 'rows', max: ROWS_MAX },
    })
  const given = new Map(Object.entries(names))
  const columns = header.record.map((name) => given.get(name.trim()) ?? name.trim())
  const starts = startLines([header, ...records]).slice(1)
  const rows = records.map(({ record }, index) => ({ record, line: starts[index] ?? 0 }))
  const told = rows.filter(({ record }) => !record.every(isBlank))
  return {
    columns,
    rows: told.map(({ record, line }) => ({ line, cells: cellsOf(columns, record) })),
    faults: [
      ...columnFaults(columns, isColumn),
      ...told
        .filter(({ record }) => record.length > columns.length)
        .map(({ line }) =>
          faultAt(line, '', 'too_many_cells', 'The row has more cells than columns.'),
        ),
    ],
  }
}

/** @throws TransferError if it cannot be read, is too large, or is not UTF-8 */
export function readBytes(file: string, source: CsvSource): Uint8Array {
  try {
    if (typeof source === 'string' && statSync(source).size > FILE_BYTES_MAX)
      throw new TransferError(`${file} is larger than 64 MB. Split it.`, {
        params: { reason: 'bytes', max_bytes: FILE_BYTES_MAX },
      })
    const bytes = typeof source === 'string' ? readFileSync(source) : source
    if (!isUtf8(bytes))
      throw new TransferError(`${file} cannot be read: it is not UTF-8.`, {
        params: { reason: 'not_utf8' },
      })
    return bytes
  } catch (error) {
    if (error instanceof TransferError) throw error
    const why = error instanceof Error ? error.message : 'unknown'
    throw new TransferError(`${file} cannot be read: ${why}.`)
  }
}

async function parseRecords(file: string, bytes: Uint8Array): Promise<readonly ParsedRecord[]> {
  const [first = ''] = Buffer.from(bytes.subarray(0, PIECE_BYTES)).toString().split('\n', 1)
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length)
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
  const records: ParsedRecord[] = []
  try {
    const format = { delimiter, bom: true, relax_column_count: true } as const
    const options = { ...format, info: true, max_record_size: ROW_BYTES_MAX } as const
    for await (const parsed of Readable.from(piecesOf(bytes)).pipe(parse(options))) {
      const record = parsed as ParsedRecord
      if (record.record.length > COLUMNS_MAX)
        throw new TransferError(`${file} has more than ${COLUMNS_MAX} columns. Delete some.`, {
          params: { reason: 'columns', max: COLUMNS_MAX },
        })
      records.push(record)
    }
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines)
    const [reason, why] = UNREADABLE[error.code] ?? ['quote', 'A quote is in the wrong place']
    throw new TransferError(`${file} is not a CSV file. ${why}, near line ${line}.`, {
      params: { reason, line },
    })
  }
}

/** By the code of the parser's error. */
const UNREADABLE: Readonly<Record<string, readonly [reason: string, why: string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['open_quote', 'A quote is not closed'],
  CSV_MAX_RECORD_SIZE: ['long_row', 'A row is longer than 1 MiB'],
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await nextTurn()
    yield bytes.subarray(start, start + PIECE_BYTES)
  }
}

/** A record has the line where it ends; the next one begins after it. */
const startLines = (records: readonly ParsedRecord[]): readonly number[] =>
  records.map((_, index) => (records[index - 1]?.info.lines ?? 0) + 1)

const cellsOf = (columns: readonly string[], record: readonly string[]) =>
  new Map(
    columns
      .map((column, index) => [column, fromCell((record[index] ?? '').trim())] as const)
      .filter(([, cell]) => !isBlank(cell)),
  )

function columnFaults(
  columns: readonly string[],
  isColumn: (name: string) => boolean,
): readonly ImportFault[] {
  return columns.flatMap((column, index) => {
    const name = column.length > NAME_LENGTH_MAX ? `${column.slice(0, NAME_LENGTH_MAX)}…` : column
    if (columns.indexOf(column) < index)
      return [faultAt(1, name, 'column_twice', `The column \`${name}\` occurs twice.`)]
    if (isColumn(column)) return []
    return [faultAt(1, name, 'unknown_column', `\`${name}\` is not a column of this import.`)]
  })
}
