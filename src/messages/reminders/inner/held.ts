import { sumOf } from '@billwright/money'
import type { ReadWork } from '../../../core/record/work.ts'
import type { Claim, Settlement } from '../../../receivables/balances/claims.ts'
import {
  listAccountChanges,
  listOpenOf,
  listRefundsDue,
  listSettlements,
} from '../../../receivables/balances/claims.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'

/** More open invoices of one customer are not subtracted from the customer's money. */
const OPEN_MAX = 1000

/**
 * What reduces the principal of a claim: payments and credit notes, and the customer's money that
 * the company holds (on account, or as a refund that is due), as far as no earlier claim needs it.
 */
export async function settlementsOf(work: ReadWork, claim: Claim): Promise<readonly Settlement[]> {
  const own = await listSettlements(work, claim.id)
  const of = { customerId: claim.customerId, currency: claim.currency }
  const refunds: (readonly Settlement[])[] = []
  for (const refund of await listRefundsDue(work, of))
    refunds.push(overpaid(refund, await listSettlements(work, refund.id)))
  const held = [...(await listAccountChanges(work, of)), ...refunds.flat()]
  if (held.length === 0) return own
  const open = await listOpenOf(work, of, OPEN_MAX)
  const before = open.slice(
    0,
    open.findIndex(({ id }) => id === claim.id),
  )
  return [...own, ...aboveFloor(held, sumOf(before.map(dueMinor)))]
}

/** How the amount that an invoice was paid or credited too much changed, by day. */
const overpaid = (
  { issueDate, totals }: Claim,
  settled: readonly Settlement[],
): readonly Settlement[] => {
  const payable = payableMinor(totals)
  return payable < 0n
    ? aboveFloor([{ day: issueDate, minor: -payable }, ...settled], 0n)
    : aboveFloor(settled, payable)
}

/** The changes of a balance as far as it exceeds `floorMinor`, in the order of days. */
function aboveFloor(changes: readonly Settlement[], floorMinor: bigint): readonly Settlement[] {
  let balance = 0n
  let above = 0n
  return changes
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .flatMap(({ day, minor }) => {
      balance += minor
      const now = balance > floorMinor ? balance - floorMinor : 0n
      const change = now - above
      above = now
      return change === 0n ? [] : [{ day, minor: change }]
    })
}
