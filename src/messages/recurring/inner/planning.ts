import { type Calendar, type Occurrence, occurrences, type Plan } from '@billwright/rules/schedule'
import type { Settings } from '../../../company/settings/settings.ts'
import { canonicalJson } from '../../../core/record/canonical-json.ts'
import type { RecurringInvoice, Run } from './recurring.ts'

/* A stored recurring invoice as a plan of its days. */

export const calendarOf = (settings: Settings): Calendar => ({
  timeZone: settings.timeZone,
  daysOff: settings.nonWorkingDays,
  time: settings.recurringTime,
})

/** Equal if the settings give the same instants. */
export const fingerprintOf = (settings: Settings): string => canonicalJson(calendarOf(settings))

export const planOf = (
  { period, fromDate, made, skips }: RecurringInvoice,
  calendar: Calendar,
  decided: readonly Pick<Run, 'date'>[],
): Plan => ({
  calendar,
  period,
  progress: {
    from: fromDate,
    made,
    skips: new Set(skips),
    decided: new Set(decided.map(({ date }) => date)),
  },
})

/** The first upcoming day that is not skipped. */
export const nextOf = ({ schedule }: RecurringInvoice, plan: Plan): Occurrence | null =>
  occurrences(schedule, plan).find(({ isSkipped }) => !isSkipped) ?? null
