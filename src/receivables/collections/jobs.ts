import { currentSettings } from '../../company/settings/read.ts'
import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { dayOf } from '../../platform/clock.ts'
import { PLAN_COLLECTION } from '../../sales/invoices/kinds.ts'
import { FOLLOW_CHARGE } from '../checkout/kinds.ts'
import { chargeDue, followCharge } from './charge.ts'
import { endIfSettled, reasonToEnd } from './end.ts'
import * as repository from './inner/repository.ts'
import { announceAgain, noteUntold } from './notice.ts'
import { planIssued } from './plan.ts'

const LOOKED_AT_MAX = 1000

export const planCollectionJob = (): JobHandler =>
  handle(PLAN_COLLECTION, async (work, { payload }) => {
    await planIssued(work, payload.invoiceId)
    return null
  })

export const followChargeJob = (): JobHandler =>
  handle(FOLLOW_CHARGE, async (work, { payload }) => {
    await followCharge(work, payload.checkoutId)
    return null
  })

/** Looks at everything that waits to be collected: whether it still should be, and whether the customer knows. */
export const watchCollectionsJob = (): CompanyJob => ({
  ...handle({ name: 'collection.watch', parallel: 1, everySeconds: 60 }, async (work) => {
    const waiting = { statuses: ['planned', 'announced'] } as const
    const all = await repository.listWithStatus(work, waiting, LOOKED_AT_MAX)
    const dues = await repository.findDues(
      work,
      all.map(({ invoiceId }) => invoiceId),
    )
    const { timeZone } = await currentSettings(work)
    const today = dayOf(work.at, timeZone)
    for (const it of all) {
      const { id, status, nextOn, notice } = it
      const due = dues.get(it.invoiceId)?.dueMinor ?? 0n
      if ((await reasonToEnd(work, it)) !== null) await endIfSettled(work, id)
      else if (notice !== null && due > notice.amountMinor) await announceAgain(work, id)
      else if (status === 'planned' && nextOn !== null && nextOn <= today)
        await noteUntold(work, id)
    }
    await chargeDue(work)
    return null
  }),
  isRare: true,
  findDue: repository.companiesWithActive,
})
