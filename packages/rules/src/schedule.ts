import {
  addDays,
  DAY_MS,
  FIRST_DAY,
  firstOfMonth,
  LAST_DAY,
  modulo,
  monthOf,
  quotient,
  toDay,
  toNumber,
  weekdayOf,
} from './days.ts'
/* The days of a recurring invoice. A nominal day identifies an occurrence. Each is computed from
   the start, never from the previous one, so nothing drifts. */

export const UNITS = ['day', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]
export const ON_DAY_OFF = ['keep', 'before', 'after'] as const
export type OnDayOff = (typeof ON_DAY_OFF)[number]
export const PERIOD_BASES = ['none', 'anchor', 'calendar'] as const
export type PeriodBasis = (typeof PERIOD_BASES)[number]

export interface Schedule {
  readonly unit: Unit
  readonly every: number
  /** `YYYY-MM-DD`, as all days here. */
  readonly startDate: string
  /** Days of the month, 1 to 31; in a shorter month the last day counts. */
  readonly days: readonly number[] | null
  /** The first to fourth such weekday of the month, or with -1 the last. */
  readonly nth: { readonly week: number; readonly weekday: number } | null
  /** 1 Monday to 7 Sunday. */
  readonly weekdays: readonly number[] | null
  readonly months: readonly number[] | null
  readonly leadDays: number
  readonly onDayOff: OnDayOff
  /** `HH:MM`; null: the time of the settings. */
  readonly time: string | null
  readonly end: End | null
}

/** Ends after so many created invoices, or with a nominal day, inclusive. */
export type End = { readonly after: number } | { readonly on: string }

export interface Period {
  readonly basis: PeriodBasis
  /** How many periods later; -1 is the previous one. */
  readonly offset: number
}

export interface DaysOff {
  readonly weekdays: readonly number[]
  readonly dates: readonly string[]
}

/** The settings for runs. */
export interface Calendar {
  readonly timeZone: string
  readonly daysOff: DaysOff
  /** `HH:MM` for schedules without a time. */
  readonly time: string
}

export interface Range {
  readonly start: string
  readonly end: string
}

/** All nominal days of the rule from a day on, also before the start and after the end. */
function* ruleDays(schedule: Schedule, from: string): Generator<string> {
  const { first, daysOf } = cyclesOf(schedule, from)
  for (let index = first; ; index++) {
    for (const number of daysOf(index)) {
      const day = toDay(number)
      if (day >= LAST_DAY) return
      if (day >= from) yield day
    }
  }
}

interface Cycles {
  /** The cycle of a day, counted from that of the start. */
  readonly first: number
  /** Its nominal days in order, as numbers. */
  daysOf(index: number): readonly number[]
}

function cyclesOf(schedule: Schedule, from: string): Cycles {
  const { unit, every, startDate } = schedule
  const start = toNumber(startDate)
  switch (unit) {
    case 'day':
      return {
        first: quotient(toNumber(from) - start, every),
        daysOf: (index) => [start + index * every],
      }
    case 'week': {
      const monday = start - (weekdayOf(startDate) - 1)
      const weekdays = sorted(schedule.weekdays ?? [weekdayOf(startDate)])
      return {
        first: quotient(toNumber(from) - monday, 7 * every),
        daysOf: (index) => weekdays.map((it) => monday + 7 * every * index + it - 1),
      }
    }
    case 'month':
      return {
        first: quotient(monthOf(from) - monthOf(startDate), every),
        daysOf: (index) => daysOfMonth(schedule, monthOf(startDate) + every * index),
      }
    case 'year': {
      const january = monthOf(`${startDate.slice(0, 4)}-01-01`)
      const months = sorted(schedule.months ?? [Number(startDate.slice(5, 7))])
      return {
        first: quotient(monthOf(from) - january, 12 * every),
        daysOf: (index) =>
          months.flatMap((it) => daysOfMonth(schedule, january + 12 * every * index + it - 1)),
      }
    }
  }
}

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)

function daysOfMonth({ nth, days, startDate }: Schedule, month: number): readonly number[] {
  const first = firstOfMonth(month)
  const length = firstOfMonth(month + 1) - first
  if (nth) {
    const offset = modulo(nth.weekday - 1 - modulo(first + 3, 7), 7)
    if (nth.week > 0) return [first + offset + 7 * (nth.week - 1)]
    return [first + offset + 7 * (offset + 28 < length ? 4 : 3)]
  }
  const wanted = days ?? [Number(startDate.slice(8))]
  // Two days that fall on the last day of a month are one.
  const present = new Set(sorted(wanted).map((day) => Math.min(day, length)))
  return [...present].map((day) => first + day - 1)
}

