import {
  type Calendar,
  dueAt,
  occurrences,
  type Plan,
  type Schedule,
} from '@billwright/rules/schedule'
import { todayIn } from '../words/format.ts'
import { DAYS_SHOWN, type Recurring } from './queries.ts'

/* The days to come, by the code of the service. */

interface CalendarSettings {
  readonly timeZone: string
  readonly recurringTime: string
  readonly nonWorkingDays: Calendar['daysOff']
}

/** What exists of the schedule so far. */
export interface Progress {
  readonly made: number
  readonly skips: readonly string[]
  /** Days whose invoice may exist ahead of its day. */
  readonly decided: readonly string[]
}

export const NOTHING_MADE: Progress = { made: 0, skips: [], decided: [] }

function planOf(schedule: Schedule, settings: CalendarSettings, progress: Progress): Plan {
  const today = todayIn(settings.timeZone)
  return {
    calendar: {
      timeZone: settings.timeZone,
      time: settings.recurringTime,
      daysOff: settings.nonWorkingDays,
    },
    period: { basis: 'none', offset: 0 },
    progress: {
      from: schedule.startDate > today ? schedule.startDate : today,
      made: progress.made,
      skips: new Set(progress.skips),
      decided: new Set(progress.decided),
    },
  }
}

export const comingDays = (
  schedule: Schedule,
  settings: CalendarSettings,
  progress: Progress,
): readonly string[] => [
  ...occurrences(schedule, planOf(schedule, settings, progress))
    .take(DAYS_SHOWN)
    .map((it) => it.date),
]

export interface AtOnce {
  readonly action: Recurring['action']
  readonly days: readonly string[]
  /** True if there are too many days: the service then waits for confirmation. */
  readonly isHeld: boolean
}

/** The invoices that the service creates right after an active schedule is saved. */
export function atOnceAfterSaving(
  { action, schedule }: { readonly action: Recurring['action']; readonly schedule: Schedule },
  settings: CalendarSettings & { readonly automationPaused: boolean },
  progress: Progress,
): AtOnce {
  if (settings.automationPaused) return { action, days: [], isHeld: false }
  const plan = planOf(schedule, settings, progress)
  const now = new Date().toISOString()
  const { waiting, isTooMany } = dueAt(schedule, plan, { now, askedUntil: null })
  return { action, days: waiting.map(({ date }) => date), isHeld: isTooMany }
}
