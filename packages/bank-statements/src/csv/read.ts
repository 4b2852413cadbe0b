import { isCurrency } from '@billwright/money'
import { accountOf, ibanIn, ibanOf } from '../account.ts'
import { plainAmount } from '../amounts.ts'
import { unreadable } from '../bank-file-error.ts'
import { required } from '../dates.ts'
import { ENTRIES_MAX } from '../limits.ts'
import { distinct, variableSymbolIn } from '../references.ts'
import { type Account, type BankEntry, type BankFile, EMPTY_ENTRY } from '../statement.ts'
import { filled, referenceText, textOf } from '../text.ts'
import { type CsvProfile, csvDay, csvDecimal } from './profile.ts'
import { type Recognized, requireRecognized } from './recognize.ts'
import { eachRow, type Row } from './rows.ts'

interface Table {
  readonly account: Account
  readonly currency: string
  readonly entries: BankEntry[]
  pending: number
}

/**
 * A table of a bank, by a profile of the caller or a built-in one.
 *
 * @throws BankFileError `csv_profile_needed`, `file_unreadable`
 */
export function readCsv(
  text: string,
  options: { readonly profile?: CsvProfile; readonly currency?: string },
): BankFile {
  const found = requireRecognized(text, options.profile)
  const preamble = preambleOf(found)
  const fallback = preamble.currency ?? found.profile.currency ?? options.currency ?? ''
  const tables = new Map<string, Table>()
  let count = 0
  eachRow(text, found.delimiter, (row) => {
    if (row.line <= found.line) return
    const cells = cellsOf(row, found)
    if (!isEntry(cells, found.profile)) return
    count += 1
    if (count > ENTRIES_MAX) throw unreadable('entries', { line: row.line, max: ENTRIES_MAX })
    const { columns } = found.profile
    const written = cells(columns.account)
    const account = written === '' ? preamble.account : accountOf(written)
    const currency = cells(columns.currency).toUpperCase() || fallback
    const table = tableOf(tables, account, currency)
    if (isPending(cells, found.profile)) table.pending += 1
    else table.entries.push(entryOf(cells, { found, currency, line: row.line }))
  })
  if (tables.size === 0) tableOf(tables, preamble.account, fallback)
  return {
    format: found.name === null ? 'csv' : `csv:${found.name}`,
    statements: [...tables.values()].map(({ account, currency, entries, pending }) => ({
      id: null,
      number: null,
      account,
      currency: filled(currency),
      opening: null,
      closing: null,
      entries,
      pending,
      problems: [],
    })),
  }
}

type Cells = (column: string | undefined) => string

const cellsOf =
  ({ cells }: Row, { indexOf }: Recognized): Cells =>
  (column) => {
    const index = column === undefined ? undefined : indexOf(column)
    return index === undefined ? '' : (cells[index] ?? '')
  }

/** Banks write disclaimers and sums below. A sum has no day, and no words beside that it is one. */
function isEntry(cells: Cells, { columns, date }: CsvProfile): boolean {
  const hasAmount = [columns.amount, columns.credit, columns.debit].some((it) => cells(it) !== '')
  const day = cells(columns.booking_date)
  if (!hasAmount) return csvDay(day, date) !== undefined
  const { name, iban, value_date: valueDate, end_to_end: endToEnd, text = [] } = columns
  const names = typeof name === 'object' ? [name.credit, name.debit] : [name]
  const words = [...names, ...text, iban, valueDate, endToEnd].map(cells)
  const said = [day, ...words].filter((it) => it !== '')
  return said.length === 0 || said.some((it) => !SUM.test(it))
}
const SUM = /^(?:total|summe|sum|saldo|balance|solde|somme|totale|totaal)\b/i

function isPending(cells: Cells, { pending }: CsvProfile): boolean {
  if (!pending) return false
  const cell = cells(pending.column).toLowerCase()
  return [pending.value].flat().some((value) => value.trim().toLowerCase() === cell)
}

function tableOf(tables: Map<string, Table>, account: Account, currency: string): Table {
  const key = JSON.stringify([account.iban, account.otherId, currency])
  const table = tables.get(key) ?? { account, currency, entries: [], pending: 0 }
  tables.set(key, table)
  return table
}

function preambleOf({ preamble, profile }: Recognized): {
  readonly account: Account
  readonly currency: string | undefined
} {
  const cells = preamble.flatMap((row) => row.cells)
  const iban = profile.account === 'ask' ? undefined : cells.find((it) => ibanIn(it) !== null)
  const line = preamble.find(({ cells: [first = ''] }) =>
    /^(?:währung|waehrung|currency|devise|valuta|monnaie)\b/i.test(first),
  )
  return {
    account: { iban: iban === undefined ? null : ibanIn(iban), otherId: null },
    currency: line?.cells.slice(1).find(isCurrency),
  }
}

interface EntryPlace {
  readonly found: Recognized
  readonly currency: string
  readonly line: number
}

function entryOf(cells: Cells, { found, currency, line }: EntryPlace): BankEntry {
  const { columns, date } = found.profile
  const dayAt = (column: string | undefined) => {
    const cell = cells(column)
    return cell === '' ? undefined : required(csvDay(cell, date), line)
  }
  const bookingDate = required(dayAt(columns.booking_date), line)
  const amountMinor = amountOf(cells, { found, currency, line })
  const { name } = columns
  const isName = typeof name === 'string' || name === undefined
  const nameColumn = isName ? name : amountMinor < 0n ? name.debit : name.credit
  const { text, lines } = textOf((columns.text ?? []).map(cells), line)
  const endToEnd = referenceText(cells(columns.end_to_end))
  const id = referenceText(cells(columns.id))
  const symbol = variableSymbolIn(endToEnd ?? '') ?? variableSymbolIn(text ?? '')
  return {
    ...EMPTY_ENTRY,
    bookingDate,
    valueDate: dayAt(columns.value_date) ?? bookingDate,
    amountMinor,
    currency,
    name: filled(cells(nameColumn)),
    iban: ibanOf(cells(columns.iban)),
    text,
    lines,
    endToEnd,
    references: distinct(symbol ? [symbol] : []),
    bankReference: id,
    entryReference: id,
  }
}

function amountOf(cells: Cells, { found, currency, line }: EntryPlace): bigint {
  const { columns, decimal } = found.profile
  const signedAt = (column: string | undefined): bigint | undefined => {
    const cell = cells(column)
    if (cell === '') return undefined
    const plain = csvDecimal(cell, decimal)
    if (plain === undefined) throw unreadable('amount', { line })
    const minor = plainAmount(plain.replace('-', ''), currency, line)
    return plain.startsWith('-') ? -minor : minor
  }
  const amount = signedAt(columns.amount)
  const credit = signedAt(columns.credit)
  const debit = signedAt(columns.debit)
  if (amount === undefined && credit === undefined && debit === undefined)
    throw unreadable('amount', { line })
  // Some banks write a minus into the column of debits, too.
  if (amount === undefined) return (credit ?? 0n) - absolute(debit ?? 0n)
  const mark = cells(columns.sign?.column).toLowerCase()
  const isDebit = columns.sign?.debit.some((it) => it.toLowerCase() === mark)
  return isDebit ? -absolute(amount) : amount
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
