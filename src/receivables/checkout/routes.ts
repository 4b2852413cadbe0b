import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, issue, read, write } from '../../core/http/access.ts'
import { etagOf } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { earlyView } from '../payments/early-view.ts'
import { assignPayment } from './assign.ts'
import { type DisputeDetails, disputeEtag, getDispute, listDisputes } from './disputes.ts'
import * as schema from './inner/schema.ts'
import { checkoutView, disputeView, paymentView, refundView } from './inner/view.ts'
import { RECONCILE } from './kinds.ts'
import { offersFor } from './offers.ts'
import { openCheckout } from './open.ts'
import {
  acknowledgePayment,
  type Booked,
  bookedEtag,
  checkoutEtag,
  fetchProviderPayment,
  getCheckout,
  getProviderPayment,
  listCheckoutsOf,
  listProviderPayments,
} from './read.ts'
import { syncProvider } from './reconcile.ts'
import { getRefund, type Refunded, refundInvoicePayment, refundPayment } from './refund.ts'

export const checkoutRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const checkouts = answersOf(checkoutEtag, checkoutView)
  const bookedView = ({ payment, bookings }: Booked) => paymentView(payment, bookings)
  const payments = answersOf(bookedEtag, bookedView)

  app.post('/invoices/:id/checkout', issue(schema.openCheckout), async (request, reply) => {
    const { params, body } = request
    const made = await openCheckout(workOf(request), {
      invoiceId: params.id,
      amount: body.amount,
      discount: body.discount,
      others: body.others?.map(({ invoice_id: invoiceId, ...part }) => ({ invoiceId, ...part })),
      providerId: body.provider_id,
      method: body.method,
      openedBy: 'api',
    })
    return checkouts.send(request, locate(reply, `/checkouts/${made.id}`), made)
  })

  app.get('/invoices/:id/checkouts', read(schema.listCheckouts), async (request) => ({
    data: (await listCheckoutsOf(workOf(request), request.params.id)).map(checkoutView),
  }))

  app.get('/invoices/:id/offers', read(schema.listOffers), async (request) => {
    const work = workOf(request)
    const { invoice } = await getInvoice(work, request.params.id)
    const { offers, leftOut, reason, early } = await offersFor(work, invoice)
    return {
      reason,
      early_payment: early && earlyView(early, invoice.currency),
      offers: offers.map(({ provider, method }) => ({ provider_id: provider.id, method })),
      left_out: leftOut.map(({ provider, method, reason }) => ({
        provider_id: provider.id,
        method,
        reason,
      })),
    }
  })

  app.get('/checkouts/:id', read(schema.getCheckout), async (request, reply) =>
    checkouts.send(request, reply, await getCheckout(workOf(request), request.params.id)),
  )

  app.get('/provider-payments', read(schema.listPayments), async (request) =>
    pageView(await listProviderPayments(workOf(request), request.query), payments.entry),
  )

  app.get('/provider-payments/:id', read(schema.getPayment), async (request, reply) =>
    payments.send(request, reply, await getProviderPayment(workOf(request), request.params.id)),
  )

  for (const [name, described, act] of [
    ['fetch', schema.fetchPayment, fetchProviderPayment],
    ['acknowledge', schema.acknowledgePayment, acknowledgePayment],
  ] as const)
    app.post(`/provider-payments/:id/${name}`, write(described), async (request, reply) =>
      payments.send(request, reply, await act(workOf(request), request.params.id)),
    )

  app.post('/provider-payments/:id/assign', issue(schema.assignPayment), async (request, reply) =>
    payments.send(
      request,
      reply,
      await assignPayment(workOf(request), request.params.id, request.body),
    ),
  )

  const refunds = answersOf(
    ({ refund }: Refunded) => etagOf(refund.id, refund.version),
    ({ payment, refund }: Refunded) => refundView(payment, refund),
  )
  app.post('/provider-payments/:id/refund', issue(schema.refundPayment), async (request, reply) => {
    const made = await refundPayment(workOf(request), request.params.id, request.body)
    return refunds.send(request, locate(reply, `/refunds/${made.refund.id}`), made)
  })

  app.post(
    '/invoices/:id/payments/:payment_id/refund',
    issue(schema.refundInvoicePayment),
    async (request, reply) => {
      const { id: invoiceId, payment_id: paymentId } = request.params
      const of = { invoiceId, paymentId }
      const made = await refundInvoicePayment(workOf(request), of, request.body)
      return refunds.send(request, locate(reply, `/refunds/${made.refund.id}`), made)
    },
  )

  app.get('/refunds/:id', read(schema.getRefund), async (request, reply) =>
    refunds.send(request, reply, await getRefund(workOf(request), request.params.id)),
  )

  const disputes = answersOf(disputeEtag, ({ payment, dispute, url }: DisputeDetails) =>
    disputeView(payment, dispute, url),
  )
  app.get('/disputes', read(schema.listDisputes), async (request) =>
    pageView(await listDisputes(workOf(request), request.query), disputes.entry),
  )

  app.get('/disputes/:id', read(schema.getDispute), async (request, reply) =>
    disputes.send(request, reply, await getDispute(workOf(request), request.params.id)),
  )

  app.post('/payment-providers/:id/sync', admin(schema.syncProvider), async (request, reply) => {
    const { params, body } = request
    const { id } = await syncProvider(workOf(request), params.id, body.since ?? null)
    return reply.code(202).send({ job: { kind: RECONCILE.name, key: id } })
  })
}
