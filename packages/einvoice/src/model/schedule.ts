import { type Day, lastOf } from './day.ts'
import type { ScheduledPayment } from './document.ts'

/* What the document says once, from terms of payment that a file may repeat. */

/** Unchanged if there is one, because German terms (`#SKONTO#…`) need the line feed at their end. */
export function textOfTerms(schedule: readonly ScheduledPayment[]): string | undefined {
  const texts = schedule.flatMap(({ text }) => text ?? [])
  return texts.length < 2 ? texts[0] : texts.map((it) => it.trim()).join('\n')
}

/** The last day of the full amount. The day of a discount counts only if there is no other. */
export function lastDay(schedule: readonly ScheduledPayment[]): Day | undefined {
  const full = schedule.filter((it) => !hasDiscount(it)).map(({ dueDate }) => dueDate)
  return lastOf(full) ?? lastOf(schedule.map(({ dueDate }) => dueDate))
}

/** Undefined if text and due date of the document say as much. */
export const someSchedule = (
  schedule: readonly ScheduledPayment[],
): readonly ScheduledPayment[] | undefined =>
  schedule.length > 1 || schedule.some((it) => hasDiscount(it) || it.cents !== undefined)
    ? schedule
    : undefined

const hasDiscount = ({ discountPercent, discountCents, discountDays }: ScheduledPayment): boolean =>
  [discountPercent, discountCents, discountDays].some((it) => it !== undefined)
