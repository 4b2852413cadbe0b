import { addDays, dayInMonth, monthOf } from './days.ts'
import { type DaysOff, type OnDayOff, runDate } from './schedule.ts'

/* When an invoice is due. */

export const TERMS_KINDS = [
  'days',
  'end_of_month',
  'days_end_of_month',
  'end_of_month_days',
  'day_of_month',
] as const
export type TermsKind = (typeof TERMS_KINDS)[number]

/** A number that the kind does not have is null. */
export interface PaymentTerms {
  readonly kind: TermsKind
  /** 0 to 3650. */
  readonly days: number | null
  /** 0 to 12. */
  readonly months: number | null
  /** 1 to 31. */
  readonly day: number | null
  readonly onDayOff: OnDayOff
}

type TermsNumber = 'days' | 'months' | 'day'

/** The numbers of each kind; a default where one may be left out. */
export const TERMS_NUMBERS: Readonly<
  Record<TermsKind, { readonly [name in TermsNumber]?: number | null }>
> = {
  days: { days: null },
  end_of_month: { months: 0 },
  days_end_of_month: { days: null },
  end_of_month_days: { months: 0, days: null },
  day_of_month: { day: null, months: 0, days: 0 },
}

export const termsOfDays = (days: number): PaymentTerms => ({
  kind: 'days',
  days,
  months: null,
  day: null,
  onDayOff: 'keep',
})

/** Their days as `payment_terms_days`; null for another kind. */
export const daysOfTerms = ({ kind, days }: PaymentTerms): number | null =>
  kind === 'days' ? days : null

/** Whether a number of days says all of the terms, so that documents print only the due date. */
export const isPlainDays = ({ kind, onDayOff }: PaymentTerms): boolean =>
  kind === 'days' && onDayOff === 'keep'

/** The due day, `YYYY-MM-DD`. Terms that avoid days off never end before the issue. */
export function dueDay(issueDate: string, terms: PaymentTerms, daysOff: DaysOff): string {
  const day = dayOfTerms(issueDate, terms)
  const moved = runDate({ leadDays: 0, onDayOff: terms.onDayOff }, day, daysOff)
  return moved < issueDate ? issueDate : moved
}

/** Whether a due day can come from the terms, whatever days off there were when it was computed. */
export function isDayOfTerms(dueDate: string, issueDate: string, terms: PaymentTerms): boolean {
  const day = dayOfTerms(issueDate, terms)
  if (terms.onDayOff === 'before') return dueDate >= issueDate && dueDate <= day
  return terms.onDayOff === 'after' ? dueDate >= day : dueDate === day
}

/** Days off are not considered. */
function dayOfTerms(issueDate: string, terms: PaymentTerms): string {
  const days = terms.days ?? 0
  const months = terms.months ?? 0
  switch (terms.kind) {
    case 'days':
      return addDays(issueDate, days)
    case 'end_of_month':
      return endOfMonth(issueDate, months)
    case 'days_end_of_month':
      return endOfMonth(addDays(issueDate, days), 0)
    case 'end_of_month_days':
      return addDays(endOfMonth(issueDate, months), days)
    case 'day_of_month': {
      const from = addDays(issueDate, days)
      const month = monthOf(from) + months
      const day = dayInMonth(month, terms.day ?? 31)
      return months === 0 && day < from ? dayInMonth(month + 1, terms.day ?? 31) : day
    }
  }
}

const endOfMonth = (day: string, later: number): string => dayInMonth(monthOf(day) + later, 31)
