import Papa from 'papaparse'
import { sentenceOf, toldText } from '../words/error-text.ts'
import type { ImportWords } from '../words/import/en.ts'
import { currentLanguage, currentLocale } from '../words/language.ts'
import { columnText } from './column-text.ts'
import type { ImportRecord } from './later.ts'
import { FAULTS } from './words.ts'

/** For spreadsheet programs, which would take other bytes for the machine's code page. */
const BYTE_ORDER_MARK = '\ufeff'

export type ImportFault = ImportRecord['faults'][number]

/** What is wrong with a value of the file, and what to do. */
export function faultText({ code, params, value, message }: ImportFault): string {
  const language = currentLanguage()
  const said = { code, params: { ...(value === null ? {} : { value }), ...params } }
  return (
    sentenceOf(said, FAULTS[language], language, currentLocale()) ?? toldText({ ...said, message })
  )
}

/** The faults of records in the reader's words, as a table for spreadsheet programs. */
export function faultsCsv(
  records: readonly ImportRecord[],
  fileTitles: readonly string[],
  words: ImportWords,
): string {
  const rows = records.flatMap(({ faults }) =>
    faults.map((fault) => [
      fault.line,
      columnText(fault.column, fileTitles, words),
      fault.value ?? '',
      faultText(fault),
    ]),
  )
  const titles = [words.line, words.column, words.value, words.fault]
  return BYTE_ORDER_MARK + Papa.unparse([titles, ...rows], { escapeFormulae: true })
}
