import type { InputReader } from './input.ts'
import type { StoredInvoice } from './invoice.ts'

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

/** An invoice that is overdue as soon as it is issued. */
export const isDueBeforeIssue = ({
  issueDate,
  dueDate,
}: Pick<StoredInvoice, 'issueDate' | 'dueDate'>): boolean => dueDate !== null && dueDate < issueDate

type Dated = Pick<StoredInvoice, 'periodStart' | 'periodEnd'>

/** The order of the dates of an invoice; the console uses the same code. */
export function checkDates({ periodStart, periodEnd }: Dated, reader: InputReader): void {
  if (periodStart !== null && periodEnd !== null && periodEnd < periodStart)
    reader.fault(
      '/period_end',
      'out_of_range',
      'Out of range: use a day on or after period_start (EN 16931 BR-29).',
      { from: periodStart },
    )
}
