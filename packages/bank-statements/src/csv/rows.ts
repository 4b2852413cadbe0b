import { CsvError, parse } from 'csv-parse/sync'
import { unreadable } from '../bank-file-error.ts'
import { TEXT_LENGTH_MAX } from '../limits.ts'
import { linesOf } from '../text.ts'
import type { CsvDelimiter } from './profile.ts'

export interface Row {
  /** Where it ends. */
  readonly line: number
  readonly cells: readonly string[]
}

const HEAD_LINES = 50
const ROW_LENGTH_MAX = 100_000
const COLUMNS_MAX = 200

/**
 * Gives each row that is not empty to `onRow`. Cells are trimmed, and `="…"`, which keeps Excel from
 * changing digits, is taken away.
 *
 * @throws BankFileError `file_unreadable`, and what `onRow` throws
 */
export function eachRow(text: string, delimiter: CsvDelimiter, onRow: (row: Row) => void): void {
  let line = 0
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : ['\r'],
      max_record_size: ROW_LENGTH_MAX,
      on_record: (record: readonly string[], { lines }) => {
        line = lines
        const cells = record.slice(0, COLUMNS_MAX).map(cellText)
        if (cells.some((cell) => cell.length > TEXT_LENGTH_MAX))
          throw unreadable('text', { line, max: TEXT_LENGTH_MAX })
        if (cells.some((cell) => cell !== '')) onRow({ line, cells })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isQuote = error.code !== 'CSV_MAX_RECORD_SIZE'
    throw isQuote
      ? unreadable('quote', { line: line + 1 })
      : unreadable('line', { line: line + 1, max: ROW_LENGTH_MAX })
  }
}

/** The rows of the first 50 lines, as far as they are complete. */
export function headRows(text: string, delimiter: CsvDelimiter): readonly Row[] {
  const rows: Row[] = []
  const head = headOf(text)
  try {
    eachRow(head, delimiter, (row) => rows.push(row))
  } catch {
    // A cell may go on behind the last of these lines, or have quotes of another delimiter.
  }
  return rows
}

function headOf(text: string): string {
  const lines: string[] = []
  for (const line of linesOf(text)) {
    lines.push(line.text)
    if (lines.length >= HEAD_LINES) break
  }
  return lines.join('\n')
}

function cellText(cell: string): string {
  const trimmed = cell.trim()
  return /^="(.*)"$/s.exec(trimmed)?.[1]?.trim() ?? trimmed
}
