import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendJson } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import type { WorkOf } from '../record/work.ts'
import * as schema from './schema.ts'
import type { BillingService } from './service.ts'

export const billingRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly billing: BillingService
}> = async (app, { workOf, billing }) => {
  app.post(
    '/entries/invoice',
    { config: { access: 'write' }, schema: schema.invoiceEntries },
    async (request, reply) => {
      const details = await billing.invoice(workOf(request), request.body)
      reply.code(201).header('location', `${API_PREFIX}/invoices/${details.invoice.id}`)
      return sendJson(request, reply, invoiceAnswer(details))
    },
  )
}
