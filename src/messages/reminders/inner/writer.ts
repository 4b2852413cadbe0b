import { formatMinor, sumOf } from '@billwright/money'
import { addDays } from '@billwright/rules/days'
import { recordEvent } from '../../../core/record/journal.ts'
import type { Work } from '../../../core/record/work.ts'
import { daysBetween } from '../../../kernel/calendar.ts'
import { AppError } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { publishInvoice } from '../../../sales/invoices/publish.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { Message } from '../../mail/message.ts'
import { queueReminder } from '../../mail/sending/automatic.ts'
import type { ReminderPlan } from '../plan.ts'
import * as chargeRepository from './charge-repository.ts'
import { type Claimed, chargesOf, type NewCharge } from './charges.ts'
import { settlementsOf } from './held.ts'
import type { Level } from './input.ts'
import type { Charge, ClaimedCharge, Problem, Reminder, ReminderContent } from './reminder.ts'
import * as reminderRepository from './reminder-repository.ts'
import { numberOf, type Situation } from './situation.ts'

/** An invoice whose level is being sent. */
export interface Sending {
  readonly situation: Situation
  readonly plan: ReminderPlan
  /** From 1. */
  readonly level: number
}

/** A reminder that a person may send, because its plan has this level. */
interface Step extends Sending {
  readonly rule: Level
}

const BASE_RATE_MISSING: Problem = {
  code: 'base_rate_missing',
  detail: 'A day has no base rate, so no interest was claimed. Enter the rate in the plan.',
}

/** Asks for approval. False if it already waits. */
export function writeWaiting(work: Work, step: Sending, problem: Problem | null): Promise<boolean> {
  return reminderRepository.insertReminder(work, { ...waitingReminder(work, step), problem })
}

/**
 * Writes one message for all of them, with the text of the highest level. They have one
 * customer and one currency. Throws `no_recipient`.
 */
export async function writeReminder(
  work: Work,
  customer: Customer,
  asked: readonly Sending[],
  { isLinked }: { readonly isLinked: boolean },
): Promise<Message> {
  const steps = asked
    .map((step) => ({ ...step, rule: ruleOf(step) }))
    .sort(({ situation: a }, { situation: b }) =>
      (a.claim.dueDate ?? '') < (b.claim.dueDate ?? '') ? -1 : 1,
    )
  const highest = highestOf(steps)
  const [first] = steps
  if (!first) throw new Error('There is nothing to remind of.')
  const isAlone = steps.length === 1
  const reminders: Reminder[] = []
  for (const step of steps) reminders.push(await store(work, step))
  if (isLinked && isAlone)
    await publishInvoice(work, { id: first.situation.claim.id, ifMatch: undefined })
  const details = []
  for (const { situation } of steps) details.push(await getInvoice(work, situation.claim.id))
  const [reminder] = reminders
  if (!reminder) throw new Error('There is nothing to remind of.')
  const { invoiceId, level, n } = reminder
  const attached = highest.rule.attach ? details.map((it) => it.invoice.number ?? '') : []
  const message = await queueReminder(work, {
    kind: highest.rule.title === 'notice' ? 'payment_notice' : 'reminder',
    subject: isAlone ? { type: 'invoice', id: invoiceId } : { type: 'reminder', id: reminder.id },
    occasion: `reminder:${invoiceId}:${level}:${n}`,
    customer,
    invoices: details,
    chargesMinor: sumOf(
      reminders.flatMap(({ content }) => content.charges.map((it) => it.amountMinor)),
    ),
    daysLate: reminder.content.daysLate,
    payBy: payByOf(highest.rule, highest.situation.today),
    attach: [`reminder-${details[0]?.invoice.number ?? ''}`, ...attached],
  })
  for (const it of reminders)
    await reminderRepository.saveReminder(work, {
      ...it,
      messageId: message.id,
      content: { ...it.content, ...toneOf(highest) },
    })
  return message
}

/** The charges of a level for an invoice today; stores nothing. */
async function claim(work: Work, { situation, plan, level, rule }: Step): Promise<Claimed> {
  const { claim, customer, today } = situation
  return chargesOf(plan.rules, rule, level, {
    currency: claim.currency,
    totalMinor: payableMinor(claim.totals),
    dueDay: claim.dueDate ?? today,
    day: today,
    customerKind: customer?.kind ?? null,
    settled: await settlementsOf(work, claim),
    charges: await chargeRepository.listCharges(work, claim.id),
  })
}

