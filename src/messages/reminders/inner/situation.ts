import { addDays } from '@billwright/rules/days'
import type { Settings } from '../../../company/settings/settings.ts'
import { dayOf } from '../../../platform/clock.ts'
import type { Claim } from '../../../receivables/balances/claims.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { planOf, type ReminderPlan } from '../plan.ts'
import { type NextReminder, nextReminder } from './decide.ts'
import type { Reminder, ReminderState } from './reminder.ts'

/* The data that decide about the next reminder of an invoice, and the decision. Pure. */

/** Why there is no further reminder, because of the claim or the plan. */
export const REASONS = [
  'draft',
  'credit_note',
  'paid',
  'void',
  'uncollectible',
  'nothing_due',
  'no_due_date',
  'no_plan',
  'plan_off',
  'before_remind_from',
  'finished',
] as const
type Reason = (typeof REASONS)[number]

/**
 * Conditions that must end before the next one. `money_held`: the company holds money of the customer,
 * on account or as a refund that is due. `being_paid`: the invoice is collected, or money is on its way
 * online. The others wait for a person.
 */
export const WAITS = [
  'paused',
  'mail_stopped',
  'email_problem',
  'being_paid',
  'money_held',
  'approval',
] as const
type Wait = (typeof WAITS)[number]

interface Facts {
  readonly claim: Claim
  readonly customer: Customer | null
  readonly plans: readonly ReminderPlan[]
  readonly state: ReminderState
  /** Oldest first. */
  readonly reminders: readonly Reminder[]
  /** The customer's money in the currency of the claim that settles no invoice yet. */
  readonly heldMinor: bigint
  /** Whether the invoice is collected, or money is on its way online. */
  readonly isBeingPaid: boolean
  /** The day of which the customer was told that the invoice is collected; null: it is not. */
  readonly collectOn: string | null
  readonly settings: Settings
  /** Now. */
  readonly at: string
}

export interface Situation extends Facts {
  readonly today: string
  readonly plan: ReminderPlan | null
  readonly next: NextReminder | null
  /** Null if `next` is not. */
  readonly reason: Reason | null
  readonly wait: Wait | null
}

export function situationOf(facts: Facts): Situation {
  const { claim, customer, plans, state, settings, at } = facts
  const today = dayOf(at, settings.timeZone)
  const chosen = { invoice: state.plan, customer: customer?.reminderPlan ?? null }
  const plan = planOf(plans, chosen)
  const situation = { ...facts, today, plan, wait: waitOf(facts, today) }
  const reason = claimReason(claim) ?? planReason(plan, claim)
  if (reason !== null || plan === null) return { ...situation, next: null, reason }
  const next = nextOf(facts, plan, today)
  return { ...situation, next, reason: next === null ? 'finished' : null }
}

/** A reminder that can be written now. */
export const isDue = ({ next, wait, today }: Situation): boolean =>
  next !== null && next.day <= today && (wait === null || wait === 'approval')

/** Why the claim itself allows no reminder. */
export function claimReason(claim: Claim): Reason | null {
  const { type, status, dueDate } = claim
  if (type === 'credit_note') return 'credit_note'
  if (status !== 'sent') return status
  if (dueMinor(claim) <= 0n) return 'nothing_due'
  return dueDate === null ? 'no_due_date' : null
}

function planReason(plan: ReminderPlan | null, { dueDate }: Claim): Reason | null {
  if (plan === null) return 'no_plan'
  if (!plan.enabled || plan.remindFrom === null) return 'plan_off'
  return dueDate !== null && dueDate < plan.remindFrom ? 'before_remind_from' : null
}

function waitOf(
  { state, customer, reminders, heldMinor, isBeingPaid }: Facts,
  today: string,
): Wait | null {
  const { pause } = state
  if (pause && (pause.until === null || pause.until >= today)) return 'paused'
  if (customer?.mailStop) return 'mail_stopped'
  if (customer?.emailProblem) return 'email_problem'
  if (isBeingPaid) return 'being_paid'
  if (heldMinor > 0n) return 'money_held'
  return reminders.some(({ status }) => status === 'waiting') ? 'approval' : null
}

/** The next step of a plan, even if it is off. */
export function nextOf(facts: Facts, plan: ReminderPlan, today: string): NextReminder | null {
  const { claim, state, reminders, settings } = facts
  const counted = reminders.filter(isCounted)
  const { rules } = plan
  const next = nextReminder(
    {
      levels: rules.levels.map((level) => ({
        afterDays: level.after_days,
        repeatDays: level.repeat_days,
      })),
      minGapDays: rules.min_gap_days,
      graceDays: rules.grace_days,
      remindFrom: plan.remindFrom ?? today,
    },
    {
      dueDay: claim.dueDate ?? today,
      sent: counted,
      pausedUntil: state.pause?.until ?? null,
      lastPaymentDay:
        claim.lastPaymentAt === null ? null : dayOf(claim.lastPaymentAt, settings.timeZone),
    },
    today,
    settings.nonWorkingDays,
  )
  return next && { ...next, n: numberOf(reminders, next.level) }
}

/** Canceled ones were never sent; the number of each sending stays used. */
export const numberOf = (reminders: readonly Reminder[], level: number): number =>
  reminders.filter((it) => it.level === level && it.status !== 'waiting').length + 1

/** The reminders before the next one. A dismissed one counts as done, too. */
export const isCounted = ({ status }: Reminder): boolean =>
  status !== 'waiting' && status !== 'canceled'

/** The first day after the gap since the last reminder; null: there was none. */
export function gapEnd({ reminders }: Pick<Facts, 'reminders'>, plan: ReminderPlan): string | null {
  const last = reminders.filter(isCounted).at(-1)
  return last ? addDays(last.day, plan.rules.min_gap_days) : null
}
