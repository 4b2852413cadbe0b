import { unreadable } from '../bank-file-error.ts'
import { BYTES_MAX } from '../limits.ts'
import { decodeText } from '../text.ts'
import {
  type CsvColumns,
  type CsvDateFormat,
  type CsvDelimiter,
  type CsvProfile,
  csvDay,
  csvDecimal,
  DATE_FORMATS,
} from './profile.ts'
import { folded, likelyHeader, recognized } from './recognize.ts'
import type { Row } from './rows.ts'

/** What a dialog for a new profile shows. */
export interface CsvProposal {
  readonly encoding: string
  readonly delimiter: CsvDelimiter
  /** The line of the header, from 1. */
  readonly headerLine: number
  readonly columns: readonly string[]
  /** The first ten rows below it. */
  readonly rows: readonly (readonly string[])[]
  /** The built-in profile that fits. */
  readonly recognized: string | null
  /** A guess; null if no column looks like a day, or none like an amount. */
  readonly profile: CsvProfile | null
}

const ROWS_SHOWN = 10

/**
 * Guesses how to read a table.
 *
 * @throws BankFileError `file_unreadable`
 */
export function proposeCsvProfile(
  bytes: Uint8Array,
  { bytesMax = BYTES_MAX }: { readonly bytesMax?: number } = {},
): CsvProposal {
  if (bytes.length > bytesMax) throw unreadable('bytes', { max: bytesMax })
  const { encoding, text } = decodeText(bytes)
  const { delimiter, header, rows } = likelyHeader(text)
  if (!header) throw unreadable('empty')
  const below = rows.filter(({ line }) => line > header.line).slice(0, ROWS_SHOWN)
  const known = recognized(text, undefined)
  return {
    encoding,
    delimiter,
    headerLine: header.line,
    columns: header.cells,
    rows: below.map((row) => row.cells),
    recognized: known?.name ?? null,
    profile: known?.profile ?? guessed(header, below, delimiter),
  }
}

/** What columns are called, by what they are. Earlier ones choose first. */
const NAMES: readonly (readonly [keyof CsvColumns, RegExp])[] = [
  ['value_date', /valuta|wertstellung|value date|valeur|valutadatum/],
  ['booking_date', /buchung|booking|date|datum|data|fecha|^when$/],
  ['end_to_end', /end.?to.?end|kundenreferenz/],
  ['currency', /währung|waehrung|currency|devise|divisa|munt/],
  ['credit', /gutschrift|haben|credit|crédit|accredito|bijschrijving/],
  ['debit', /lastschrift|belastung|soll|debit|débit|addebito|afschrijving/],
  ['amount', /betrag|amount|montant|importo|importe|bedrag|umsatz|much/],
  ['iban', /iban|kontonummer|account n|rekening|compte/],
  ['name', /auftraggeber|beg(ü|ue)nstigt|empf(ä|ae)nger|zahlungspflicht|name|payee|payer|partner/],
  ['id', /transaction id|transaktions-?id|^id$/],
]
const TEXT = /zweck|text|description|reference|memo|libell|omschrijving|communic|details|^why$/

function guessed(header: Row, rows: readonly Row[], delimiter: CsvDelimiter): CsvProfile | null {
  const found = new Map<keyof CsvColumns, string>()
  const left = new Set(header.cells.filter((cell) => cell !== ''))
  for (const [role, pattern] of NAMES) {
    const column = [...left].find((it) => pattern.test(folded(it)) && !/saldo|balance/i.test(it))
    if (column === undefined) continue
    found.set(role, column)
    left.delete(column)
  }
  const cellsAt = (role: keyof CsvColumns) => {
    const index = header.cells.indexOf(found.get(role) ?? '\0')
    return rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
  }
  const booking = found.get('booking_date') ?? found.get('value_date')
  const hasAmount = found.has('amount') || (found.has('credit') && found.has('debit'))
  if (booking === undefined || !hasAmount) return null
  if (found.has('amount')) for (const role of ['credit', 'debit'] as const) found.delete(role)
  const amounts = [...cellsAt('amount'), ...cellsAt('credit'), ...cellsAt('debit')]
  const text = [...left].filter((it) => TEXT.test(folded(it)))
  return {
    header: [
      booking,
      ...(['amount', 'credit', 'debit'] as const).flatMap((it) => found.get(it) ?? []),
    ],
    delimiter,
    date: dateFormat([...cellsAt('booking_date'), ...cellsAt('value_date')]),
    decimal: decimalMark(amounts, delimiter),
    columns: {
      ...Object.fromEntries(found),
      booking_date: booking,
      ...(text.length > 0 ? { text } : {}),
    },
    account: 'preamble',
  }
}

/** The format that most cells have. */
function dateFormat(cells: readonly string[]): CsvDateFormat {
  const fits = (format: CsvDateFormat) =>
    cells.filter((cell) => csvDay(cell, format) !== undefined).length
  return DATE_FORMATS.reduce((best, it) => (fits(it) > fits(best) ? it : best))
}

/** Where both are possible, programs that separate by semicolons write decimal commas. */
function decimalMark(cells: readonly string[], delimiter: CsvDelimiter): ',' | '.' {
  const fits = (mark: ',' | '.') =>
    cells.filter((cell) => csvDecimal(cell, mark) !== undefined).length
  if (fits(',') === fits('.')) return delimiter === ',' ? '.' : ','
  return fits(',') > fits('.') ? ',' : '.'
}
