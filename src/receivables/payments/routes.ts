import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read, write } from '../../core/http/access.ts'
import { etagOf, etagWith, sendWithEtag } from '../../core/http/etag.ts'
import { expansionsOf, withExpanded } from '../../core/http/expand.ts'
import { pageView, toPageRequest } from '../../core/http/pagination.ts'
import { changeOf, locate } from '../../core/http/resource.ts'
import { bulkOptions, createBulk, oneByOne } from '../../core/record/bulk.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { invoiceEtag } from '../../sales/invoices/etag.ts'
import { paymentView } from '../../sales/ledger/payment-view.ts'
import { deletePayment, recordPayment, reversePayment } from './change.ts'
import * as schema from './inner/schema.ts'
import { paymentEntryView, paymentExpandedView } from './inner/view.ts'
import { type PaymentBody, PaymentOfInvoice } from './input.ts'
import {
  expandPayments,
  findPaymentWithInvoice,
  getPayment,
  listPaymentsOfCompany,
  listPaymentsOfInvoice,
} from './read.ts'

export const paymentRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const recording = {
    meaning: checkedBy(workOf, (work, body: PaymentBody, { id }) =>
      recordPayment(work, { id, ifMatch: undefined }, body),
    ),
  }

  app.get('/payments', read(schema.listAllPayments), async (request) => {
    const { query } = request
    const wanted = toPageRequest(query, '-paid_at')
    const work = workOf(request)
    const page = await listPaymentsOfCompany(work, schema.toFilter(query), wanted)
    const expansionOf = await expandPayments(work, page.data, expansionsOf(query))
    return pageView(page, (it) => ({
      ...withExpanded(paymentEntryView(it), paymentExpandedView(expansionOf(it))),
      etag: it.invoiceTag,
    }))
  })

  const recordMany = createBulk(app, PaymentOfInvoice, {
    create: oneByOne(async (work, { invoice_id: id, ...body }: PaymentOfInvoice) => {
      const { payment } = await recordPayment(work, { id, ifMatch: undefined }, body)
      return payment
    }),
    view: paymentView,
    atOnce: 10,
    together: schema.PAYMENTS_TOGETHER,
  })
  app.post(
    '/payments/bulk',
    { ...write(schema.recordPayments), ...bulkOptions(app) },
    async (request) => recordMany(workOf(request), request.body, request),
  )

  app.get('/payments/:payment_id', read(schema.findPayment), async (request, reply) => {
    const work = workOf(request)
    const payment = await findPaymentWithInvoice(work, request.params.payment_id)
    const expansionOf = await expandPayments(work, [payment], expansionsOf(request.query))
    const expanded = paymentExpandedView(expansionOf(payment))
    const view = withExpanded(paymentEntryView(payment), expanded)
    return sendWithEtag(request, reply, etagWith(etagOf(payment.id, 1), expanded), view)
  })

  app.get('/invoices/:id/payments', read(schema.listPayments), async (request) => {
    const { params, query } = request
    const wanted = toPageRequest(query, 'paid_at')
    const page = await listPaymentsOfInvoice(workOf(request), params.id, wanted)
    return pageView(page, (it) => ({ ...paymentView(it), etag: it.invoiceTag }))
  })

  app.post(
    '/invoices/:id/payments',
    write(schema.recordPayment, recording),
    async (request, reply) => {
      const { payment, invoice } = await recordPayment(
        workOf(request),
        changeOf(request),
        request.body ?? {},
      )
      const { id, invoiceId } = payment
      locate(reply, `/invoices/${invoiceId}/payments/${id}`)
      return sendWithEtag(request, reply, invoiceEtag(invoice), paymentView(payment))
    },
  )

  app.get('/invoices/:id/payments/:payment_id', read(schema.getPayment), async (request, reply) => {
    const { id, payment_id: paymentId } = request.params
    const { payment, invoice } = await getPayment(workOf(request), id, paymentId)
    return sendWithEtag(request, reply, invoiceEtag(invoice), paymentView(payment))
  })

  app.post(
    '/invoices/:id/payments/:payment_id/reverse',
    write(schema.reversePayment),
    async (request, reply) => {
      const { payment_id: id } = request.params
      const body = { ...request.body, id }
      const { payment, invoice } = await reversePayment(workOf(request), changeOf(request), body)
      locate(reply, `/invoices/${payment.invoiceId}/payments/${payment.id}`)
      return sendWithEtag(request, reply, invoiceEtag(invoice), paymentView(payment))
    },
  )

  app.delete(
    '/invoices/:id/payments/:payment_id',
    write(schema.deletePayment),
    async (request, reply) => {
      await deletePayment(workOf(request), changeOf(request), request.params.payment_id)
      return reply.code(204).send(null)
    },
  )
}
