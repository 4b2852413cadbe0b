import { weekdayOf } from '@billwright/rules/days'
import type { Schedule } from '@billwright/rules/schedule'
import { monthName, weekdayName } from '../words/days.ts'
import type { Words } from '../words/en.ts'
import type { Recurring } from './queries.ts'

type RuleWords = Words['recurring']['rule']

const LAST_DAY = 31

interface Context {
  readonly language: string
  readonly words: RuleWords
  readonly date: (day: string) => string
}

/** The rule of a schedule as a sentence. */
export function ruleText(schedule: Schedule, { language, words, date }: Context): string {
  const { unit, every, startDate, end } = schedule
  const start =
    end && 'after' in end ? words.times(end.after) : end ? words.until(date(end.on)) : ''
  const days = daysText(schedule, { language, words })
  return `${words.every[unit](every)}${days}${words.from(date(startDate))}${start}`
}

function daysText(
  { unit, startDate, days, nth, weekdays, months }: Schedule,
  { language, words }: Pick<Context, 'language' | 'words'>,
): string {
  const list = (parts: readonly string[]) => new Intl.ListFormat(language).format(parts)
  if (unit === 'day') return ''
  if (unit === 'week')
    return words.on(
      list(
        (weekdays ?? [weekdayOf(startDate)]).map((it) => words.weekday(weekdayName(it, language))),
      ),
    )
  const own = days ?? [Number(startDate.slice(8))]
  const inMonth = nth
    ? words.nth(nth.week, weekdayName(nth.weekday, language))
    : list(own.map((day) => (day === LAST_DAY ? words.lastDay : words.day(day))))
  if (unit === 'month') return words.on(inMonth)
  const inYear = months ?? [Number(startDate.slice(5, 7))]
  return words.on(inMonth) + words.months(list(inYear.map((it) => monthName(it, language))))
}

type WireSchedule = Recurring['schedule']

/** In the form of the API, for the rules of the service. */
export const scheduleOf = (wire: WireSchedule): Schedule => ({
  unit: wire.unit,
  every: wire.every,
  startDate: wire.start_date,
  days: wire.days,
  nth: wire.nth,
  weekdays: wire.weekdays,
  months: wire.months,
  leadDays: wire.lead_days,
  onDayOff: wire.on_day_off,
  time: wire.time,
  end: endOf(wire.end),
})

function endOf(end: WireSchedule['end']): Schedule['end'] {
  if (end?.after !== undefined) return { after: end.after }
  return end?.on === undefined ? null : { on: end.on }
}
