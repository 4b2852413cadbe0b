import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockSituation } from './inner/changes.ts'
import { notPaused, notRemindable } from './inner/errors.ts'
import { requireSituation } from './inner/facts.ts'
import type { PauseBody, PauseReason } from './inner/input.ts'
import type { ReminderState } from './inner/reminder.ts'
import * as reminderRepository from './inner/reminder-repository.ts'
import { claimReason, type Situation } from './inner/situation.ts'
import * as stateRepository from './inner/state-repository.ts'
import { NONE } from './plan.ts'
import { stateEtag } from './read.ts'

export function pauseReminders(
  work: ReadWork,
  request: VersionedRef,
  body: PauseBody,
): Promise<Situation> {
  return change(work, request, ({ state, claim, today }) => {
    const reason = claimReason(claim)
    if (reason !== null) throw notRemindable(reason)
    const until = body.until ?? null
    if (until !== null && until < today)
      throw invalidRequest([
        {
          pointer: '/until',
          code: 'out_of_range',
          message: 'Use today or a later day.',
          params: { from: today },
        },
      ])
    const note = body.note?.trim() || null
    const pause = { reason: body.reason as PauseReason, note, until, at: work.at }
    return { ...state, pause }
  })
}

/** After a refund or a dispute: pauses reminders without an end, unless nothing is due. */
export async function pauseUntilResumed(
  work: Work,
  invoiceId: string,
  reason: PauseReason,
): Promise<void> {
  const before = await lockSituation(work, invoiceId)
  const { state, claim } = before
  if (dueMinor(claim) <= 0n || state.pause?.until === null) return
  await save(work, before, { ...state, pause: { reason, note: null, until: null, at: work.at } })
}

export function resumeReminders(work: ReadWork, request: VersionedRef): Promise<Situation> {
  return change(work, request, ({ state }) => {
    if (state.pause === null) throw notPaused()
    return { ...state, pause: null }
  })
}

/** An id, `default`, `none`, or null for that of the customer. */
export function choosePlan(
  work: ReadWork,
  request: VersionedRef,
  plan: string | null,
): Promise<Situation> {
  return change(work, request, async ({ state, plans }, work) => {
    const isKnown = plan === null || !isId('rpl', plan) || plans.some(({ id }) => id === plan)
    if (!isKnown)
      throw invalidRequest([
        {
          pointer: '/plan',
          code: 'unknown_plan',
          message: 'Unknown plan: use the id of a reminder plan, `default` or `none`.',
        },
      ])
    if (plan === NONE) await reminderRepository.deleteWaiting(work, state.invoiceId)
    return { ...state, plan }
  })
}

/** Changes the decisions about an invoice, with its row locked. */
function change(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  decide: (situation: Situation, work: Work) => Promise<ReminderState> | ReminderState,
): Promise<Situation> {
  return transaction(work, async (work) => {
    const situation = await lockSituation(work, id)
    checkIfMatch(ifMatch, stateEtag(situation))
    return save(work, situation, await decide(situation, work))
  })
}

async function save(work: Work, before: Situation, state: ReminderState): Promise<Situation> {
  const { invoiceId: id, version } = before.state
  await stateRepository.saveState(work, { ...state, version: version + 1 })
  const after = await requireSituation(work, id)
  if (after.wait === 'paused') await reminderRepository.deleteWaiting(work, id)
  return requireSituation(work, id)
}
