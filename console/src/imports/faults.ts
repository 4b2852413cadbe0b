import Papa from 'papaparse'
import { toldText } from '../error-text.ts'
import type { ImportWords } from '../words/import/en.ts'
import type { ImportRecord } from './later.ts'

/** For spreadsheet programs, which would take other bytes for the machine's code page. */
const BYTE_ORDER_MARK = '\ufeff'

/** The faults of records in the reader's words, as a table for spreadsheet programs. */
export function faultsCsv(records: readonly ImportRecord[], words: ImportWords): string {
  const names: Readonly<Record<string, string>> = words.columns
  const rows = records.flatMap(({ faults }) =>
    faults.map((fault) => [
      fault.line,
      names[fault.column] ?? fault.column,
      fault.value ?? '',
      toldText(fault),
    ]),
  )
  const titles = [words.line, words.column, words.value, words.fault]
  return BYTE_ORDER_MARK + Papa.unparse([titles, ...rows], { escapeFormulae: true })
}