async function store(work: Work, step: Step): Promise<Reminder> {
  const { situation, plan, level, rule } = step
  const { claim: invoice, today, reminders } = situation
  const claimed = await claim(work, step)
  const known = reminders.find(({ status }) => status === 'waiting')
  const id = known?.id ?? newId('rem')
  if (claimed.charges.some(({ kind }) => kind === 'interest'))
    await chargeRepository.deleteClaimedInterest(work, invoice.id)
  await chargeRepository.insertCharges(
    work,
    claimed.charges.map((charge) => toCharge(work, charge, { id, level, invoiceId: invoice.id })),
  )
  const open = await chargeRepository.listCharges(work, invoice.id)
  const charges = open.filter(({ status }) => status === 'claimed').map(toClaimed)
  const reminder: Reminder = {
    ...waitingReminder(work, { situation, plan, level }),
    id,
    status: 'queued',
    content: contentOf(rule, situation, charges),
    problem: claimed.isBaseRateMissing ? BASE_RATE_MISSING : null,
    createdAt: known?.createdAt ?? work.at,
  }
  if (known) await reminderRepository.saveReminder(work, reminder)
  else if (!(await reminderRepository.insertReminder(work, reminder)))
    throw new Error('The reminder was written already.')
  if (claimed.charges.length > 0) recordCharged(work, step, claimed.charges)
  return { ...reminder, day: today }
}

/** The level that determines the text of the message. */
const highestOf = (steps: readonly Step[]): Step => {
  const [first, ...rest] = steps
  if (!first) throw new Error('There is nothing to remind of.')
  return rest.reduce((best, step) => (step.level > best.level ? step : best), first)
}

const toneOf = ({ rule, situation }: Step) => ({
  title: rule.title,
  name: rule.name,
  payBy: payByOf(rule, situation.today),
  attach: rule.attach,
})

const ruleOf = ({ plan, level }: Sending): Level => {
  const rule = plan.rules.levels[level - 1]
  if (!rule) throw new Error(`The plan ${plan.id} has no level ${level}.`)
  return rule
}

const payByOf = ({ pay_within_days }: Level, today: string): string | null =>
  pay_within_days === null ? null : addDays(today, pay_within_days)

/** The invoice data in the letter of a level. */
export const contentOf = (
  rule: Level,
  { claim, today, heldMinor }: Situation,
  charges: readonly ClaimedCharge[],
): ReminderContent => ({
  title: rule.title,
  name: rule.name,
  dueMinor: dueMinor(claim),
  ...(heldMinor > 0n && { heldMinor }),
  daysLate: daysBetween(claim.dueDate ?? today, today),
  payBy: payByOf(rule, today),
  charges,
  attach: rule.attach,
})

const waitingReminder = (work: Work, { situation, plan, level }: Sending): Reminder => ({
  id: newId('rem'),
  invoiceId: situation.claim.id,
  customerId: situation.claim.customerId,
  planId: plan.id,
  level,
  n: numberOf(situation.reminders, level),
  status: 'waiting',
  day: situation.today,
  content: contentOf(ruleOf({ situation, plan, level }), situation, []),
  messageId: null,
  problem: null,
  createdAt: work.at,
  updatedAt: work.at,
})

const toClaimed = ({ kind, amountMinor, from, to }: Charge): ClaimedCharge => ({
  kind,
  amountMinor,
  from,
  to,
})

const toCharge = (
  work: Work,
  charge: NewCharge,
  of: { readonly id: string; readonly level: number; readonly invoiceId: string },
): Charge => ({
  ...charge,
  id: newId('chg'),
  version: 1,
  invoiceId: of.invoiceId,
  reminderId: of.id,
  bankEntryId: null,
  level: of.level,
  status: 'claimed',
  settledBy: null,
  createdAt: work.at,
  updatedAt: work.at,
})

const recordCharged = (work: Work, { situation, level }: Step, charges: readonly NewCharge[]) => {
  const { id, number, currency } = situation.claim
  recordEvent(work, {
    type: 'invoice.charged',
    resourceId: id,
    data: {
      id,
      number,
      level,
      currency,
      charges: charges.map(({ kind, amountMinor }) => ({
        kind,
        amount: formatMinor(amountMinor, currency),
      })),
    },
  })
}

/** A refusal that a person can fix; other errors are thrown again. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof AppError)) throw error
  return { code: error.code, detail: error.message }
}
