import { describe, expect, test } from 'vitest'
import {
  calendarOf,
  type DueVector,
  hasVectors,
  scheduleOf,
  vectorsOf,
} from './schedule.testing.ts'
import {
  type Calendar,
  dueAt,
  instantOf,
  nominalDays,
  occurrences,
  type Period,
  periodOf,
  runDate,
  runInstant,
  type Schedule,
} from './schedule.ts'

const BERLIN: Calendar = {
  timeZone: 'Europe/Berlin',
  daysOff: { weekdays: [], dates: [] },
  time: '06:00',
}
const WEEKENDS = { weekdays: [6, 7], dates: [] }

const from = (startDate: string, rest: Partial<Schedule> = {}): Schedule => ({
  unit: 'month',
  every: 1,
  startDate,
  days: null,
  nth: null,
  weekdays: null,
  months: null,
  leadDays: 0,
  onDayOff: 'keep',
  time: null,
  end: null,
  ...rest,
})

const daysOf = (schedule: Schedule, count: number) => [...nominalDays(schedule).take(count)]

describe('nominal days', () => {
  const year = { unit: 'year' } as const
  const week = { unit: 'week' } as const
  test.each<readonly [string, Schedule, readonly string[]]>([
    ['the 31st', from('2026-01-31'), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['the 31st in a leap year', from('2028-01-31'), ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['the 30th', from('2026-01-30'), ['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30']],
    ['the 28th', from('2026-02-28'), ['2026-02-28', '2026-03-28', '2026-04-28']],
    [
      'the last day from Feb 28',
      from('2026-02-28', { days: [31] }),
      ['2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'quarters from Nov 30',
      from('2027-11-30', { every: 3 }),
      ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30', '2029-02-28'],
    ],
    [
      'years from Feb 29',
      from('2024-02-29', year),
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      'centuries are no leap years',
      from('2096-02-29', { ...year, every: 4 }),
      ['2096-02-29', '2100-02-28'],
    ],
    ['the 1st from Jan 31', from('2026-01-31', { days: [1] }), ['2026-02-01', '2026-03-01']],
    [
      'the 1st every third month from Jan 31: the cycle of January is over',
      from('2026-01-31', { days: [1], every: 3 }),
      ['2026-04-01', '2026-07-01'],
    ],
    [
      'the 30th and 31st are one in February',
      from('2026-01-01', { days: [30, 31] }),
      ['2026-01-30', '2026-01-31', '2026-02-28', '2026-03-30', '2026-03-31', '2026-04-30'],
    ],
    [
      'the 1st and 16th from Jan 10',
      from('2026-01-10', { days: [16, 1] }),
      ['2026-01-16', '2026-02-01', '2026-02-16'],
    ],
    [
      'every other week, Monday and Thursday from a Wednesday',
      from('2026-01-07', { ...week, every: 2, weekdays: [1, 4] }),
      ['2026-01-08', '2026-01-19', '2026-01-22', '2026-02-02'],
    ],
    [
      'the last Friday',
      from('2026-01-01', { nth: { week: -1, weekday: 5 } }),
      ['2026-01-30', '2026-02-27', '2026-03-27', '2026-04-24'],
    ],
    [
      'the second Tuesday',
      from('2026-01-01', { nth: { week: 2, weekday: 2 } }),
      ['2026-01-13', '2026-02-10', '2026-03-10'],
    ],
    [
      'every third day over a leap day',
      from('2028-02-27', { unit: 'day', every: 3 }),
      ['2028-02-27', '2028-03-01', '2028-03-04'],
    ],
    [
      'an end that is a nominal day counts',
      from('2026-01-31', { end: { on: '2026-04-30' } }),
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'an end before it does not',
      from('2026-01-31', { end: { on: '2026-04-29' } }),
      ['2026-01-31', '2026-02-28', '2026-03-31'],
    ],
  ])('%s', (_title, schedule, expected) => {
    const isEnding = schedule.end !== null
    expect(daysOf(schedule, isEnding ? 100 : expected.length)).toEqual(expected)
  })

  test('from a day on are the same as the tail of all', () => {
    const all = daysOf(from('2026-01-31', { every: 5 }), 40)
    for (const day of all)
      expect(nominalDays(from('2026-01-31', { every: 5 }), day).next().value).toBe(day)
  })

  test('stop with the last day that has four digits in its year', () => {
    expect(daysOf(from('9998-06-30', { unit: 'year' }), 10)).toEqual(['9998-06-30', '9999-06-30'])
  })

  test('a skip does not count as an invoice', () => {
    const schedule = from('2026-01-31', { end: { after: 3 } })
    const progress = {
      from: '2026-01-31',
      made: 0,
      skips: new Set(['2026-02-28']),
      decided: new Set<string>(),
    }
    const plan = { calendar: BERLIN, period: { basis: 'none', offset: 0 } as const, progress }
    const made = [...occurrences(schedule, plan)].filter(({ isSkipped }) => !isSkipped)
    expect(made.map(({ date, n }) => [date, n])).toEqual([
      ['2026-01-31', 1],
      ['2026-03-31', 2],
      ['2026-04-30', 3],
    ])
  })
})

describe('the run', () => {
  test.each([
    ['before', '2026-01-30'],
    ['after', '2026-02-02'],
    ['keep', '2026-02-01'],
  ] as const)('moves %s a weekend', (onDayOff, expected) => {
    const schedule = from('2026-02-01', { onDayOff })
    expect(runDate(schedule, '2026-02-01', WEEKENDS)).toBe(expected)
  })

  test('comes ahead of the day, and then avoids days off', () => {
    const schedule = from('2026-03-01', { leadDays: 14, onDayOff: 'before' })
    const daysOff = { weekdays: [6, 7], dates: ['2026-02-13'] }
    expect(runDate(schedule, '2026-03-01', daysOff)).toBe('2026-02-12')
  })

  test.each([
    ['in winter', '2026-01-31', '06:00', 'Europe/Berlin', '2026-01-31T05:00:00.000Z'],
    ['in summer', '2026-07-31', '06:00', 'Europe/Berlin', '2026-07-31T04:00:00.000Z'],
    ['that the clock skips', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['that comes twice', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['in New York', '2026-11-05', '06:00', 'America/New_York', '2026-11-05T11:00:00.000Z'],
    ['far east', '2026-01-01', '00:30', 'Pacific/Kiritimati', '2025-12-31T10:30:00.000Z'],
    [
      'on a day that Samoa skips',
      '2011-12-30',
      '06:00',
      'Pacific/Apia',
      '2011-12-30T16:00:00.000Z',
    ],
    [
      'midnight that Cairo skips',
      '2024-04-26',
      '00:00',
      'Africa/Cairo',
      '2024-04-25T22:00:00.000Z',
    ],
  ])('is at a local time %s', (_title, day, time, timeZone, expected) => {
    expect(instantOf(day, time, timeZone)).toBe(expected)
  })

  test('has the time of the schedule, else that of the settings', () => {
    const at = (time: string | null) =>
      runInstant(from('2026-01-31', { time }), '2026-01-31', BERLIN)
    expect([at(null), at('09:15')]).toEqual([
      '2026-01-31T05:00:00.000Z',
      '2026-01-31T08:15:00.000Z',
    ])
  })
})

describe('the period', () => {
  const anchor = (offset: number): Period => ({ basis: 'anchor', offset })
  const calendar = (offset: number): Period => ({ basis: 'calendar', offset })
  test.each<readonly [string, Schedule, Period, string, string]>([
    ['in advance', from('2026-01-31'), anchor(0), '2026-01-31', '2026-01-31 2026-02-27'],
    ['in advance, next', from('2026-01-31'), anchor(0), '2026-02-28', '2026-02-28 2026-03-30'],
    [
      'in arrears, the first',
      from('2026-01-31'),
      anchor(-1),
      '2026-01-31',
      '2025-12-31 2026-01-30',
    ],
    ['in arrears', from('2026-01-31'), anchor(-1), '2026-02-28', '2026-01-31 2026-02-27'],
    ['one ahead', from('2026-01-31'), anchor(1), '2026-01-31', '2026-02-28 2026-03-30'],
    ['the month before', from('2026-01-05'), calendar(-1), '2026-03-05', '2026-02-01 2026-02-28'],
    [
      'the quarter',
      from('2026-02-15', { every: 3 }),
      calendar(0),
      '2026-02-15',
      '2026-01-01 2026-03-31',
    ],
    [
      'the week',
      from('2026-01-07', { unit: 'week' }),
      calendar(-1),
      '2026-01-07',
      '2025-12-29 2026-01-04',
    ],
    [
      'the day',
      from('2026-01-07', { unit: 'day' }),
      calendar(0),
      '2026-01-07',
      '2026-01-07 2026-01-07',
    ],
    [
      'a year from Feb 29',
      from('2024-02-29', { unit: 'year' }),
      anchor(0),
      '2027-02-28',
      '2027-02-28 2028-02-28',
    ],
  ])('%s', (_title, schedule, period, day, expected) => {
    const range = periodOf(schedule, period, day)
    expect(`${range?.start} ${range?.end}`).toBe(expected)
  })
})

/* The corpus beside the repository, computed twice by other means. */

const toSecond = (instant: string) => instant.replace('.000Z', 'Z')
const progressOf = (first: string, made: readonly string[], skips: readonly string[]) => ({
  from: first,
  made: made.length,
  skips: new Set(skips),
  decided: new Set(made),
})

test.skipIf(!hasVectors)('the corpus beside the repository is complete', () => {
  expect(vectorsOf('list').length + vectorsOf('due').length).toBeGreaterThan(150)
})

describe.skipIf(!hasVectors)('list', () => {
  test.each(
    vectorsOf('list').map((it) => [it.id, it.title, it] as const),
  )('%s %s', (_id, _title, vector) => {
    const plan = {
      calendar: calendarOf(vector),
      period: vector.period ?? { basis: 'none' as const, offset: 0 },
      progress: progressOf(vector.schedule.start_date, [], vector.skip ?? []),
    }
    const made = occurrences(scheduleOf(vector.schedule), plan)
      .filter(({ isSkipped }) => !isSkipped)
      .take(vector.count)
      .map(({ date, runDate, runAt, period }) => ({
        date,
        run_date: runDate,
        run_at: toSecond(runAt),
        ...(period ? { period_start: period.start, period_end: period.end } : {}),
      }))
    expect([...made]).toEqual(vector.expect)
  })
})

/** The first day that is neither passed over nor decided by a person. */
function firstDayOf(vector: DueVector): string {
  if (vector.backfill) return vector.schedule.start_date
  const instant = vector.resumed_at ?? vector.activated_at
  return new Intl.DateTimeFormat('en-CA', { timeZone: vector.time_zone }).format(new Date(instant))
}

describe.skipIf(!hasVectors)('due', () => {
  test.each(
    vectorsOf('due').map((it) => [it.id, it.title, it] as const),
  )('%s %s', (_id, _title, vector) => {
    const { made = [], skip = [], expect: expected } = vector
    const plan = {
      calendar: calendarOf(vector),
      period: { basis: 'none' as const, offset: 0 },
      progress: progressOf(firstDayOf(vector), made, skip),
    }
    const now = new Date(vector.now).toISOString()
    const askedUntil = vector.backfill ? '9999-12-31' : null
    const due = dueAt(scheduleOf(vector.schedule), plan, { now, askedUntil })
    const isHeld = vector.paused === true || due.isTooMany
    const made_ = isHeld ? [] : due.waiting.map(({ date }) => date)
    expect({
      make: made_,
      waiting: isHeld ? due.waiting.length : 0,
      next:
        isHeld || due.next === null
          ? null
          : { date: due.next.date, run_at: toSecond(due.next.runAt) },
      ended: due.next === null && !isHeld,
    }).toEqual({
      make: expected.make.map(({ date }) => date),
      waiting: expected.waiting,
      next: expected.next,
      ended: expected.ended,
    })
    expect(due.isTooMany).toBe(expected.attention === 'too_many_due')
  })
})
