import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { InvoiceService } from '../invoices/service.ts'
import type { WorkOf } from '../record/work.ts'
import { sendHtml } from './replies.ts'
import * as schema from './schema.ts'
import type { DocumentService } from './service.ts'

export interface DocumentRoutesOptions {
  readonly workOf: WorkOf
  readonly documents: DocumentService
  readonly invoices: InvoiceService
}

/** `/invoices/:id/pdf` is a route of `einvoices/`, which can attach the e-invoice to it. */
export const documentRoutes: FastifyPluginAsyncTypebox<DocumentRoutesOptions> = async (
  app,
  { workOf, documents, invoices },
) => {
  const read = { config: { access: 'read' } } as const

  app.get(
    '/invoices/:id/html',
    { ...read, schema: schema.getInvoiceHtml },
    async (request, reply) => {
      const { params, query } = request
      const work = workOf(request)
      const details = await invoices.get(work, params.id)
      return sendHtml(reply, await documents.html(work, details, query.template))
    },
  )

  app.post(
    '/templates/:id/preview',
    { ...read, schema: schema.previewTemplate },
    async (request, reply) => {
      const { invoice_id: invoiceId, ...options } = request.body ?? {}
      const { id } = request.params
      const work = workOf(request)
      const html =
        invoiceId === undefined
          ? await documents.preview(work, id, options)
          : await documents.html(work, await invoices.get(work, invoiceId), id)
      return sendHtml(reply, html)
    },
  )
}
