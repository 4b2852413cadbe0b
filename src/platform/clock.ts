import { setTimeout } from 'node:timers/promises'

/** The only source of the time, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 in UTC, with milliseconds: sortable as text. */
export const instant = (clock: Clock): string => new Date(clock.now()).toISOString()

/** The instant `seconds` from now, in the form of `instant`. */
export const instantAfter = (clock: Clock, seconds: number): string =>
  new Date(clock.now() + seconds * 1000).toISOString()

const MINUTE_MS = 60_000
const DAY_FORMATS = new Map<string, Intl.DateTimeFormat>()
/** The last minute and its date, by time zone; every day begins on a full minute. */
const LAST_DAYS = new Map<string, { readonly minuteMs: number; readonly day: string }>()

/** The instant `seconds` after another one; both in the form of `instant`. */
export const secondsAfter = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString()

/** The calendar day of an instant in the latest time zone, UTC+14. */
export const latestDayOf = (at: string): string => secondsAfter(at, 14 * 60 * 60).slice(0, 10)

/**
 * A request that waited for another may be older than the row that it changes. Times must not go
 * back.
 */
export const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** The calendar day (`YYYY-MM-DD`) of an instant in an IANA time zone. */
export function dayOf(at: string, timeZone: string): string {
  const nowMs = Date.parse(at)
  const minuteMs = nowMs - (nowMs % MINUTE_MS)
  const last = LAST_DAYS.get(timeZone)
  if (last?.minuteMs === minuteMs) return last.day
  const day = dayFormat(timeZone).format(minuteMs)
  LAST_DAYS.set(timeZone, { minuteMs, day })
  return day
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = DAY_FORMATS.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  DAY_FORMATS.set(timeZone, format)
  return format
}

/** Calls `work` repeatedly until the returned function is called. Does not keep the process alive. */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms).unref()
  return () => clearInterval(timer)
}

/** Calls `work` once, unless the returned function is called first. Does not keep the process alive. */
export function after(ms: number, work: () => void): () => void {
  const timer = globalThis.setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

/** Returns a function that answers how many milliseconds have passed. */
export function stopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}

/** Waits. */
export const pause = (ms: number): Promise<void> => setTimeout(ms)

/** Lets waiting requests run in the middle of long work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
