const LAST_DAY = '9999-12-31'

/**
 * The calendar day `days` after a `YYYY-MM-DD` day, limited to the last day with that form. No
 * time of day and no time zone.
 */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000

/** Whole days from one `YYYY-MM-DD` day to another. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS
