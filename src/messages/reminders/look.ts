import { addDays } from '@billwright/rules/days'
import { instantOf } from '@billwright/rules/schedule'
import { currentSettings } from '../../company/settings/read.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { listOpenClaims } from '../../receivables/balances/claims.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockInvoice } from '../../sales/invoices/lock.ts'
import { workingDay } from './inner/decide.ts'
import { findSituations, situationsOfClaims } from './inner/facts.ts'
import * as planRepository from './inner/plan-repository.ts'
import type { Problem, Reminder } from './inner/reminder.ts'
import * as reminderRepository from './inner/reminder-repository.ts'
import { isDue, type Situation } from './inner/situation.ts'
import * as stateRepository from './inner/state-repository.ts'
import { problemOf, type Sending, writeReminder, writeWaiting } from './inner/writer.ts'
import type { ReminderPlan } from './plan.ts'

const BATCH = 200
/** The maximum number of days of a level before the due date. */
const DAYS_BEFORE_MAX = 30

/** `Reminders` wrote it according to the plan. */
const ACTOR = { kind: 'system', id: 'reminders', name: 'Reminders' } as const

/**
 * Processes what is due today; each plan once a day, from its time on. `inner/facts.ts` reads the open invoices and what
 * is known of them, `inner/decide.ts` decides which level is due, and `inner/writer.ts` writes the reminder.
 */
export async function lookAtReminders(work: ReadWork, signal?: AbortSignal): Promise<void> {
  const current = await currentSettings(work)
  if (current.automationPaused) return
  const today = dayOf(work.at, current.timeZone)
  await clearWaiting(work)
  if (workingDay(today, current.nonWorkingDays) !== today) return
  await notePromises(work, today)
  for (const plan of await planRepository.listPlans(work)) {
    const startsAt = instantOf(today, plan.rules.at, current.timeZone)
    const isDone = plan.lookedOn !== null && plan.lookedOn >= today
    if (plan.enabled && !isDone && startsAt <= work.at) await lookAtPlan(work, plan, today, signal)
  }
}

export async function* openSituations(
  work: ReadWork,
  { remindFrom }: Pick<ReminderPlan, 'remindFrom'>,
  today: string,
): AsyncGenerator<Situation> {
  const dueTo = addDays(today, DAYS_BEFORE_MAX)
  let after = ''
  for (;;) {
    const query = { dueFrom: remindFrom ?? today, dueTo, after, limit: BATCH }
    const claims = await listOpenClaims(work, query)
    yield* await situationsOfClaims(work, claims)
    after = claims.at(-1)?.id ?? ''
    if (claims.length < BATCH) return
  }
}

/** Asks for approval or writes the message, if it is still due under the lock. */
async function remind(work: ReadWork, ids: readonly string[], problem: Problem | null) {
  const outcome = await transaction(work, async (work) => {
    const acting = { ...work, actor: { ...ACTOR, scopes: work.actor.scopes } }
    // In a fixed order, so that two groups do not deadlock.
    for (const id of ids.toSorted()) await lockInvoice(work, id)
    const due = (await findSituations(work, ids)).flatMap(toSending)
    const [first] = due
    if (!first) return null
    const highest = due.reduce((best, it) => (it.level > best.level ? it : best), first)
    const mode = highest.plan.rules.levels[highest.level - 1]?.mode
    if (mode === 'ask' || problem !== null) {
      let number = 0
      for (const it of due)
        if (it.situation.wait === null && (await writeWaiting(acting, it, problem))) number += 1
      return { name: problem === null ? 'asked' : 'refused', number } as const
    }
    const customer = await requireCustomer(work, first.situation.claim.customerId)
    const { mailLink } = await currentSettings(work)
    await writeReminder(acting, customer, due, { isLinked: mailLink })
    return { name: 'written', number: due.length } as const
  })
  if (outcome) work.app.counters.countReminders(outcome.name, outcome.number)
}

/** A reminder that cannot be written waits for a person; the others continue. */
async function tryRemind(work: ReadWork, ids: readonly string[]): Promise<void> {
  try {
    await remind(work, ids, null)
  } catch (error) {
    await remind(work, ids, problemOf(error))
  }
}

async function lookAtPlan(
  work: ReadWork,
  plan: ReminderPlan,
  today: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const groups = new Map<string, string[]>()
  for await (const situation of openSituations(work, plan, today)) {
    if (signal?.aborted) return
    if (situation.plan?.id !== plan.id || !isDue(situation)) continue
    const { id, customerId, currency } = situation.claim
    if (plan.rules.grouping === 'invoice') await tryRemind(work, [id])
    else {
      const key = `${customerId} ${currency}`
      groups.set(key, [...(groups.get(key) ?? []), id])
    }
  }
  for (const ids of groups.values()) {
    if (signal?.aborted) return
    await tryRemind(work, ids)
  }
  await transaction(work, (work) => planRepository.noteLook(work, plan, today))
}

/** The promised day has passed and the invoice is not paid. */
async function notePromises(work: ReadWork, today: string): Promise<void> {
  for (const id of await stateRepository.listBrokenPromises(work, today, BATCH))
    await transaction(work, async (work) => {
      await lockInvoice(work, id)
      const [situation] = await findSituations(work, [id])
      const pause = situation?.state.pause
      if (!situation || pause?.reason !== 'promise' || !isOver(pause, today)) return
      const { claim, state } = situation
      await stateRepository.saveState(work, { ...state, version: state.version + 1, pause: null })
      if (claim.status !== 'sent' || dueMinor(claim) <= 0n) return
      recordEvent(
        { ...work, actor: { ...ACTOR, scopes: work.actor.scopes } },
        {
          type: 'invoice.promise_broken',
          resourceId: id,
          data: { id, number: claim.number, promised: pause.until },
        },
      )
    })
}

/** A waiting reminder that is no longer due, because the invoice was paid or paused. */
async function clearWaiting(work: ReadWork): Promise<void> {
  let after = ''
  for (;;) {
    const waiting = await reminderRepository.listWaitingAfter(work, after, BATCH)
    const found = await findSituations(work, [...new Set(waiting.map((it) => it.invoiceId))])
    const byId = new Map(found.map((situation) => [situation.claim.id, situation]))
    for (const reminder of waiting)
      if (!isStillDue(reminder, byId.get(reminder.invoiceId)))
        await transaction(work, async (work) => {
          await lockInvoice(work, reminder.invoiceId)
          const [now] = await findSituations(work, [reminder.invoiceId])
          if (!isStillDue(reminder, now))
            await reminderRepository.deleteWaiting(work, reminder.invoiceId)
        })
    after = waiting.at(-1)?.id ?? ''
    if (waiting.length < BATCH) return
  }
}

const toSending = (situation: Situation): readonly Sending[] => {
  const { plan, next } = situation
  return plan && next && isDue(situation) ? [{ situation, plan, level: next.level }] : []
}

const isOver = ({ until }: { readonly until: string | null }, today: string): boolean =>
  until !== null && until < today

export const isStillDue = (reminder: Reminder, situation: Situation | undefined): boolean =>
  situation !== undefined && isDue(situation) && situation.next?.level === reminder.level
