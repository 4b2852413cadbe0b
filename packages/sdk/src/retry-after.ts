const SECONDS = /^\d{1,6}$/
/** The forms of RFC 9110, 5.6.7 that name their zone; whatever else a browser reads as a date is none. */
const HTTP_DATE = /^[A-Z][a-z]+, [\w -]+ \d\d:\d\d:\d\d GMT$/

/**
 * What `Retry-After` asks for; null: nothing. The service gives seconds; a date comes from what stands
 * in between, and counts from the date of its answer, as clocks differ.
 *
 * @param nowMs milliseconds since the epoch, where the answer has no date
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const wanted = headers.get('retry-after') ?? ''
  if (SECONDS.test(wanted)) return Number(wanted)
  const untilMs = dateOf(wanted)
  if (untilMs === null) return null
  const sinceMs = dateOf(headers.get('date') ?? '') ?? nowMs
  return Math.max(0, Math.ceil((untilMs - sinceMs) / 1000))
}

function dateOf(text: string): number | null {
  const ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
