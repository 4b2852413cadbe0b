import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { write } from '../http/access.ts'
import { sendJson } from '../http/etag.ts'
import { locate } from '../http/resource.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import type { WorkOf } from '../record/work.ts'
import * as schema from './schema.ts'
import type { BillingService } from './service.ts'

export const billingRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly billing: BillingService
}> = async (app, { workOf, billing }) => {
  app.post('/entries/invoice', write(schema.invoiceEntries), async (request, reply) => {
    const details = await billing.invoice(workOf(request), request.body)
    locate(reply, `/invoices/${details.invoice.id}`)
    return sendJson(request, reply, invoiceAnswer(details))
  })
}
