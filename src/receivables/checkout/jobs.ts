import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import { companiesWithProviders } from '../providers/change.ts'
import { followCheckout, reasonToEnd, requireCheckout } from './follow.ts'
import { takeHint } from './hints.ts'
import * as repository from './inner/claim-repository.ts'
import { FOLLOW_CHECKOUT, RECONCILE, SEND_REFUNDS, TAKE_HINT } from './kinds.ts'
import { reconcile, reconcileNightly } from './reconcile.ts'
import { sendRefunds } from './refund.ts'

const LOOKED_AT_MAX = 500

export const followCheckoutJob = (): JobHandler => handle(FOLLOW_CHECKOUT, followCheckout)

export const takeHintJob = (): JobHandler =>
  handle(TAKE_HINT, async (work, { payload }) => {
    await takeHint(work, payload)
    return null
  })

export const sendRefundsJob = (): JobHandler => handle(SEND_REFUNDS, sendRefunds)

export const reconcileJob = (): JobHandler => handle(RECONCILE, reconcile)

export const nightlyJob = (): CompanyJob => ({
  ...handle({ name: 'provider.nightly', parallel: 1, everySeconds: 10 * 60 }, async (work) => {
    await reconcileNightly(work)
    return null
  }),
  isRare: true,
  findDue: companiesWithProviders,
})

/** A customer who paid by transfer, or got a credit note, must not pay with an open checkout as well. */
export const watchCheckoutsJob = (): CompanyJob => ({
  ...handle({ name: 'checkout.watch', parallel: 1, everySeconds: 15 }, async (work) => {
    for (const id of await repository.listClaiming(work, LOOKED_AT_MAX)) {
      const it = await requireCheckout(work, id)
      if (it.status !== 'open' || it.charged !== null || (await reasonToEnd(work, it)) === null)
        continue
      const job = { key: id, payload: { checkoutId: id }, group: it.providerId }
      await transaction(work, (work) => enqueue(work, FOLLOW_CHECKOUT, [job]))
    }
    return null
  }),
  isRare: true,
  findDue: repository.companiesWithClaims,
})

export { countUnassigned } from './inner/payment-repository.ts'
