import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { lockInvoice } from '../../sales/invoices/lock.ts'
import type { Message } from '../mail/message.ts'
import { lockSituation, usablePlan } from './inner/changes.ts'
import { notRemindable, reminderNotFound } from './inner/errors.ts'
import { findSituations, requireSituation } from './inner/facts.ts'
import type { Reminder } from './inner/reminder.ts'
import * as repository from './inner/reminder-repository.ts'
import { claimReason, gapEnd, nextOf, type Situation } from './inner/situation.ts'
import { problemOf, type Sending, writeReminder } from './inner/writer.ts'
import { isStillDue } from './look.ts'
import { type Due, stateEtag, withSituations } from './read.ts'

export interface SendResult {
  readonly id: string
  readonly messageId: string | null
  readonly problem: { readonly code: string; readonly detail: string } | null
}

/** Each group separately, with a result for each id. */
export async function sendReminders(
  work: ReadWork,
  ids: readonly string[],
): Promise<readonly SendResult[]> {
  const found = await withSituations(work, await repository.findWaiting(work, ids))
  const results = new Map<string, SendResult>()
  for (const group of groupsOf(found)) {
    const result = await approve(work, group).then(
      ({ id }) => ({ messageId: id, problem: null }),
      (error: unknown) => ({ messageId: null, problem: problemOf(error) }),
    )
    if (result.problem === null) work.app.counters.countReminders('written', group.length)
    for (const { id } of group) results.set(id, { id, ...result })
  }
  const gone = problemOf(reminderNotFound())
  return ids.map((id) => results.get(id) ?? { id, messageId: null, problem: gone })
}

/** Sends the next level, or a later one, now. */
export async function sendOneReminder(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  level: number | undefined,
): Promise<Situation> {
  const sent = await transaction(work, async (work) => {
    const situation = await lockSituation(work, id)
    checkIfMatch(ifMatch, stateEtag(situation))
    const sending = manualLevel(situation, level)
    const waiting = situation.reminders.find(({ status }) => status === 'waiting')
    if (waiting && waiting.level !== sending.level) await repository.deleteWaiting(work, id)
    const now = await requireSituation(work, id)
    const customer = await requireCustomer(work, situation.claim.customerId)
    const linked = await isLinked(work)
    await writeReminder(work, customer, [{ ...sending, situation: now }], { isLinked: linked })
    return requireSituation(work, id)
  })
  work.app.counters.countReminders('written', 1)
  return sent
}

async function isLinked(work: ReadWork): Promise<boolean> {
  return (await currentSettings(work)).mailLink
}

/** Sends waiting reminders of one customer, currency and message. */
function approve(work: ReadWork, reminders: readonly Reminder[]): Promise<Message> {
  return transaction(work, async (work) => {
    const ids = reminders.map(({ invoiceId }) => invoiceId)
    for (const id of ids.toSorted()) await lockInvoice(work, id)
    const found = await findSituations(work, ids)
    const sendings = found.flatMap((situation): readonly Sending[] => {
      const waiting = situation.reminders.find(({ status }) => status === 'waiting')
      if (!waiting || !situation.plan || !isStillDue(waiting, situation)) return []
      return [{ situation, plan: situation.plan, level: waiting.level }]
    })
    if (sendings.length < ids.length) throw notRemindable('changed')
    const customer = await requireCustomer(work, reminders[0]?.customerId ?? '')
    return writeReminder(work, customer, sendings, { isLinked: await isLinked(work) })
  })
}

/** One message each, or one for each customer, according to the plan. */
function groupsOf(due: readonly Due[]): readonly (readonly Reminder[])[] {
  return Map.groupBy(due, ({ reminder, situation: { plan, claim } }) =>
    plan?.rules.grouping === 'customer'
      ? `${plan.id} ${claim.customerId} ${claim.currency}`
      : reminder.id,
  )
    .values()
    .map((group) => group.map(({ reminder }) => reminder))
    .toArray()
}

/** The level to send now. Throws 409 with the reason if there is none. */
function manualLevel(situation: Situation, asked: number | undefined): Sending {
  const plan = usablePlan(situation)
  const { claim, today, wait } = situation
  const reason = claimReason(claim)
  if (reason !== null) throw notRemindable(reason)
  if (wait === 'paused' || wait === 'being_paid') throw notRemindable(wait)
  const from = gapEnd(situation, plan)
  if (from !== null && from > today) throw notRemindable('gap', { from })
  const { rules } = plan
  const sent = situation.reminders.filter(({ status }) =>
    ['queued', 'sent', 'failed', 'dismissed'].includes(status),
  )
  const last = sent.at(-1)?.level ?? 0
  const open = { ...plan, remindFrom: claim.dueDate }
  const level = asked ?? nextOf(situation, open, today)?.level
  if (level === undefined) throw notRemindable('finished')
  const rule = rules.levels[level - 1]
  if (!rule) throw notRemindable('unknown_level')
  if (level < last || (level === last && rule.repeat_days === null))
    throw notRemindable('level_sent')
  if (rule.after_days >= 0 && claim.dueDate !== null && claim.dueDate >= today)
    throw notRemindable('not_due')
  return { situation, plan, level }
}
