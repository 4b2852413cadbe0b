import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn, onReplica } from '../../platform/database/db.ts'
import { countDrafts } from '../../sales/invoices/lookups.ts'
import { balancesOf, type CustomerBalance } from './inner/balances.ts'
import { monthsUntil, type Summary, summarize, weeksFrom, yearsUntil } from './inner/summary.ts'
import { onAccount, onAccountOf, owedByCustomers, owedByDay } from './owed.ts'
import { receivedByDay } from './received.ts'

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
    const owed = await owedByCustomers(work, ids, today)
    return balancesOf(owed, await onAccountOf(work, ids))
  })
}

/** Open amounts and payments per currency, as of today in the company's time zone. */
export async function readSummary(asked: ReadWork): Promise<Summary> {
  const work = await onReplica(asked)
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  const months = monthsUntil(today)
  const years = yearsUntil(today)
  const weeks = weeksFrom(today)
  return inTurn(work, async () => {
    return {
      today,
      drafts: await countDrafts(work),
      currencies: summarize({
        owed: await owedByDay(work, today),
        onAccount: await onAccount(work),
        received: await receivedByDay(work, `${years[0]}-01-01`),
        today,
        months,
        years,
        weeks,
      }),
    }
  })
}
