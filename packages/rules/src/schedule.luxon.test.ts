import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { instantOf, nominalDays, periodOf, type Schedule } from './schedule.ts'

/* A second implementation: walks day by day with luxon and asks each day whether the rule names it. */

const day = fc
  .date({ min: new Date('2023-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((it) => it.toISOString().slice(0, 10))
const some = (max: number) =>
  fc.option(fc.uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 4 }))
const nth = fc.record({
  week: fc.constantFrom(1, 2, 3, 4, -1),
  weekday: fc.integer({ min: 1, max: 7 }),
})

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    unit: fc.constantFrom('day', 'week', 'month', 'year'),
    every: fc.integer({ min: 1, max: 7 }),
    startDate: day,
    days: some(31),
    nth: fc.option(nth, { freq: 3 }),
    weekdays: some(7),
    months: some(12),
  })
  .map(({ unit, days, nth, weekdays, months, ...rest }) => ({
    ...rest,
    unit,
    days: unit === 'month' || unit === 'year' ? (nth ? null : days) : null,
    nth: unit === 'month' || unit === 'year' ? nth : null,
    weekdays: unit === 'week' ? weekdays : null,
    months: unit === 'year' ? months : null,
    leadDays: 0,
    onDayOff: 'keep' as const,
    time: null,
    end: null,
  }))

const utc = (text: string) => DateTime.fromISO(text, { zone: 'utc' })

function isNamed(schedule: Schedule, at: DateTime): boolean {
  const start = utc(schedule.startDate)
  const { unit, every } = schedule
  if (unit === 'day') return at.diff(start, 'days').days % every === 0
  if (unit === 'week') {
    const weeks = at.startOf('week').diff(start.startOf('week'), 'weeks').weeks
    return weeks % every === 0 && (schedule.weekdays ?? [start.weekday]).includes(at.weekday)
  }
  const months = (at.year - start.year) * 12 + at.month - start.month
  if (unit === 'month' && months % every !== 0) return false
  if (unit === 'year' && (at.year - start.year) % every !== 0) return false
  if (unit === 'year' && !(schedule.months ?? [start.month]).includes(at.month)) return false
  const last = at.endOf('month').day
  if (schedule.nth) {
    if (at.weekday !== schedule.nth.weekday) return false
    return schedule.nth.week === -1
      ? at.day + 7 > last
      : Math.ceil(at.day / 7) === schedule.nth.week
  }
  return (schedule.days ?? [start.day]).some((it) => Math.min(it, last) === at.day)
}

test('the same days as a walk with luxon', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const found = [...nominalDays(schedule).take(8)]
      const walked: string[] = []
      const end = found.at(-1) ?? schedule.startDate
      for (let at = utc(schedule.startDate); at.toISODate() !== null; at = at.plus({ days: 1 })) {
        if ((at.toISODate() ?? '') > end) break
        if (isNamed(schedule, at)) walked.push(at.toISODate() ?? '')
      }
      expect(found).toEqual(walked)
    }),
    { numRuns: 150 },
  )
})

test('periods in advance follow each other without a gap', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const days = [...nominalDays(schedule).take(6)]
      for (const [index, day] of days.entries()) {
        const period = periodOf(schedule, { basis: 'anchor', offset: 0 }, day)
        expect(period?.start).toBe(day)
        const next = days[index + 1]
        if (next !== undefined && period)
          expect(utc(period.end).plus({ days: 1 }).toISODate()).toBe(next)
      }
    }),
  )
})

test('local times equal the instants of luxon, unless the clock jumps', () => {
  const zones = [
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
  ]
  const minutes = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(day, minutes, fc.constantFrom(...zones), (day, minute, zone) => {
      const time = `${String(Math.trunc(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const local = DateTime.fromISO(`${day}T${time}`, { zone })
      fc.pre(local.getPossibleOffsets().length === 1 && local.toFormat('HH:mm') === time)
      expect(instantOf(day, time, zone)).toBe(local.toUTC().toISO())
    }),
    { numRuns: 500 },
  )
})
