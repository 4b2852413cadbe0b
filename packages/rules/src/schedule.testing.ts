import { existsSync, readFileSync } from 'node:fs'
import type { Calendar, Period, Schedule } from './schedule.ts'

/** The vectors in the folder beside the repository, if they exist. */
const VECTORS = new URL('../../../../shared/recurring/vectors.json', import.meta.url)
export const hasVectors = existsSync(VECTORS)

interface Vector {
  readonly id: string
  readonly kind: 'list' | 'due' | 'invalid'
  readonly title: string
}

export interface WireSchedule {
  readonly unit: Schedule['unit']
  readonly every: number
  readonly start_date: string
  readonly days: Schedule['days']
  readonly nth: Schedule['nth']
  readonly weekdays: Schedule['weekdays']
  readonly months: Schedule['months']
  readonly lead_days: number
  readonly on_day_off: Schedule['onDayOff']
  readonly time: string | null
  readonly end: Schedule['end']
}

interface Timed extends Vector {
  readonly time_zone: string
  readonly schedule: WireSchedule
  readonly days_off?: Calendar['daysOff']
}

interface ListVector extends Timed {
  readonly count: number
  readonly period?: Period
  readonly skip?: readonly string[]
  readonly expect: readonly {
    readonly date: string
    readonly run_date: string
    readonly run_at: string
    readonly period_start?: string
    readonly period_end?: string
  }[]
}

export interface DueVector extends Timed {
  readonly activated_at: string
  readonly now: string
  readonly made?: readonly string[]
  readonly skip?: readonly string[]
  readonly backfill?: boolean
  readonly paused?: boolean
  readonly resumed_at?: string
  readonly expect: {
    readonly make: readonly { readonly date: string; readonly issue_date: string }[]
    readonly waiting: number
    readonly next: { readonly date: string; readonly run_at: string } | null
    readonly attention: string | null
    readonly ended: boolean
  }
}

interface InvalidVector extends Vector {
  readonly schedule: object
  readonly period?: object
  readonly expect: readonly { readonly pointer: string; readonly code: string }[]
}

interface ByKind {
  readonly list: ListVector
  readonly due: DueVector
  readonly invalid: InvalidVector
}

/** None without the vectors; the cases in this repository always run. */
export function vectorsOf<K extends keyof ByKind>(kind: K): readonly ByKind[K][] {
  if (!hasVectors) return []
  const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { vectors: ByKind[K][] }
  return vectors.filter((it) => it.kind === kind)
}

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
  end: wire.end,
})

export const calendarOf = ({ time_zone, days_off }: Timed): Calendar => ({
  timeZone: time_zone,
  daysOff: days_off ?? { weekdays: [], dates: [] },
  time: '06:00',
})
