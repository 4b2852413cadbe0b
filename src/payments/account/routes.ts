import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entryView } from '../../accounts/view.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { invoiceEtag } from '../../invoices/etag.ts'
import { paymentView } from '../../invoices/payments/view.ts'
import { formatMinor } from '../../money/minor.ts'
import type { WorkOf } from '../../record/work.ts'
import * as schema from './schema.ts'
import type { AccountPaymentService, Recorded } from './service.ts'

export const accountPaymentRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly accountPayments: AccountPaymentService
  readonly apiPrefix: string
}> = async (app, { workOf, accountPayments, apiPrefix }) => {
  const write = { config: { access: 'write' } } as const
  const issue = { config: { access: 'issue' } } as const

  app.post(
    '/customers/:id/payments',
    { ...write, schema: schema.receivePayment },
    async (request, reply) => {
      const { id } = request.params
      const body = request.body as schema.CustomerPaymentBody
      const { entry, payments, balanceMinor } = await accountPayments.receive(
        workOf(request),
        id,
        body,
      )
      reply.code(201).header('location', `${apiPrefix}/customers/${id}/account`)
      return {
        entry: entryView(entry),
        payments: payments.map(paymentView),
        balance: formatMinor(balanceMinor, entry.currency),
      }
    },
  )

  app.post(
    '/customers/:id/account/refund',
    { ...issue, schema: schema.refundAccount },
    async (request, reply) => {
      const { id } = request.params
      const entry = await accountPayments.refund(workOf(request), id, request.body)
      reply.code(201).header('location', `${apiPrefix}/customers/${id}/account`)
      return entryView(entry)
    },
  )

  const sendRecorded = (
    request: FastifyRequest,
    reply: FastifyReply,
    { payment, invoice }: Recorded,
  ) => {
    const { id, invoiceId } = payment
    reply.code(201).header('location', `${apiPrefix}/invoices/${invoiceId}/payments/${id}`)
    return sendWithEtag(request, reply, invoiceEtag(invoice), paymentView(payment))
  }

  for (const [path, described, act] of [
    ['apply-credit', schema.applyCredit, accountPayments.apply],
    ['keep-credit', schema.keepCredit, accountPayments.keep],
  ] as const)
    app.post(`/invoices/:id/${path}`, { ...write, schema: described }, async (request, reply) => {
      const change = { id: request.params.id, ifMatch: request.headers['if-match'] }
      return sendRecorded(request, reply, await act(workOf(request), change, request.body ?? {}))
    })
}
