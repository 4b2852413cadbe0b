import {
  type CsvDateFormat,
  type CsvProfile,
  csvDay,
  csvDecimal,
} from '@billwright/bank-statements'
import type { Data } from '@billwright/sdk'

/* Which column of a bank's table means what, as a person chooses it. Pure. */

export type BankColumns = Data<'proposeBankColumns'>

export const ROLES = [
  'none',
  'booking_date',
  'value_date',
  'amount',
  'credit',
  'debit',
  'sign',
  'name',
  'iban',
  'text',
  'end_to_end',
  'id',
  'currency',
  'account',
] as const
export type Role = (typeof ROLES)[number]

/** Each way to write the last day of a year, which shows where the month is. */
export const DATES: Readonly<Record<CsvDateFormat, string>> = {
  'D.M.y': '31.12.2026',
  'y-M-D': '2026-12-31',
  'D/M/y': '31/12/2026',
  'M/D/y': '12/31/2026',
  'D-M-y': '31-12-2026',
}
export const DECIMALS = { ',': '1.234,50', '.': '1,234.50' } as const

export interface Choices {
  /** Of each column, in the order of the file. */
  readonly roles: readonly Role[]
  readonly date: CsvDateFormat
  readonly decimal: ',' | '.'
  /** What the column `sign` says for money out; several are separated by commas. */
  readonly debit: string
}

/** What the service guesses. */
export function firstChoices({ columns, mapping, delimiter }: BankColumns): Choices {
  const guessed: Readonly<Record<string, unknown>> = { ...mapping?.columns }
  const roleOf = (column: string): Role =>
    ROLES.find((role) => [guessed[role]].flat().includes(column)) ?? 'none'
  return {
    roles: columns.map((column, at) => (isNamed(columns, at) ? roleOf(column) : 'none')),
    date: mapping?.date ?? 'D.M.y',
    decimal: mapping?.decimal ?? (delimiter === ',' ? '.' : ','),
    debit: '',
  }
}

/** Only the first of several columns with one name can be found again. */
export const isNamed = (columns: readonly string[], at: number): boolean =>
  columns[at] !== '' && columns.indexOf(columns[at] ?? '') === at

const AMOUNTS: readonly Role[] = ['amount', 'credit', 'debit']
/** Of money out, in the columns of banks. */
const DEBIT = /^(s|soll|d|dr|dbit|debit|débit|af|out|-)$/i

/** A column gets a role, which another one loses. What is written in it may say how to read it. */
export function choose(found: BankColumns, before: Choices, at: number, role: Role): Choices {
  const isOne = role !== 'none' && role !== 'text'
  const roles = before.roles.map((own, index) =>
    index === at ? role : isOne && own === role ? 'none' : own,
  )
  const cells = found.rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
  const isAny = (fits: (cell: string) => unknown) => cells.some((it) => fits(it) !== undefined)
  const choices = { ...before, roles }
  if (role === 'booking_date' && !isAny((it) => csvDay(it, before.date))) {
    const date = DATE_FORMATS.find((format) => isAny((it) => csvDay(it, format)))
    return { ...choices, date: date ?? before.date }
  }
  if (AMOUNTS.includes(role) && !isAny((it) => csvDecimal(it, before.decimal)))
    return { ...choices, decimal: before.decimal === ',' ? '.' : ',' }
  if (role === 'sign') return { ...choices, debit: cells.find((it) => DEBIT.test(it)) ?? '' }
  return choices
}
const DATE_FORMATS = Object.keys(DATES) as CsvDateFormat[]

/** Null: the day or the amount is missing. `currency` is that of a table that does not say it. */
export function mappingOf(
  { columns, delimiter }: BankColumns,
  { roles, date, decimal, debit }: Choices,
  currency: string,
): CsvProfile | null {
  const of = (role: Role) => columns.filter((_, at) => roles[at] === role)
  const one = (role: Role) => of(role)[0]
  const [booking, sign] = [one('booking_date'), one('sign')]
  const words = debit.split(',').flatMap((it) => it.trim() || [])
  const hasAmount = one('amount') !== undefined || (one('credit') && one('debit')) !== undefined
  if (booking === undefined || !hasAmount || (sign !== undefined && words.length === 0)) return null
  const others = ROLES.filter((role) => !['none', 'booking_date', 'sign', 'text'].includes(role))
  return {
    header: columns.filter((_, at) => roles[at] !== 'none'),
    delimiter: delimiter as CsvProfile['delimiter'],
    ...{ date, decimal },
    columns: {
      booking_date: booking,
      ...Object.fromEntries(others.flatMap((role) => of(role).map((column) => [role, column]))),
      ...(sign !== undefined && { sign: { column: sign, debit: words } }),
      ...(of('text').length > 0 && { text: of('text') }),
    },
    ...(one('currency') === undefined && { currency }),
    account: 'preamble',
  }
}

/** What a row says; undefined where it cannot be read. */
export interface PreviewRow {
  readonly day: string | undefined
  readonly amount: string | undefined
  readonly currency: string
  readonly words: readonly string[]
}

const ROWS = 3

export function previewOf(
  { rows }: BankColumns,
  { roles, date, decimal, debit }: Choices,
  currency: string,
): readonly PreviewRow[] {
  const outs = debit.split(',').map((it) => it.trim().toLowerCase())
  return rows.slice(0, ROWS).map((row) => {
    const cells = (role: Role) => row.filter((cell, at) => roles[at] === role && cell !== '')
    const [said] = cells('currency')
    const minus = (cell: string | undefined) => {
      const plain = cell === undefined ? undefined : csvDecimal(cell, decimal)
      return plain === undefined ? undefined : `-${plain.replace('-', '')}`
    }
    const [amount] = cells('amount')
    const isOut = outs.includes((cells('sign')[0] ?? '').toLowerCase()) && roles.includes('sign')
    const [credit] = amount === undefined ? cells('credit') : [amount]
    return {
      day: csvDay(cells('booking_date')[0] ?? '', date),
      amount: isOut
        ? minus(amount)
        : credit === undefined
          ? minus(cells('debit')[0])
          : csvDecimal(credit, decimal),
      currency: said !== undefined && /^[A-Z]{3}$/.test(said) ? said : currency,
      words: [...cells('name'), ...cells('text')],
    }
  })
}
