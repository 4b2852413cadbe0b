import { unreadable } from '../bank-file-error.ts'
import { ENTRIES_MAX } from '../limits.ts'
import { linesOf } from '../text.ts'

/** A record of 128 columns. */
export interface CodaRecord {
  /** `1`, `2.1`, `3.2`, `8` … */
  readonly type: string
  readonly line: number
  /** Columns, counted from 1, both included, as the standard counts them. */
  readonly at: (from: number, to: number) => string
}

const LENGTH = 128
/** A movement has up to six records, its details as many again. */
const RECORDS_MAX = ENTRIES_MAX * 8

/** @throws BankFileError `file_unreadable` for what is no record */
export function* codaRecords(text: string): Generator<CodaRecord> {
  let count = 0
  for (const { number: line, text: columns } of linesOf(text)) {
    if (columns.trim() === '') continue
    count += 1
    if (count > RECORDS_MAX) throw unreadable('entries', { line, max: ENTRIES_MAX })
    const first = columns[0] ?? ''
    if (!/^[0123489]/.test(first) || columns.trimEnd().length > LENGTH)
      throw unreadable('record', { line })
    const padded = columns.padEnd(LENGTH)
    const type = first === '2' || first === '3' ? `${first}.${padded[1]}` : first
    yield { type, line, at: (from, to) => padded.slice(from - 1, to) }
  }
}
