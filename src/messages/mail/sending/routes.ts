import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { issue, write } from '../../../core/http/access.ts'
import { changeOf } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import * as schema from '../inner/schema.ts'
import { sendersOf } from './answer.ts'
import {
  deliveryNoteMessages,
  previewInvoiceMessage,
  previewQuoteMessage,
  receiptMessages,
  sendInvoice,
  sendInvoices,
  sendQuote,
  statementMessages,
} from './send.ts'

export const sendingRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  const { sendCreated } = sendersOf(workOf)

  app.post('/invoices/:id/send', issue(schema.sendInvoice), async (request, reply) =>
    sendCreated(
      request,
      reply,
      await sendInvoice(workOf(request), changeOf(request), request.body ?? {}),
    ),
  )

  app.post('/invoices/:id/send/preview', write(schema.previewInvoice), async (request) =>
    previewInvoiceMessage(workOf(request), request.params.id, request.body ?? {}),
  )

  app.post('/invoices/send', issue(schema.sendInvoices), async (request) => ({
    data: await sendInvoices(workOf(request), request.body.ids),
  }))

  app.post(
    '/invoices/:id/payments/:payment_id/receipt',
    issue(schema.sendReceipt),
    async (request, reply) => {
      const { id, payment_id: paymentId } = request.params
      const payment = { id, paymentId }
      const message = await receiptMessages.send(workOf(request), payment, request.body ?? {})
      return sendCreated(request, reply, message)
    },
  )

  app.post(
    '/invoices/:id/payments/:payment_id/receipt/preview',
    write(schema.previewReceipt),
    async (request) => {
      const { id, payment_id: paymentId } = request.params
      return receiptMessages.preview(workOf(request), { id, paymentId }, request.body ?? {})
    },
  )

  app.post('/quotes/:id/send', issue(schema.sendQuote), async (request, reply) => {
    const message = await sendQuote(workOf(request), changeOf(request), request.body ?? {})
    return sendCreated(request, reply, message)
  })

  app.post('/quotes/:id/send/preview', write(schema.previewQuote), async (request) =>
    previewQuoteMessage(workOf(request), request.params.id, request.body ?? {}),
  )

  app.post('/delivery-notes/:id/send', issue(schema.sendDeliveryNote), async (request, reply) => {
    const { params, body } = request
    const message = await deliveryNoteMessages.send(workOf(request), params.id, body ?? {})
    return sendCreated(request, reply, message)
  })

  app.post('/delivery-notes/:id/send/preview', write(schema.previewDeliveryNote), async (request) =>
    deliveryNoteMessages.preview(workOf(request), request.params.id, request.body ?? {}),
  )

  app.post('/customers/:id/statement/send', issue(schema.sendStatement), async (request, reply) =>
    sendCreated(
      request,
      reply,
      await statementMessages.send(workOf(request), request.params.id, request.body ?? {}),
    ),
  )

  app.post(
    '/customers/:id/statement/send/preview',
    write(schema.previewStatement),
    async (request) =>
      statementMessages.preview(workOf(request), request.params.id, request.body ?? {}),
  )
}
