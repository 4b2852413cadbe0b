import { sumOf } from '@billwright/money'
import { weekdayOf } from '@billwright/rules/days'
import { addDays } from '../../../kernel/calendar.ts'
import { type Age, isDue, isOverdue, type Owed, type OwedByDay } from '../owed.ts'
import type { Received } from '../received.ts'

/** The number of documents and their amount, without a sign. */
export type Sum = Pick<Owed, 'count' | 'minor'>

/** Money received less money paid back. */
export type Cash = Pick<Received, 'minor' | 'refundedMinor'>

/** One currency; amounts of several are never added. */
export interface CurrencySummary {
  readonly currency: string
  readonly outstanding: Sum
  readonly overdue: Sum
  readonly refundsDue: Sum
  /** What customers have on account. */
  readonly onAccount: Sum
  readonly ageing: Readonly<Record<Exclude<Age, 'credit'>, Sum>>
  /** The amounts due in each of the coming weeks. */
  readonly expected: readonly (Week & Sum)[]
  /** What came, and what should have come, since the first day of the cash line. */
  readonly receivedByDay: readonly (Cash & { readonly day: string })[]
  readonly overdueByDay: readonly (Sum & { readonly day: string })[]
  /** All months of the report, oldest first. */
  readonly paid: readonly (Cash & { readonly month: string })[]
  /** The year before and this one. */
  readonly paidInYears: readonly (Cash & { readonly year: string })[]
}

export interface Summary {
  readonly today: string
  readonly drafts: number
  readonly currencies: readonly CurrencySummary[]
}

/** Seven days, both included. */
export interface Week {
  readonly from: string
  readonly to: string
}

const MONTHS = 12
const WEEKS = 8

/** The coming weeks, the first from `day` on. */
export const weeksFrom = (day: string): readonly Week[] =>
  Array.from({ length: WEEKS }, (_, index) => ({
    from: addDays(day, index * 7),
    to: addDays(day, index * 7 + 6),
  }))

/** The Monday four weeks before the week of `day`: with the coming weeks, thirteen. */
function cashLineFrom(day: string): string {
  return addDays(day, 1 - weekdayOf(day) - 28)
}

/** The months up to the month of `day`, oldest first, as `YYYY-MM`. */
export function monthsUntil(day: string): readonly string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const date = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return date.toISOString().slice(0, 7)
  })
}

/** The year before the year of `day`, and that year. */
export function yearsUntil(day: string): readonly [string, string] {
  const year = day.slice(0, 4)
  return [String(Number(year) - 1).padStart(4, '0'), year]
}

/** Per currency, the one with most invoices outstanding first. */
export function summarize(known: {
  readonly owed: readonly OwedByDay[]
  readonly onAccount: readonly Owed[]
  readonly received: readonly Received[]
  readonly today: string
  readonly months: readonly string[]
  readonly years: readonly string[]
  readonly weeks: readonly Week[]
}): readonly CurrencySummary[] {
  const { owed, onAccount, received, today, months, years, weeks } = known
  const line = { from: cashLineFrom(today), to: today }
  const all = [...owed, ...onAccount, ...received].map(({ currency }) => currency)
  return [...new Set(all)]
    .map((currency) => {
      const isOwn = (it: { readonly currency: string }) => it.currency === currency
      const own = owed.filter(isOwn)
      const paid = received.filter(isOwn)
      const byDay = own.filter(isDue).filter(hasDay)
      const to = (week: Week) => byDay.filter(({ day }) => isIn(week, day))
      return {
        currency,
        outstanding: sum(own.filter(isDue)),
        overdue: sum(own.filter(isOverdue)),
        refundsDue: unsigned(sum(own.filter(({ age }) => age === 'credit'))),
        onAccount: unsigned(sum(onAccount.filter(isOwn))),
        ageing: ageingOf(own),
        expected: weeks.map((week) => ({ ...week, ...sum(to(week)) })),
        receivedByDay: daysOf(paid.filter(({ day }) => isIn(line, day))),
        overdueByDay: byDay.filter(({ day }) => day >= line.from && day < today).toSorted(byDate),
        paid: months.map((month) => ({ month, ...paidIn(paid, month) })),
        paidInYears: years.map((year) => ({ year, ...paidIn(paid, `${year}-`) })),
      }
    })
    .sort((a, b) => b.outstanding.count - a.outstanding.count || (a.currency < b.currency ? -1 : 1))
}

const hasDay = (it: OwedByDay): it is OwedByDay & { readonly day: string } => it.day !== null

const isIn = ({ from, to }: Week, day: string): boolean => day >= from && day <= to

/** On the days with this prefix. */
function paidIn(paid: readonly Received[], start: string): Cash {
  return cashOf(paid.filter(({ day }) => day.startsWith(start)))
}

const cashOf = (paid: readonly Cash[]): Cash => ({
  minor: sumOf(paid.map(({ minor }) => minor)),
  refundedMinor: sumOf(paid.map(({ refundedMinor }) => refundedMinor)),
})

/** Payments of invoices and on account of a day are one. */
const daysOf = (paid: readonly Received[]): CurrencySummary['receivedByDay'] =>
  [...Map.groupBy(paid, ({ day }) => day)]
    .map(([day, own]) => ({ day, ...cashOf(own) }))
    .sort(byDate)

const byDate = (a: { readonly day: string }, b: { readonly day: string }): number =>
  a.day < b.day ? -1 : 1

const sum = (owed: readonly Sum[]): Sum => ({
  count: owed.reduce((total, { count }) => total + count, 0),
  minor: sumOf(owed.map(({ minor }) => minor)),
})

const unsigned = ({ count, minor }: Sum): Sum => ({ count, minor: -minor })

function ageingOf(owed: readonly Owed[]): CurrencySummary['ageing'] {
  const of = (age: Age) => sum(owed.filter((it) => it.age === age))
  return {
    notDue: of('notDue'),
    days1To30: of('days1To30'),
    days31To60: of('days31To60'),
    days61To90: of('days61To90'),
    over90: of('over90'),
  }
}
