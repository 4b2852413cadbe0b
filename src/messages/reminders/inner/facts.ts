import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { isId } from '../../../platform/ids.ts'
import type { Claim } from '../../../receivables/balances/claims.ts'
import { findClaims } from '../../../receivables/balances/claims.ts'
import { onAccountOf, refundsDueTo } from '../../../receivables/balances/owed.ts'
import { listPendingOnline } from '../../../receivables/checkout/read.ts'
import { listCollecting } from '../../../receivables/collections/read.ts'
import { findCustomers } from '../../../sales/customers/read.ts'
import { invoiceNotFound } from '../../../sales/invoices/errors.ts'
import * as planRepository from './plan-repository.ts'
import { noState } from './reminder.ts'
import * as reminderRepository from './reminder-repository.ts'
import { type Situation, situationOf } from './situation.ts'
import * as stateRepository from './state-repository.ts'

/** Throws 404 if there is no such invoice. */
export async function requireSituation(work: ReadWork, id: string): Promise<Situation> {
  const [situation] = isId('inv', id) ? await findSituations(work, [id]) : []
  if (!situation) throw invoiceNotFound()
  return situation
}

export async function situationsOfClaims(
  work: ReadWork,
  claims: readonly Claim[],
): Promise<readonly Situation[]> {
  const ids = claims.map(({ id }) => id)
  const current = await currentSettings(work)
  const plans = await planRepository.listPlans(work)
  const states = await stateRepository.findStates(work, ids)
  const reminders = Map.groupBy(
    await reminderRepository.listOfInvoices(work, ids),
    ({ invoiceId }) => invoiceId,
  )
  const customerIds = [...new Set(claims.map(({ customerId }) => customerId))]
  const found = await findCustomers(work, customerIds)
  const byId = new Map(found.map((customer) => [customer.id, customer]))
  const held = await heldOf(work, customerIds)
  const collecting = await listCollecting(work, ids)
  const pending = await listPendingOnline(work, ids)
  return claims.map((claim) =>
    situationOf({
      claim,
      plans,
      settings: current,
      at: work.at,
      customer: byId.get(claim.customerId) ?? null,
      state: states.get(claim.id) ?? noState(claim.id),
      reminders: reminders.get(claim.id) ?? [],
      isBeingPaid: collecting.has(claim.id) || pending.has(claim.id),
      collectOn: collecting.get(claim.id) ?? null,
      heldMinor: held.get(`${claim.customerId} ${claim.currency}`) ?? 0n,
    }),
  )
}

export async function findSituations(
  work: ReadWork,
  ids: readonly string[],
): Promise<readonly Situation[]> {
  return situationsOfClaims(work, await findClaims(work, ids))
}

/** On account and refunds due, by customer and currency. */
async function heldOf(work: ReadWork, ids: readonly string[]) {
  const sums = new Map<string, bigint>()
  if (ids.length === 0) return sums
  const credits = [...(await onAccountOf(work, ids)), ...(await refundsDueTo(work, ids))]
  for (const { customerId, currency, minor } of credits) {
    const key = `${customerId} ${currency}`
    sums.set(key, (sums.get(key) ?? 0n) - minor)
  }
  return sums
}
