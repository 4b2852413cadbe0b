import { ibanWithCheckDigits } from '../account.ts'
import { fixedAmount } from '../amounts.ts'
import { balanced, isBalanced } from '../balance.ts'
import { unreadable } from '../bank-file-error.ts'
import { required, shortDay } from '../dates.ts'
import { ENTRIES_MAX } from '../limits.ts'
import { variableSymbol } from '../references.ts'
import type { Statement } from '../statement.ts'
import { type Balance, type BankEntry, type BankFile, EMPTY_ENTRY } from '../statement.ts'
import { filled, linesOf, referenceText, textOf } from '../text.ts'

interface GpcRecord {
  readonly line: number
  /** Columns, counted from 1, both included. */
  readonly at: (from: number, to: number) => string
}

interface Item {
  readonly head: GpcRecord
  readonly texts: string[]
}

interface Open {
  readonly head: GpcRecord
  readonly items: Item[]
}

/**
 * GPC (ABO) of Czech and Slovak banks. A file may have several statements.
 *
 * @throws BankFileError `file_unreadable`
 */
export function readGpc(text: string, options: { readonly currency?: string }): BankFile {
  const open: Open[] = []
  let count = 0
  for (const { number: line, text: columns } of linesOf(text)) {
    if (columns.trim() === '') continue
    const padded = columns.padEnd(128)
    const record = { line, at: (from: number, to: number) => padded.slice(from - 1, to) }
    const statement = open.at(-1)
    const item = statement?.items.at(-1)
    const type = record.at(1, 3)
    if (type === '074') open.push({ head: record, items: [] })
    else if (type === '075' && statement) {
      count += 1
      if (count > ENTRIES_MAX) throw unreadable('entries', { line, max: ENTRIES_MAX })
      statement.items.push({ head: record, texts: [] })
    } else if (type === '076' && item) item.texts.push(record.at(36, 127))
    else if ((type === '078' || type === '079') && item)
      item.texts.push(record.at(4, 38), record.at(39, 73), record.at(74, 128))
    else if (!/^07\d$/.test(type) || !statement) throw unreadable('record', { line })
  }
  return { format: 'gpc', statements: open.map((it) => statementOf(it, options)) }
}

function statementOf({ head, items }: Open, options: { readonly currency?: string }): Statement {
  const { at, line } = head
  const stated = items.map((it) => currencyOf(it.head)).find((it) => it !== undefined)
  const currency = stated ?? options.currency ?? 'CZK'
  const date = required(shortDay(at(109, 114), line), line)
  const opening = balanceOf(head, {
    amount: 46,
    date: shortDay(at(40, 45), line) ?? date,
    currency,
  })
  const closing = balanceOf(head, { amount: 61, date, currency })
  const account = { iban: null, otherId: filled(at(4, 19)) }
  const entriesBy = (signs: Signs) => items.map((it) => entryOf(it, { signs, currency, account }))
  // Banks number reversals differently; the balances tell which way is meant.
  const readings = SIGNS.map(entriesBy)
  const entries = readings.find((it) => isBalanced(opening, closing, it)) ?? readings[0] ?? []
  const number = filled(at(106, 108))
  return balanced({
    id: null,
    number,
    account,
    currency,
    opening,
    closing,
    entries,
    pending: 0,
  })
}

type Signs = Readonly<Partial<Record<string, bigint>>>

/** Debit, credit, and the reversals of both. */
const SIGNS: readonly Signs[] = [
  { '1': -1n, '2': 1n, '3': 1n, '4': 1n, '5': -1n },
  { '1': -1n, '2': 1n, '3': 1n, '4': -1n, '5': -1n },
]

function balanceOf(
  { at, line }: GpcRecord,
  {
    amount,
    date,
    currency,
  }: {
    readonly amount: number
    readonly date: string
    readonly currency: string
  },
): Balance {
  const minor = fixedAmount(at(amount, amount + 13), { decimals: 2, currency, line })
  return { amountMinor: at(amount + 14, amount + 14) === '-' ? -minor : minor, currency, date }
}

/** Numbers of ISO 4217, behind a zero. */
const CURRENCIES: Readonly<Partial<Record<string, string>>> = {
  '0036': 'AUD',
  '0124': 'CAD',
  '0203': 'CZK',
  '0208': 'DKK',
  '0348': 'HUF',
  '0392': 'JPY',
  '0578': 'NOK',
  '0752': 'SEK',
  '0756': 'CHF',
  '0826': 'GBP',
  '0840': 'USD',
  '0946': 'RON',
  '0978': 'EUR',
  '0985': 'PLN',
}

function currencyOf({ at }: GpcRecord): string | undefined {
  const number = at(119, 122)
  return Object.hasOwn(CURRENCIES, number) ? CURRENCIES[number] : undefined
}

function entryOf(
  { head, texts }: Item,
  {
    signs,
    currency,
    account,
  }: {
    readonly signs: Signs
    readonly currency: string
    readonly account: Statement['account']
  },
): BankEntry {
  const { at, line } = head
  const posting = at(61, 61)
  const sign = Object.hasOwn(signs, posting) ? signs[posting] : undefined
  if (sign === undefined || at(4, 19).trim() !== account.otherId)
    throw unreadable('record', { line })
  const valueDay = shortDay(at(92, 97), line)
  const bookingDate = required(shortDay(at(123, 128), line) ?? valueDay, line)
  const symbol = variableSymbol(at(62, 71))
  const { text, lines } = textOf(texts, line)
  const bankReference = referenceText(at(36, 48))
  return {
    ...EMPTY_ENTRY,
    bookingDate,
    valueDate: valueDay ?? bookingDate,
    amountMinor: sign * fixedAmount(at(49, 60), { decimals: 2, currency, line }),
    currency,
    name: filled(at(98, 117)),
    iban: czechIban(at(20, 35), at(74, 77)),
    text,
    lines,
    references: symbol ? [symbol] : [],
    bankReference,
    entryReference: bankReference,
    isReversal: posting > '2',
    code: { iso: null, proprietary: referenceText(at(78, 81)) },
  }
}

/** Czech and Slovak IBANs have the same parts; only a Czech bank's code is four digits on its own. */
function czechIban(account: string, bank: string): string | null {
  const isStated = /^\d{16}$/.test(account) && /^\d{4}$/.test(bank)
  if (!isStated || /^0+$/.test(account) || bank === '0000') return null
  return ibanWithCheckDigits('CZ', bank + account)
}
