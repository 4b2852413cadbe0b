import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { issue, read, write } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import * as schema from './inner/schema.ts'
import { checkoutView, paymentView } from './inner/view.ts'
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
    const { offers, reason } = await offersFor(work, invoice)
    return {
      reason,
      offers: offers.map(({ provider, method }) => ({ provider_id: provider.id, method })),
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
}
