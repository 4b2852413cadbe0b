import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { write } from '../../core/http/access.ts'
import { sendJson } from '../../core/http/etag.ts'
import { locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { createCompanySlots } from '../../platform/company-slots.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import { billAllEntries, billEntries } from './bill.ts'
import type { AllEntriesBody } from './inner/schema.ts'
import * as schema from './inner/schema.ts'
import { billedView } from './inner/view.ts'

export const billingRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.post('/entries/invoice', write(schema.invoiceEntries), async (request, reply) => {
    const details = await billEntries(workOf(request), request.body)
    locate(reply, `/invoices/${details.invoice.id}`)
    return sendJson(request, reply, invoiceAnswer(details))
  })

  const gate = createCompanySlots()
  const invoiceAll =
    (isPreview: boolean) => (request: FastifyRequest & { body: AllEntriesBody }) => {
      const work = workOf(request)
      return gate.run(work.companyId, async () => {
        const page = await billAllEntries(work, request.body, { isPreview })
        return billedView(page, { isPreview, requestId: request.id })
      })
    }
  app.post('/entries/invoices', write(schema.invoiceAllEntries), invoiceAll(false))
  app.post('/entries/invoices/preview', write(schema.previewAllEntries), invoiceAll(true))
}
