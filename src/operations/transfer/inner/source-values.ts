import { divideRounded } from '@billwright/money'
import type { ForeignRow } from '../../../platform/database/sqlite/foreign.ts'

const EXPONENT_MAX = 30
const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i

interface Scaled {
  /** The value × 10^digits, rounded. */
  readonly scaled: bigint
  /** Whether rounding changed nothing. */
  readonly isExact: boolean
}

/** A number as another program stores it (mostly binary floats): its shortest decimal × 10^`digits`. */
export function toScaled(value: unknown, digits: number): Scaled | null {
  const match = DECIMAL.exec(String(value ?? '').trim())
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? []
  const shift = Number(exponent) - fraction.length + digits
  if (whole + fraction === '' || Math.abs(shift) > EXPONENT_MAX) return null
  const unsigned = BigInt(whole + fraction)
  const number = sign === '-' ? -unsigned : unsigned
  if (shift >= 0) return { scaled: number * 10n ** BigInt(shift), isExact: true }
  const divisor = 10n ** BigInt(-shift)
  return { scaled: divideRounded(number, divisor), isExact: number % divisor === 0n }
}

/** The trimmed text of a column; null if it is empty, null or missing. */
export function textOf(row: ForeignRow, column: string): string | null {
  const value = row[column]
  if (value === null || value === undefined) return null
  const text = String(value).trim()
  return text === '' ? null : text
}

/** A flag, which SQLite stores as 1 or as text. */
export const flagOf = (row: ForeignRow, column: string): boolean =>
  ['1', 'true', 'yes', 'on'].includes(String(row[column] ?? '').toLowerCase())

/** The calendar day of a date stored as an instant: the written day, without a time zone. */
export function dayOf(row: ForeignRow, column: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(textOf(row, column) ?? '')?.[0]
  if (day === undefined) return null
  const date = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
  return isDay ? day : null
}

/** An instant; without a time zone it is UTC, as SQLite writes it. */
export function instantOf(row: ForeignRow, column: string): string | null {
  const text = textOf(row, column)
  if (text === null) return null
  const date = new Date(
    /^\d{4}-\d{2}-\d{2} [\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
  )
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
