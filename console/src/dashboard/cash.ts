import { formatMinor, parseMinor } from '@billwright/money'
import { addDays, weekdayOf } from '@billwright/rules/days'
import type { CurrencySummary } from '../api/invoices.ts'

/** Weeks before and after the beginning of this one, as the service counts them. */
const WEEKS = { before: 4, all: 13 }

/** Amounts for heights only, in units of the currency; people read exact texts. */
export interface CashLine {
  readonly from: string
  readonly today: string
  /** The day after the last one. */
  readonly end: string
  /** What had come by the end of these days. */
  readonly came: readonly Point[]
  /** What was due by these days and is not paid, on top of what came. */
  readonly late: readonly Point[]
  readonly steps: readonly Step[]
  /** Exact. */
  readonly sums: { readonly came: string; readonly coming: string; readonly total: string }
}

interface Point {
  readonly day: string
  readonly sum: number
}

/** Money that is expected. */
export interface Step extends Point {
  readonly amount: string
  readonly names: readonly string[]
  /** The last day, if these are the invoices of a week. */
  readonly to: string
  /** The only invoice of the day. */
  readonly id: string | null
}

export interface Expected {
  readonly day: string
  readonly to: string
  readonly amount: string
  readonly name: string | null
  readonly id: string | null
}

/** The Monday on which the line begins, and the day on which it ends. */
export function cashLineDays(today: string): { readonly from: string; readonly end: string } {
  const from = addDays(today, 1 - weekdayOf(today) - WEEKS.before * 7)
  return { from, end: addDays(from, WEEKS.all * 7) }
}

/** What came, what is late and what is to come; null if there is nothing of it. */
export function cashLineOf(
  summary: Pick<CurrencySummary, 'currency' | 'received_by_day' | 'overdue_by_day' | 'overdue'>,
  expected: readonly Expected[],
  today: string,
): CashLine | null {
  const { currency, overdue } = summary
  const { from, end } = cashLineDays(today)
  const minor = (amount: string) => parseMinor(amount, currency)
  const units = (sum: bigint) => Number(formatMinor(sum, currency))
  const text = (sum: bigint) => formatMinor(sum, currency)

  let cameMinor = 0n
  const came = summary.received_by_day.map(({ day, amount }) => {
    cameMinor += minor(amount)
    return { day, sum: units(cameMinor) }
  })
  const since = summary.overdue_by_day.reduce((sum, { amount }) => sum + minor(amount), 0n)
  // What was late before the line begins.
  let lateMinor = minor(overdue.amount) - since
  const late = lateMinor > 0n ? [{ day: from, sum: units(lateMinor) }] : []
  for (const { day, amount } of summary.overdue_by_day) {
    lateMinor += minor(amount)
    // It is late from the next day on.
    late.push({ day: addDays(day, 1), sum: units(lateMinor) })
  }
  let totalMinor = cameMinor
  const byDay = Map.groupBy(expected, ({ day }) => day)
  const steps = [...byDay].map(([day, own]): Step => {
    const amount = own.reduce((sum, it) => sum + minor(it.amount), 0n)
    totalMinor += amount
    const [only] = own
    return {
      day,
      to: only?.to ?? day,
      amount: text(amount),
      sum: units(totalMinor),
      names: [...new Set(own.flatMap(({ name }) => name ?? []))],
      id: own.length === 1 ? (only?.id ?? null) : null,
    }
  })
  if (came.length === 0 && late.length === 0 && steps.length === 0) return null
  const sums = {
    came: text(cameMinor),
    coming: text(totalMinor - cameMinor),
    total: text(totalMinor),
  }
  return { from, today, end, came, late, steps, sums }
}
