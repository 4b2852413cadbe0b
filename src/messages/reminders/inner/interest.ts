import { divideRounded, HUNDRED_PERCENT_MICRO, parseMicro } from '@billwright/money'
import { addDays } from '@billwright/rules/days'
import { daysBetween } from '../../../kernel/calendar.ts'

/*
 * Interest on late payment: simple, by days of a year of 365, exact and rounded once (Directive
 * 2011/7/EU; German Civil Code § 288). Pure.
 */

/** A yearly base rate from a day on, in percent, such as that of a central bank. */
interface BaseRate {
  /** `YYYY-MM-DD`. */
  readonly from: string
  /** Decimal, for example "1.27"; may be negative. */
  readonly rate: string
}

export interface InterestTerms {
  /** Percentage points above the base rate, decimal. */
  readonly margin: string
  readonly base: readonly BaseRate[]
}

/** A payment or credit on a day, in minor units. It reduces the principal from the next day on. */
export interface Settled {
  readonly day: string
  readonly minor: bigint
}

/** A span of days with one principal and one rate. */
interface InterestSpan {
  readonly from: string
  /** The last day is included. */
  readonly to: string
  readonly days: number
  /** Base rate and margin, in millionths of a percent. */
  readonly rateMicro: bigint
  readonly principalMinor: bigint
}

export interface Interest {
  /** Minor units. */
  readonly minor: bigint
  readonly days: number
  readonly spans: readonly InterestSpan[]
}

/** Central banks set the rate each half year, so an older one does not apply. */
const BASE_RATE_DAYS = 184
const DAYS_OF_YEAR = 365n

/**
 * Interest from the day after `dueDay` to `day`, both as `YYYY-MM-DD`. Null if a day with
 * principal has no base rate, because a rate is never guessed.
 */
export function interestOn(
  principalMinor: bigint,
  dueDay: string,
  day: string,
  settled: readonly Settled[],
  terms: InterestTerms,
): Interest | null {
  const spans: InterestSpan[] = []
  const ends = spanEnds(dueDay, day, settled, terms.base)
  let from = addDays(dueDay, 1)
  for (const to of ends) {
    const owed = settled.reduce(
      (rest, it) => (it.day < from ? rest - it.minor : rest),
      principalMinor,
    )
    if (owed > 0n) {
      const base = baseRateOn(from, terms.base)
      if (base === null) return null
      spans.push({
        from,
        to,
        days: daysBetween(from, to) + 1,
        rateMicro: parseMicro(base.rate) + parseMicro(terms.margin),
        principalMinor: owed,
      })
    }
    from = addDays(to, 1)
  }
  const earning = spans.filter(({ rateMicro }) => rateMicro > 0n)
  const numerator = earning.reduce(
    (sum, it) => sum + it.principalMinor * it.rateMicro * BigInt(it.days),
    0n,
  )
  return {
    minor: divideRounded(numerator, HUNDRED_PERCENT_MICRO * DAYS_OF_YEAR),
    days: spans.reduce((sum, it) => sum + it.days, 0),
    spans,
  }
}

/** The last days of spans with constant principal and rate. */
function spanEnds(
  dueDay: string,
  day: string,
  settled: readonly Settled[],
  base: readonly BaseRate[],
): readonly string[] {
  const expiries = base
    .map((it) => ({ it, last: addDays(it.from, BASE_RATE_DAYS - 1) }))
    .filter(({ it, last }) => baseRateOn(last, base) === it)
  const ends = [
    day,
    ...settled.map((it) => it.day),
    ...base.map(({ from }) => addDays(from, -1)),
    ...expiries.map(({ last }) => last),
  ]
  return [...new Set(ends)].filter((it) => it > dueDay && it <= day).sort()
}

function baseRateOn(day: string, base: readonly BaseRate[]): BaseRate | null {
  const latest = base
    .filter(({ from }) => from <= day)
    .reduce<BaseRate | null>((best, it) => (best && best.from >= it.from ? best : it), null)
  return latest && daysBetween(latest.from, day) < BASE_RATE_DAYS ? latest : null
}
