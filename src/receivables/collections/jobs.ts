import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { PLAN_COLLECTION } from '../../sales/invoices/kinds.ts'
import { FOLLOW_CHARGE } from '../checkout/kinds.ts'
import { chargeDue, followCharge } from './charge.ts'
import { endIfSettled, reasonToEnd } from './end.ts'
import * as repository from './inner/repository.ts'
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

/** What was paid otherwise, credited or voided is not collected. */
export const watchCollectionsJob = (): CompanyJob => ({
  ...handle({ name: 'collection.watch', parallel: 1, everySeconds: 60 }, async (work) => {
    const waiting = { statuses: ['planned', 'announced'] } as const
    for (const it of await repository.listWithStatus(work, waiting, LOOKED_AT_MAX))
      if ((await reasonToEnd(work, it)) !== null) await endIfSettled(work, it.id)
    await chargeDue(work)
    return null
  }),
  isRare: true,
  findDue: repository.companiesWithActive,
})
