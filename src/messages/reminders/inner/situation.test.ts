import { addDays } from '@billwright/rules/days'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Settings } from '../../../company/settings/settings.ts'
import { daysBetween } from '../../../kernel/calendar.ts'
import type { Claim } from '../../../receivables/balances/claims.ts'
import { builtInPlan } from '../plan.ts'
import { workingDay } from './decide.ts'
import type { Reminder, ReminderState } from './reminder.ts'
import { isDue, situationOf } from './situation.ts'

/** `REMINDER_STORIES=10000` tells more of them. */
const STORIES = Number(process.env.REMINDER_STORIES ?? 100)
const DUE = '2026-05-01'
const FIRST = '2026-04-01'
const DAYS = 160
const WEEKENDS = { weekdays: [6, 7], dates: [] }
const SETTINGS = { timeZone: 'UTC', nonWorkingDays: WEEKENDS } as Partial<Settings> as Settings
const [RULE] = builtInPlan(true).rules.levels
const CLAIM: Claim = {
  id: 'inv_1',
  type: 'invoice',
  status: 'sent',
  number: 'INV-1',
  customerId: 'cus_1',
  customerName: 'Fernweh',
  issueDate: FIRST,
  dueDate: DUE,
  currency: 'EUR',
  totals: { totalMinor: 10_000n },
  paidMinor: 0n,
  creditedMinor: 0n,
  lastPaymentAt: null,
}

/** A day of the story, counted from its first. */
const day = fc.integer({ min: 0, max: DAYS - 1 })
const story = fc.record({
  afterDays: fc.uniqueArray(fc.integer({ min: -30, max: 60 }), { minLength: 1, maxLength: 6 }),
  gap: fc.integer({ min: 1, max: 20 }),
  grace: fc.integer({ min: 0, max: 10 }),
  down: fc.array(day, { maxLength: 60 }),
  paidInPart: fc.array(day, { maxLength: 3 }),
  paid: fc.option(day),
  pause: fc.option(fc.tuple(day, fc.integer({ min: 0, max: 20 }))),
  isCredited: fc.boolean(),
})

test(`of ${STORIES} invoices, none gets a reminder within the gap, after the payment or in a pause, and no level is skipped`, () => {
  fc.assert(
    fc.property(story, ({ afterDays, gap, grace, down, paidInPart, paid, pause, isCredited }) => {
      const levels = afterDays
        .toSorted((a, b) => a - b)
        .flatMap((after_days) => (RULE ? [{ ...RULE, after_days }] : []))
      const built = builtInPlan(true)
      const rules = { ...built.rules, levels, min_gap_days: gap, grace_days: grace }
      const plan = { ...built, enabled: true, remindFrom: FIRST, rules }
      let claim = CLAIM
      let state: ReminderState = { ...STATE }
      const reminders: Reminder[] = []
      for (let index = 0; index < DAYS; index++) {
        const today = addDays(FIRST, index)
        const at = `${today}T09:00:00Z`
        if (paidInPart.includes(index))
          claim = { ...claim, paidMinor: claim.paidMinor + 1n, lastPaymentAt: at }
        if (index === paid)
          claim = isCredited
            ? { ...claim, creditedMinor: 10_000n - claim.paidMinor }
            : { ...claim, status: 'paid', paidMinor: 10_000n, lastPaymentAt: at }
        if (index === pause?.[0])
          state = {
            ...state,
            pause: { reason: 'promise', note: null, until: addDays(today, pause[1]), at },
          }
        if (down.includes(index) || workingDay(today, WEEKENDS) !== today) continue
        const situation = situationOf({
          claim,
          customer: null,
          heldMinor: 0n,
          ...{ isBeingPaid: false, collectOn: null },
          plans: [plan],
          state,
          reminders,
          settings: SETTINGS,
          at,
        })
        if (!isDue(situation) || !situation.next) continue
        const { level, n } = situation.next
        const last = reminders.at(-1)
        if (last) expect(daysBetween(last.day, today)).toBeGreaterThanOrEqual(gap)
        expect(paid === null || index < paid, 'not after the payment').toBe(true)
        const until = state.pause?.until
        expect(until == null || today > until, 'not in a pause').toBe(true)
        const lastPaid = claim.lastPaymentAt?.slice(0, 10)
        if (lastPaid) expect(daysBetween(lastPaid, today)).toBeGreaterThanOrEqual(grace)
        const passedOver = levels.slice(last?.level ?? 0, level - 1)
        expect(
          passedOver.every(({ after_days }) => after_days < 0),
          'no level skipped',
        ).toBe(true)
        expect(today >= addDays(DUE, levels[level - 1]?.after_days ?? 0)).toBe(true)
        reminders.push(reminderOf(level, n, today, at))
      }
      const isEnded = paid !== null || down.includes(DAYS - 1)
      const hasTime = levels.length * (gap + 3) + 60 + 40 < DAYS - 30
      if (!isEnded && hasTime && levels.some(({ after_days }) => after_days >= 0))
        expect(reminders.at(-1)?.level).toBe(levels.length)
    }),
    { numRuns: STORIES },
  )
})

const STATE: ReminderState = { invoiceId: 'inv_1', version: 1, plan: null, pause: null }

const reminderOf = (level: number, n: number, on: string, at: string): Reminder => ({
  id: `rem_${level}_${n}`,
  invoiceId: 'inv_1',
  customerId: 'cus_1',
  planId: 'rpl_1',
  level,
  n,
  status: 'sent',
  day: on,
  content: {
    title: 'reminder',
    name: null,
    dueMinor: 10_000n,
    daysLate: 0,
    payBy: null,
    charges: [],
    attach: false,
  },
  messageId: null,
  problem: null,
  createdAt: at,
  updatedAt: at,
})
