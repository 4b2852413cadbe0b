import { calendarOf, scheduleOf, vectorsOf } from './schedule.testing.ts'
import { instantOf, occurrences, type Schedule } from './schedule.ts'

const SCHEDULE: Schedule = {
  unit: 'month',
  every: 1,
  startDate: '2026-01-31',
  days: [1, 31],
  nth: null,
  weekdays: null,
  months: null,
  leadDays: 3,
  onDayOff: 'before',
  time: '02:30',
  end: null,
}
const CALENDAR = {
  timeZone: 'Europe/Berlin',
  daysOff: { weekdays: [6, 7], dates: ['2026-12-25'] },
  time: '06:00',
}
const PROGRESS = {
  from: '2026-01-31',
  made: 0,
  skips: new Set<string>(),
  decided: new Set<string>(),
}

/**
 * Results that must not depend on the time zone of the process: our own cases, and the vectors if
 * they exist.
 */
export const figures = () => ({
  jumps: ['2026-03-29', '2026-10-25'].map((day) => instantOf(day, '02:30', 'Europe/Berlin')),
  own: [
    ...occurrences(SCHEDULE, {
      calendar: CALENDAR,
      period: { basis: 'calendar', offset: -1 },
      progress: PROGRESS,
    }).take(24),
  ],
  corpus: vectorsOf('list').map((vector) => [
    ...occurrences(scheduleOf(vector.schedule), {
      calendar: calendarOf(vector),
      period: vector.period ?? { basis: 'none', offset: 0 },
      progress: { ...PROGRESS, from: vector.schedule.start_date },
    }).take(vector.count),
  ]),
})
