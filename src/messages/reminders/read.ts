import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import * as chargeRepository from './inner/charge-repository.ts'
import { lacksBaseRate } from './inner/charges.ts'
import { findSituations, requireSituation } from './inner/facts.ts'
import type { Reminder } from './inner/reminder.ts'
import * as reminderRepository from './inner/reminder-repository.ts'
import { claimReason, isCounted, type Situation } from './inner/situation.ts'
import { isStillDue } from './look.ts'

export { findSituations as nextReminders, requireSituation as getSituation } from './inner/facts.ts'
export { levelOf as reminderLevelOf } from './inner/reminder-repository.ts'

/** A waiting reminder with what it is about. */
export interface Due {
  readonly reminder: Reminder
  readonly situation: Situation
}

export const stateEtag = ({ claim, state, reminders }: Situation): string =>
  etagOf(`${claim.id}-${reminders.length}`, state.version)

/** Those that wait for a person. */
export async function listDueReminders(work: ReadWork, query: PageQueryInput): Promise<Page<Due>> {
  const request = toPageRequest(query, 'created_at')
  const rows = await reminderRepository.listWaiting(work, request)
  const total = query.include ? await reminderRepository.countWaiting(work) : null
  const page = toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
  const due = await withSituations(work, page.data)
  return { ...page, data: due.filter((it) => isStillDue(it.reminder, it.situation)) }
}

export async function listCharges(work: ReadWork, id: string) {
  const { claim } = await requireSituation(work, id)
  return { charges: await chargeRepository.listCharges(work, id), currency: claim.currency }
}

/** The newest ones that wait for a person. */
export async function listAttentionReminders(
  work: ReadWork,
  limit: number,
): Promise<readonly Due[]> {
  const page = { limit: limit - 1, after: null, direction: 'desc' } as const
  const due = await withSituations(work, await reminderRepository.listWaiting(work, page))
  return due.filter((it) => isStillDue(it.reminder, it.situation))
}

/** For each plan the oldest reminder that claimed no interest, and still could not. */
export async function listWithoutInterest(work: ReadWork, limit: number): Promise<readonly Due[]> {
  const sent = await reminderRepository.listSentWithProblem(work, limit)
  const found = (await withSituations(work, sent)).filter(isWithoutInterest)
  return [...new Map(found.map((due) => [due.reminder.planId, due])).values()]
}

function isWithoutInterest({ reminder, situation }: Due): boolean {
  const { claim, customer, plan, reminders } = situation
  const isLast = reminders.findLast(isCounted)?.id === reminder.id
  if (!isLast || claimReason(claim) !== null || !plan?.enabled || claim.dueDate === null)
    return false
  const customerKind = customer?.kind ?? null
  return lacksBaseRate(plan.rules, { customerKind, dueDay: claim.dueDate, day: reminder.day })
}

export async function withSituations(
  work: ReadWork,
  reminders: readonly Reminder[],
): Promise<readonly Due[]> {
  const found = await findSituations(work, [...new Set(reminders.map((it) => it.invoiceId))])
  const byId = new Map(found.map((situation) => [situation.claim.id, situation]))
  return reminders.flatMap((reminder) => {
    const situation = byId.get(reminder.invoiceId)
    return situation ? [{ reminder, situation }] : []
  })
}
