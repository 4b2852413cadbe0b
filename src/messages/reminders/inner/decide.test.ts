import { addDays } from '@billwright/rules/days'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '../../../kernel/calendar.ts'
import {
  nextReminder,
  type ReminderFacts,
  type ReminderLevel,
  type ReminderRules,
  workingDay,
} from './decide.ts'

const WEEKENDS = { weekdays: [6, 7], dates: [] }
const EVERY_DAY = { weekdays: [], dates: [] }
const level = (afterDays: number, repeatDays: number | null = null): ReminderLevel => ({
  afterDays,
  repeatDays,
})
const RULES: ReminderRules = {
  levels: [level(7), level(21), level(35)],
  minGapDays: 7,
  graceDays: 0,
  remindFrom: '2026-01-01',
}
const NOTHING_YET: ReminderFacts = {
  dueDay: '2026-05-01',
  sent: [],
  pausedUntil: null,
  lastPaymentDay: null,
}

/** What happens to an invoice, day by day; days on which the service does not run are left out. */
interface Story {
  readonly rules?: Partial<ReminderRules>
  readonly facts?: Partial<ReminderFacts>
  readonly isDown?: (day: string) => boolean
  /** Changes the facts from a day on. */
  readonly from?: Readonly<Record<string, Partial<ReminderFacts>>>
}

/** The days on which the reminders of a story are sent, one look each day for a year. */
function sentDays({ rules, facts, isDown, from = {} }: Story): readonly string[] {
  let state: ReminderFacts = { ...NOTHING_YET, ...facts }
  for (let index = -40; index < 365; index++) {
    const today = addDays('2026-05-01', index)
    state = { ...state, ...from[today] }
    if (isDown?.(today) || workingDay(today, WEEKENDS) !== today) continue
    const next = nextReminder({ ...RULES, ...rules }, state, today, WEEKENDS)
    if (next && next.day <= today)
      state = { ...state, sent: [...state.sent, { level: next.level, day: today }] }
  }
  return state.sent.map(({ level: it, day }) => `${it} ${day}`)
}

describe('reminders', () => {
  test.each<readonly [string, Story, readonly string[]]>([
    ['go by the due date', {}, ['1 2026-05-08', '2 2026-05-22', '3 2026-06-05']],
    [
      'go on the next working day',
      { facts: { dueDay: '2026-05-02' } },
      ['1 2026-05-11', '2 2026-05-25', '3 2026-06-08'],
    ],
    [
      'are late after an outage, but never closer',
      { isDown: (day) => day >= '2026-05-06' && day < '2026-05-26' },
      ['1 2026-05-26', '2 2026-06-02', '3 2026-06-09'],
    ],
    [
      'wait after a payment',
      { rules: { graceDays: 5 }, from: { '2026-05-20': { lastPaymentDay: '2026-05-20' } } },
      ['1 2026-05-08', '2 2026-05-25', '3 2026-06-05'],
    ],
    [
      'wait for a promise',
      { from: { '2026-05-09': { pausedUntil: '2026-05-31' } } },
      ['1 2026-05-08', '2 2026-06-01', '3 2026-06-08'],
    ],
    [
      'start before the due date',
      { rules: { levels: [level(-3), level(7)] } },
      ['1 2026-04-28', '2 2026-05-08'],
    ],
    [
      'pass over a notice that comes too late',
      { rules: { levels: [level(-3), level(7)] }, isDown: (day) => day < '2026-05-04' },
      ['2 2026-05-08'],
    ],
    ['leave what was due before', { rules: { remindFrom: '2026-05-02' } }, []],
    [
      'repeat the last level',
      { rules: { levels: [level(7), level(21, 14)] }, isDown: (day) => day > '2026-06-20' },
      ['1 2026-05-08', '2 2026-05-22', '2 2026-06-05', '2 2026-06-19'],
    ],
  ])('%s', (_name, story, days) => {
    expect(sentDays(story)).toEqual(days)
  })

  test('repeat twelve times at most', () => {
    expect(sentDays({ rules: { levels: [level(0, 7)] } })).toHaveLength(13)
  })

  test('have the number of the next sending of a level', () => {
    const sent = [{ level: 1, day: '2026-05-08' }]
    const rules = { ...RULES, levels: [level(7, 14)] }
    expect(nextReminder(rules, { ...NOTHING_YET, sent }, '2026-05-09', EVERY_DAY)).toEqual({
      level: 1,
      n: 2,
      day: '2026-05-22',
    })
  })

  test('keep the gap and skip no level, whatever the plan, pauses and outages', () => {
    const plan = fc
      .uniqueArray(fc.integer({ min: -30, max: 90 }), { minLength: 1, maxLength: 6 })
      .map((days) => [...days].sort((a, b) => a - b).map((it) => level(it)))
    const down = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 80 })
    fc.assert(
      fc.property(plan, fc.integer({ min: 1, max: 20 }), down, (levels, minGapDays, off) => {
        const days = sentDays({
          rules: { levels, minGapDays },
          isDown: (day) => off.includes(daysBetween('2026-04-01', day)),
        }).map((text) => text.split(' '))
        days.forEach(([number, day], index) => {
          const [before, dayBefore] = days[index - 1] ?? []
          if (before === undefined || dayBefore === undefined || day === undefined) return
          expect(daysBetween(dayBefore, day)).toBeGreaterThanOrEqual(minGapDays)
          const passedOver = levels.slice(Number(before), Number(number) - 1)
          expect(passedOver.every(({ afterDays }) => afterDays < 0)).toBe(true)
        })
        const reachesEnd = levels.some(({ afterDays }) => afterDays >= 0)
        if (reachesEnd) expect(days.at(-1)?.[0]).toBe(String(levels.length))
      }),
      { numRuns: 200 },
    )
  })
})
