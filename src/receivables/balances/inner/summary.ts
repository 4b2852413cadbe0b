import { addDays } from '../../../kernel/calendar.ts'
import type { Age, AgedClaims, Claims, ClaimsInCurrency, DueOnDay, PaidInMonth } from '../owed.ts'

/** Money received less money paid back. */
type Cash = Pick<PaidInMonth, 'minor' | 'refundedMinor'>

/** One currency; amounts of several are never added. */
export interface CurrencySummary {
  readonly currency: string
  readonly outstanding: Claims
  readonly overdue: Claims
  /** Refunds due, as a positive amount. */
  readonly refundsDue: Claims
  /** What customers have on account. */
  readonly onAccount: Claims
  readonly ageing: Readonly<Record<Age, Claims>>
  /** The amounts due in each of the coming weeks. */
  readonly expected: readonly (Week & Claims)[]
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
  readonly claims: readonly AgedClaims[]
  readonly refunds: readonly ClaimsInCurrency[]
  /** The money of customers on account. */
  readonly held: readonly ClaimsInCurrency[]
  readonly paid: readonly PaidInMonth[]
  readonly due: readonly DueOnDay[]
  readonly months: readonly string[]
  readonly years: readonly string[]
  readonly weeks: readonly Week[]
}): readonly CurrencySummary[] {
  const { claims, refunds, held, paid, due, months, years, weeks } = known
  const all = [...claims, ...refunds, ...held, ...paid].map(({ currency }) => currency)
  return [...new Set(all)]
    .map((currency) => {
      const own = claims.filter((it) => it.currency === currency)
      const received = paid.filter((it) => it.currency === currency)
      return {
        currency,
        outstanding: sumOf(own),
        overdue: sumOf(own.filter(({ age }) => age !== 'notDue')),
        refundsDue: sumOf(refunds.filter((it) => it.currency === currency)),
        onAccount: sumOf(held.filter((it) => it.currency === currency)),
        ageing: ageingOf(own),
        expected: weeks.map((week) => ({
          ...week,
          ...sumOf(
            due.filter(
              (it) => it.currency === currency && it.day >= week.from && it.day <= week.to,
            ),
          ),
        })),
        paid: months.map((month) => ({
          month,
          ...paidIn(received, month),
        })),
        paidInYears: years.map((year) => ({ year, ...paidIn(received, `${year}-`) })),
      }
    })
    .sort((a, b) => b.outstanding.count - a.outstanding.count || (a.currency < b.currency ? -1 : 1))
}

/** In the months with this prefix. */
function paidIn(paid: readonly PaidInMonth[], start: string): Cash {
  const own = paid.filter(({ month }) => month.startsWith(start))
  return {
    minor: own.reduce((sum, { minor }) => sum + minor, 0n),
    refundedMinor: own.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0n),
  }
}

const sumOf = (claims: readonly Claims[]): Claims => ({
  count: claims.reduce((sum, { count }) => sum + count, 0),
  minor: claims.reduce((sum, { minor }) => sum + minor, 0n),
})

function ageingOf(claims: readonly AgedClaims[]): CurrencySummary['ageing'] {
  const of = (age: Age) => sumOf(claims.filter((it) => it.age === age))
  return {
    notDue: of('notDue'),
    days1To30: of('days1To30'),
    days31To60: of('days31To60'),
    days61To90: of('days61To90'),
    over90: of('over90'),
  }
}
