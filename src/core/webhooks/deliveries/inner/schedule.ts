import type { AttemptResult, Delivery, DeliveryState } from './delivery.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses after the first, second, … attempt: ten attempts in about 75 hours (Standard Webhooks). */
const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
export const TRIES_MAX = PAUSES_MS.length + 1
const TENTH = 10

/** A whole number from 0 to below `limit`. */
type Chance = (limit: number) => number

/**
 * The pause after attempt number `tries`, or null after the last. It varies by a tenth, so that
 * simultaneous failures do not repeat together. A receiver may ask for a longer pause by
 * `Retry-After`, up to the next one.
 */
export function pauseAfter(
  tries: number,
  retryAfterMs: number | null,
  chance: Chance,
): number | null {
  const pauseMs = PAUSES_MS[tries - 1]
  if (pauseMs === undefined) return null
  const tenthMs = pauseMs / TENTH
  const jitteredMs = pauseMs - tenthMs + chance(2 * tenthMs + 1)
  const longestMs = PAUSES_MS[tries] ?? pauseMs
  return Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, longestMs))
}

/** The state of a delivery after an attempt that ended at `nowMs`. */
export function afterAttempt(
  delivery: Delivery,
  result: AttemptResult,
  { nowMs, chance }: { readonly nowMs: number; readonly chance: Chance },
): DeliveryState {
  const tries = delivery.tries + 1
  const state = {
    tries,
    attempts: delivery.attempts + 1,
    lastHttpStatus: result.httpStatus,
    lastError: result.error,
  }
  const pauseMs =
    result.outcome === 'failed' ? pauseAfter(tries, result.retryAfterMs, chance) : null
  if (pauseMs !== null) {
    const nextAttemptAt = new Date(nowMs + pauseMs).toISOString()
    return { ...state, status: 'pending', nextAttemptAt, finishedAt: null }
  }
  const status = result.outcome === 'delivered' ? 'delivered' : 'failed'
  const finishedAt = new Date(nowMs).toISOString()
  return { ...state, status, nextAttemptAt: null, finishedAt }
}

/** The pause in a `Retry-After` header, seconds or a date (RFC 9110 §10.2.3). */
export function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const atMs = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
