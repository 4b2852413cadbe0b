import { formatMinor } from '@billwright/money'
import { daysBetween } from '../../../kernel/calendar.ts'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { BUILT_IN_ID, type ReminderPlan } from '../plan.ts'
import type { Effect } from '../plans.ts'
import type { Due } from '../read.ts'
import type { SendResult } from '../send.ts'
import type { Charge, Reminder } from './reminder.ts'
import type { Situation } from './situation.ts'

export const planView = (plan: ReminderPlan) => ({
  id: plan.id,
  name: plan.name,
  enabled: plan.enabled,
  default: plan.isDefault,
  built_in: plan.id === BUILT_IN_ID,
  levels: plan.rules.levels.map((level) => ({ ...level, fee: level.fee && [...level.fee] })),
  grouping: plan.rules.grouping,
  min_gap_days: plan.rules.min_gap_days,
  at: plan.rules.at,
  grace_days: plan.rules.grace_days,
  interest: plan.rules.interest && {
    ...plan.rules.interest,
    base: [...plan.rules.interest.base],
  },
  lump_sum: plan.rules.lump_sum && [...plan.rules.lump_sum],
  remind_from: plan.remindFrom,
  warnings: warningsOf(plan),
  ...stampsOf(plan),
})

function warningsOf({ rules }: ReminderPlan) {
  const [first] = rules.levels
  if (!first || !(first.fee || first.interest || first.lump_sum)) return []
  return [
    {
      code: 'charges_on_first_level',
      detail: 'The first level claims charges. Customers expect a reminder without charges first.',
    },
  ]
}

export const effectView = (effect: Effect) => ({
  remind_from: effect.remindFrom,
  reached: effect.reached.map(({ situation: { claim }, level }) => ({
    invoice_id: claim.id,
    number: claim.number,
    customer_id: claim.customerId,
    customer_name: claim.customerName,
    due_date: claim.dueDate,
    due: formatMinor(dueMinor(claim), claim.currency),
    currency: claim.currency,
    level,
  })),
  reached_count: effect.reachedCount,
  later_count: effect.laterCount,
  older_count: effect.olderCount,
  held_count: effect.heldCount,
})

const reminderView = (reminder: Reminder) => ({
  id: reminder.id,
  invoice_id: reminder.invoiceId,
  customer_id: reminder.customerId,
  plan_id: reminder.planId,
  level: reminder.level,
  n: reminder.n,
  title: reminder.content.title,
  name: reminder.content.name,
  status: reminder.status,
  day: reminder.day,
  message_id: reminder.messageId,
  problem: reminder.problem,
  created_at: reminder.createdAt,
  updated_at: reminder.updatedAt,
})

export const dueView = ({ reminder, situation: { claim, today } }: Due) => ({
  ...reminderView(reminder),
  number: claim.number,
  customer_name: claim.customerName,
  due_date: claim.dueDate,
  days_late: daysBetween(claim.dueDate ?? today, today),
  currency: claim.currency,
  due: formatMinor(dueMinor(claim), claim.currency),
})

export const resultView = ({ id, messageId, problem }: SendResult) => ({
  id,
  message_id: messageId,
  problem,
})

/** The next reminder, without the sent ones. */
export const nextView = ({
  claim,
  plan,
  state,
  next,
  reason,
  wait,
  heldMinor,
  collectOn,
}: Situation) => ({
  invoice_id: claim.id,
  plan: plan && { id: plan.id, name: plan.name },
  own_plan: state.plan,
  next: next && {
    ...next,
    mode: plan?.rules.levels[next.level - 1]?.mode ?? 'ask',
  },
  reason,
  waits_for: next === null ? null : wait,
  collect_on: collectOn,
  held: heldMinor === 0n ? null : formatMinor(heldMinor, claim.currency),
  pause: state.pause,
})

export const stateView = (situation: Situation) => ({
  ...nextView(situation),
  reminders: situation.reminders.map(reminderView),
})

export const chargeView = (charge: Charge, currency: string) => ({
  id: charge.id,
  invoice_id: charge.invoiceId,
  kind: charge.kind,
  level: charge.level,
  amount: formatMinor(charge.amountMinor, currency),
  currency,
  from: charge.from,
  to: charge.to,
  days: charge.days,
  rates: charge.spans.map((span) => ({ ...span })),
  status: charge.status,
  reminder_id: charge.reminderId,
  settled_by: charge.settledBy,
  ...stampsOf(charge),
})
