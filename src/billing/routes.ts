import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { write } from '../http/access.ts'
import { sendJson } from '../http/etag.ts'
import { locate } from '../http/resource.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import { createCompanyGate } from '../platform/company-gate.ts'
import type { WorkOf } from '../record/work.ts'
import type { AllEntriesBody } from './schema.ts'
import * as schema from './schema.ts'
import type { BillingService } from './service.ts'
import { billedView } from './view.ts'

export const billingRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly billing: BillingService
}> = async (app, { workOf, billing }) => {
  app.post('/entries/invoice', write(schema.invoiceEntries), async (request, reply) => {
    const details = await billing.invoice(workOf(request), request.body)
    locate(reply, `/invoices/${details.invoice.id}`)
    return sendJson(request, reply, invoiceAnswer(details))
  })

  const gate = createCompanyGate()
  const invoiceAll =
    (isPreview: boolean) => (request: FastifyRequest & { body: AllEntriesBody }) => {
      const work = workOf(request)
      return gate.run(work.company, async () => {
        const page = await billing.invoiceAll(work, request.body, { isPreview })
        return billedView(page, { isPreview, requestId: request.id })
      })
    }
  app.post('/entries/invoices', write(schema.invoiceAllEntries), invoiceAll(false))
  app.post('/entries/invoices/preview', write(schema.previewAllEntries), invoiceAll(true))
}
