export const DAY_MS = 86_400_000
export const LAST_DAY = '9999-12-31'
export const FIRST_DAY = '0001-01-01'

export const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Limited to the last or first day with a four-digit year. */
export function toDay(number: number): string {
  const text = new Date(number * DAY_MS).toISOString()
  if (text.startsWith('+')) return LAST_DAY
  return text.startsWith('-') || text < FIRST_DAY ? FIRST_DAY : text.slice(0, 10)
}

export const addDays = (day: string, days: number): string => toDay(toNumber(day) + days)

/** 1 Monday to 7 Sunday; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: string): number => modulo(toNumber(day) + 3, 7) + 1

export const modulo = (value: number, by: number): number => ((value % by) + by) % by
export const quotient = (value: number, by: number): number => (value - modulo(value, by)) / by

/** Months since the year 0. */
export const monthOf = (day: string): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The first day of a month as a number. */
export function firstOfMonth(month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(quotient(month, 12), modulo(month, 12), 1)
  return date.getTime() / DAY_MS
}

/** A day of a month counted as `monthOf` does; one that the month lacks is its last. */
export const dayInMonth = (month: number, day: number): string =>
  toDay(Math.min(firstOfMonth(month) + day, firstOfMonth(month + 1)) - 1)
