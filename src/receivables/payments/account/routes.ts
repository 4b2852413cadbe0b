import { formatMinor } from '@billwright/money'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { issue, read, write } from '../../../core/http/access.ts'
import { sendWithEtag } from '../../../core/http/etag.ts'
import { pageView } from '../../../core/http/pagination.ts'
import { changeOf, locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { invoiceEtag } from '../../../sales/invoices/etag.ts'
import { paymentView } from '../../../sales/ledger/payment-view.ts'
import { balancesView, entryView } from './entry-view.ts'
import { getAccount } from './inner/entry-schema.ts'
import * as schema from './inner/schema.ts'
import type { Recorded } from './money.ts'
import { applyMoney, keepMoney, receiveMoney, refundMoney } from './money.ts'
import { listAccountEntries } from './read.ts'

export const accountRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.get('/customers/:id/account', read(getAccount), async (request) => {
    const { id } = request.params
    const page = await listAccountEntries(workOf(request), id, request.query)
    return { customer_id: id, balances: balancesView(page.balances), ...pageView(page, entryView) }
  })

  app.post('/customers/:id/payments', write(schema.receivePayment), async (request, reply) => {
    const { id } = request.params
    const body = request.body as schema.CustomerPaymentBody
    const { entry, payments, balanceMinor } = await receiveMoney(workOf(request), id, body)
    locate(reply, `/customers/${id}/account`)
    return {
      entry: entryView(entry),
      payments: payments.map(paymentView),
      balance: formatMinor(balanceMinor, entry.currency),
    }
  })

  app.post('/customers/:id/account/refund', issue(schema.refundAccount), async (request, reply) => {
    const { id } = request.params
    const entry = await refundMoney(workOf(request), id, request.body)
    locate(reply, `/customers/${id}/account`)
    return entryView(entry)
  })

  const sendRecorded = (
    request: FastifyRequest,
    reply: FastifyReply,
    { payment, invoice }: Recorded,
  ) => {
    const { id, invoiceId } = payment
    locate(reply, `/invoices/${invoiceId}/payments/${id}`)
    return sendWithEtag(request, reply, invoiceEtag(invoice), paymentView(payment))
  }

  for (const [path, described, act] of [
    ['apply-credit', schema.applyCredit, applyMoney],
    ['keep-credit', schema.keepCredit, keepMoney],
  ] as const)
    app.post(`/invoices/:id/${path}`, write(described), async (request, reply) => {
      return sendRecorded(
        request,
        reply,
        await act(workOf(request), changeOf(request), request.body ?? {}),
      )
    })
}
