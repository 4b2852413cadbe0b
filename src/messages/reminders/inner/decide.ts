import { addDays } from '@billwright/rules/days'
import { type DaysOff, runDate } from '@billwright/rules/schedule'

/* Decides when the next reminder of an invoice follows, from the current data and the sent
   reminders, so that a changed plan applies to existing invoices at once. Pure. */

export interface ReminderLevel {
  /** Days after the due date, −30 to 365; before it if negative. */
  readonly afterDays: number
  /** Of the last level only: repeats after so many days. */
  readonly repeatDays: number | null
}

export interface ReminderRules {
  readonly levels: readonly ReminderLevel[]
  /** Minimum days from one reminder of an invoice to the next. */
  readonly minGapDays: number
  /** Days to wait after a payment. */
  readonly graceDays: number
  /** Invoices due before this day get no reminders. */
  readonly remindFrom: string
}

/** All days are `YYYY-MM-DD` in the time zone of the settings. */
export interface ReminderFacts {
  readonly dueDay: string
  /** In the order of sending; `level` starts at 1. */
  readonly sent: readonly { readonly level: number; readonly day: string }[]
  /** A pause lasts until the end of this day. */
  readonly pausedUntil: string | null
  /** The day on which the last payment was recorded. */
  readonly lastPaymentDay: string | null
}

export interface NextReminder {
  /** From 1. */
  readonly level: number
  /** The number of this sending of the level: 1, and more if the last level repeats. */
  readonly n: number
  /** The day of sending, which may be before today if nothing ran then. */
  readonly day: string
}

const REPEATS_MAX = 12

/** Null: no further reminder. */
export function nextReminder(
  { levels, minGapDays, graceDays, remindFrom }: ReminderRules,
  { dueDay, sent, pausedUntil, lastPaymentDay }: ReminderFacts,
  today: string,
  daysOff: DaysOff,
): NextReminder | null {
  if (dueDay < remindFrom) return null
  const last = sent.at(-1)
  const notBefore = [
    last && addDays(last.day, minGapDays),
    pausedUntil && addDays(pausedUntil, 1),
    lastPaymentDay && addDays(lastPaymentDay, graceDays),
  ].filter((day) => typeof day === 'string')
  const dayOf = (planned: string): string => workingDay(latest([planned, ...notBefore]), daysOff)

  const following = levels.slice(last?.level ?? 0)
  for (const [index, { afterDays }] of following.entries()) {
    const day = dayOf(addDays(dueDay, afterDays))
    // A notice before the due date is pointless after it.
    const isMissed = afterDays < 0 && latest([day, today]) > dueDay
    if (!isMissed) return { level: (last?.level ?? 0) + index + 1, n: 1, day }
  }
  return repeated(levels, sent, dayOf)
}

function repeated(
  levels: readonly ReminderLevel[],
  sent: ReminderFacts['sent'],
  dayOf: (planned: string) => string,
): NextReminder | null {
  const last = sent.at(-1)
  const repeatDays = levels.at(-1)?.repeatDays ?? null
  if (!last || repeatDays === null || last.level !== levels.length) return null
  const times = sent.filter(({ level }) => level === last.level).length
  if (times > REPEATS_MAX) return null
  return { level: last.level, n: times + 1, day: dayOf(addDays(last.day, repeatDays)) }
}

/** The day itself or the next working day. */
export const workingDay = (day: string, daysOff: DaysOff): string =>
  runDate({ leadDays: 0, onDayOff: 'after' }, day, daysOff)

const latest = (days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b))
