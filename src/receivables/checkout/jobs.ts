import { type CompanyJob, handle, type JobHandler } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import { followCheckout, reasonToEnd, requireCheckout } from './follow.ts'
import { takeHint } from './hints.ts'
import * as repository from './inner/repository.ts'
import { FOLLOW_CHECKOUT, SEND_REFUNDS, TAKE_HINT } from './kinds.ts'
import { sendRefunds } from './refund.ts'

const LOOKED_AT_MAX = 500

export const followCheckoutJob = (): JobHandler => handle(FOLLOW_CHECKOUT, followCheckout)

export const takeHintJob = (): JobHandler =>
  handle(TAKE_HINT, async (work, { payload }) => {
    await takeHint(work, payload)
    return null
  })

export const sendRefundsJob = (): JobHandler => handle(SEND_REFUNDS, sendRefunds)

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
