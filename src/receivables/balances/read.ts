import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn, onReplica } from '../../platform/database/db.ts'
import { cashByMonth, heldForCustomers, heldMoney } from '../../sales/ledger/account.ts'
import { balancesOf, type CustomerBalance } from './inner/balances.ts'
import { monthsUntil, type Summary, summarize, weeksFrom, yearsUntil } from './inner/summary.ts'
import {
  agedClaims,
  claimsOfCustomers,
  countDrafts,
  dueByDay,
  paidByMonth,
  refundsDue,
} from './owed.ts'

/**
 * The balances of some customers today, in the company's time zone; unknown ones are left out.
 */
export async function readBalances(
  asked: ReadWork,
  ids: readonly string[],
): Promise<readonly CustomerBalance[]> {
  const work = await onReplica(asked)
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  return inTurn(work, async () => {
    const claims = await claimsOfCustomers(work, ids, today)
    return balancesOf(claims, await heldForCustomers(work, ids))
  })
}

/** Open amounts and payments per currency, as of today in the company's time zone. */
export async function readSummary(asked: ReadWork): Promise<Summary> {
  const work = await onReplica(asked)
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  const months = monthsUntil(today)
  const years = yearsUntil(today)
  const weeks = weeksFrom(today)
  const before = addDays(weeks.at(-1)?.to ?? today, 1)
  return inTurn(work, async () => {
    const claims = await agedClaims(work, today)
    const since = `${years[0]}-01-01`
    const paid = [...(await paidByMonth(work, since)), ...(await cashByMonth(work, since))]
    return {
      today,
      drafts: await countDrafts(work),
      currencies: summarize({
        due: await dueByDay(work, { from: today, before }),
        weeks,
        claims,
        refunds: await refundsDue(work),
        held: await heldMoney(work),
        paid,
        months,
        years,
      }),
    }
  })
}
