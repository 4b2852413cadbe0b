const SECONDS = /^\d{1,6}$/
/**
 * The date forms of RFC 9110, 5.6.7, which have a time zone. Other dates that JavaScript parses are
 * ignored.
 */
const HTTP_DATE = /^[A-Z][a-z]+, [\w -]+ \d\d:\d\d:\d\d GMT$/

/**
 * The pause that `Retry-After` requests; null: none. The service sends seconds. Proxies may send a
 * date, which is compared with the response's own date, because clocks differ.
 *
 * @param nowMs milliseconds since the epoch, used if the response has no date
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
