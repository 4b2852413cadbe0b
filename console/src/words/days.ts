/** A Monday: weekday 1. */
const MONDAY_MS = Date.parse('2024-01-01T00:00:00Z')
const DAY_MS = 86_400_000

export const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    MONDAY_MS + (weekday - 1) * DAY_MS,
  )

export const monthName = (month: number, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 1),
  )