/** The nominal days from a day on, within the start and end of the schedule. */
export function* nominalDays(schedule: Schedule, from?: string): Generator<string> {
  const { startDate, end } = schedule
  const last = end && 'on' in end ? end.on : LAST_DAY
  for (const day of ruleDays(schedule, from !== undefined && from > startDate ? from : startDate)) {
    if (day > last) return
    yield day
  }
}

export const isNominalDay = (schedule: Schedule, day: string): boolean =>
  nominalDays(schedule, day).next().value === day

/** The first nominal day from a day on; null: none. */
export const nextNominalDay = (schedule: Schedule, from?: string): string | null =>
  nominalDays(schedule, from).next().value ?? null

/** The local day on which the service creates an occurrence. */
export function runDate(
  { leadDays, onDayOff }: Pick<Schedule, 'leadDays' | 'onDayOff'>,
  day: string,
  daysOff: DaysOff,
): string {
  const isOff = (it: string) =>
    daysOff.weekdays.includes(weekdayOf(it)) || daysOff.dates.includes(it)
  let run = addDays(day, -leadDays)
  if (onDayOff === 'keep') return run
  const step = onDayOff === 'before' ? -1 : 1
  while (isOff(run) && run > FIRST_DAY && run < LAST_DAY) run = addDays(run, step)
  return run
}

/** The instant at which the service creates an occurrence, as RFC 3339 in UTC with milliseconds. */
export const runInstant = (schedule: Schedule, day: string, calendar: Calendar): string =>
  instantOf(
    runDate(schedule, day, calendar.daysOff),
    schedule.time ?? calendar.time,
    calendar.timeZone,
  )

/**
 * A local time as an instant. If the clock skips it, the offset before the jump counts; if it
 * occurs twice, the first one (RFC 5545, `compatible` in Temporal).
 */
export function instantOf(day: string, time: string, timeZone: string): string {
  const local = Date.parse(`${day}T${time}:00Z`)
  const before = offsetAt(local - DAY_MS, timeZone)
  const after = offsetAt(local + DAY_MS, timeZone)
  const isReal = (offset: number) => offsetAt(local - offset, timeZone) === offset
  const offset = !isReal(before) && isReal(after) ? after : before
  return new Date(local - offset).toISOString()
}

/**
 * The instant of a notice before an occurrence: so many local days before its run, at the same
 * time.
 */
const noticeInstant = (
  schedule: Schedule,
  { runDate }: Pick<Occurrence, 'runDate'>,
  days: number,
  { time, timeZone }: Calendar,
): string => instantOf(addDays(runDate, -days), schedule.time ?? time, timeZone)

/** The first notice after an instant, among those so many days before each run. */
export function nextNotice(
  schedule: Schedule,
  plan: Plan,
  { days, after }: { readonly days: readonly number[]; readonly after: string },
): string | null {
  const firsts = days.flatMap((it) => firstNotice(schedule, plan, { days: it, after }) ?? [])
  return firsts.toSorted()[0] ?? null
}

function firstNotice(
  schedule: Schedule,
  plan: Plan,
  { days, after }: { readonly days: number; readonly after: string },
): string | undefined {
  for (const occurrence of occurrences(schedule, plan)) {
    if (occurrence.isSkipped) continue
    const at = noticeInstant(schedule, occurrence, days, plan.calendar)
    if (at > after) return at
  }
  return undefined
}

export interface Notice {
  readonly occurrence: Occurrence
  readonly days: number
}

/** The notices after one instant and until another, for future runs. */
export function dueNotices(
  schedule: Schedule,
  plan: Plan,
  range: { readonly days: readonly number[]; readonly after: string; readonly now: string },
): readonly Notice[] {
  const due: Notice[] = []
  for (const days of range.days)
    for (const occurrence of occurrences(schedule, plan)) {
      const at = noticeInstant(schedule, occurrence, days, plan.calendar)
      if (at > range.now) break
      const isToCome = !occurrence.isSkipped && occurrence.runAt > range.now
      if (at > range.after && isToCome) due.push({ occurrence, days })
    }
  return due
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>()

/** The offset of local clocks from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((it) => it.type === type)?.value.padStart(type === 'year' ? 4 : 2, '0')
  const day = `${part('year')}-${part('month')}-${part('day')}`
  return Date.parse(`${day}T${part('hour')}:${part('minute')}:${part('second')}Z`) - instant
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  CLOCKS.set(timeZone, clock)
  return clock
}

/** The period that an occurrence bills; null: none. */
export function periodOf(schedule: Schedule, { basis, offset }: Period, day: string): Range | null {
  if (basis === 'none') return null
  return basis === 'anchor' ? anchored(schedule, offset, day) : onCalendar(schedule, offset, day)
}

/**
 * From one nominal day to the day before the next one, ignoring the start and end of the schedule.
 */
function anchored(schedule: Schedule, offset: number, day: string): Range {
  const start = neighbor(schedule, day, offset)
  return { start, end: addDays(neighbor(schedule, day, offset + 1), -1) }
}

/** The nominal day so many positions after another. */
function neighbor(schedule: Schedule, day: string, places: number): string {
  if (places >= 0) {
    const days = ruleDays(schedule, day)
    for (let left = places; left > 0; left--) days.next()
    return days.next().value ?? LAST_DAY
  }
  // No cycle is empty, so the one before a day's cycle has a day before it.
  const { first, daysOf } = cyclesOf(schedule, day)
  const earlier = [...daysOf(first - 1), ...daysOf(first)].map(toDay).filter((it) => it < day)
  return earlier.at(places) ?? FIRST_DAY
}

/** The day, week, block of months or year of the nominal day, or a neighboring one. */
function onCalendar({ unit, every }: Schedule, offset: number, day: string): Range {
  if (unit === 'day') return { start: addDays(day, offset), end: addDays(day, offset) }
  if (unit === 'week') {
    const monday = addDays(day, 1 - weekdayOf(day) + 7 * offset)
    return { start: monday, end: addDays(monday, 6) }
  }
  const months = unit === 'year' ? 12 : every
  const month = (quotient(monthOf(day), months) + offset) * months
  return { start: toDay(firstOfMonth(month)), end: toDay(firstOfMonth(month + months) - 1) }
}

/** The blocks of months of a year. */
const BLOCKS = [1, 2, 3, 4, 6, 12]

/** Whether periods of the calendar fit the schedule. */
export const hasCalendarPeriods = ({ unit, every }: Pick<Schedule, 'unit' | 'every'>): boolean =>
  unit === 'day' || (unit === 'month' ? BLOCKS.includes(every) : every === 1)

/** One upcoming occurrence. */
export interface Occurrence {
  /** The nominal day, which identifies it. */
  readonly date: string
  readonly runDate: string
  readonly runAt: string
  readonly period: Range | null
  /** Its position in the schedule; null for a skipped day. */
  readonly n: number | null
  readonly isSkipped: boolean
}

export interface Progress {
  /** Nominal days before it are settled: created, skipped or passed over. */
  readonly from: string
  /** Number of created invoices. */
  readonly made: number
  readonly skips: ReadonlySet<string>
  /** Nominal days from `from` on that were made ahead of their time. */
  readonly decided: ReadonlySet<string>
}

/** The next occurrences in order, skipped ones included. */
export function* occurrences(
  schedule: Schedule,
  { calendar, period, progress }: Plan,
): Generator<Occurrence> {
  const { end } = schedule
  const limit = end && 'after' in end ? end.after : Infinity
  let n = progress.made
  for (const date of nominalDays(schedule, progress.from)) {
    if (n >= limit) return
    if (progress.decided.has(date)) continue
    const isSkipped = progress.skips.has(date)
    if (!isSkipped) n += 1
    yield {
      date,
      runDate: runDate(schedule, date, calendar.daysOff),
      runAt: runInstant(schedule, date, calendar),
      period: periodOf(schedule, period, date),
      n: isSkipped ? null : n,
      isSkipped,
    }
  }
}

export interface Plan {
  readonly calendar: Calendar
  readonly period: Period
  readonly progress: Progress
}

/** More than these due at once wait for a person: a wrong clock or a restored backup floods nobody. */
export const CATCH_UP_MAX = 3
/** A person may ask for so many at once. */
export const BACKFILL_MAX = 36
const WAITING_MAX = 1000

export interface Due {
  /** What is due and not made, oldest first; at most a thousand. */
  readonly waiting: readonly Occurrence[]
  /** Whether a person has to decide first. */
  readonly isTooMany: boolean
  /** The first occurrence that is not due yet; null if none is left. */
  readonly next: Occurrence | null
}

/** What is due at an instant. A person asked for the days until `askedUntil`, however many they are. */
export function dueAt(
  schedule: Schedule,
  plan: Plan,
  { now, askedUntil }: { readonly now: string; readonly askedUntil: string | null },
): Due {
  const waiting: Occurrence[] = []
  let next: Occurrence | null = null
  for (const occurrence of occurrences(schedule, plan)) {
    if (occurrence.isSkipped) continue
    if (occurrence.runAt > now || waiting.length === WAITING_MAX) {
      next = occurrence
      break
    }
    waiting.push(occurrence)
  }
  const late = waiting.filter(({ date }) => askedUntil === null || date > askedUntil)
  return { waiting, isTooMany: late.length > CATCH_UP_MAX, next }
}
