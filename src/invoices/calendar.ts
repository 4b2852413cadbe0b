const LAST_DAY = '9999-12-31'

/**
 * The calendar day `days` after a `YYYY-MM-DD` day, at most the last one that has such a form; no time
 * of day and no time zone are involved.
 */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10)
}
