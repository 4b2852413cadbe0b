import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { InvoiceService } from '../invoices/service.ts'
import { sendHtml, sendPdf } from './replies.ts'
import type { PdfFormat } from './schema.ts'
import * as schema from './schema.ts'
import type { DocumentService, HybridPdf } from './service.ts'

export const documentRoutes: FastifyPluginAsyncTypebox<{
  readonly documents: DocumentService
  readonly invoices: InvoiceService
  readonly toHybrid: HybridPdf
}> = async (app, { documents, invoices, toHybrid }) => {
  const read = { config: { access: 'read' } } as const

  app.get(
    '/invoices/:id/html',
    { ...read, schema: schema.getInvoiceHtml },
    async (request, reply) => {
      const { id } = request.params
      const { template } = request.query
      return sendHtml(request, reply, await documents.html(await invoices.get(id), template))
    },
  )

  app.get(
    '/invoices/:id/pdf',
    { ...read, schema: schema.getInvoicePdf },
    async (request, reply) => {
      const { id } = request.params
      const { template, format } = request.query
      const details = await invoices.get(id)
      const print = () => documents.pdf(details, template)
      const language = request.headers['accept-language']
      const pdf =
        format === undefined
          ? await print()
          : await toHybrid(details, { format: format as PdfFormat, print, language })
      return sendPdf(request, reply, pdf, details.invoice)
    },
  )

  app.post(
    '/templates/:id/preview',
    { ...read, schema: schema.previewTemplate },
    async (request, reply) => {
      const { invoice_id: invoiceId, ...wish } = request.body ?? {}
      const { id } = request.params
      const html =
        invoiceId === undefined
          ? await documents.preview(id, wish)
          : await documents.html(await invoices.get(invoiceId), id)
      return sendHtml(request, reply, html)
    },
  )
}
