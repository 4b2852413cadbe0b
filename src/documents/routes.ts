import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { InvoiceService } from '../invoices/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { createReadings } from './readings.ts'
import { sendHtml, sendPdf } from './replies.ts'
import type { PdfFormat } from './schema.ts'
import * as schema from './schema.ts'
import type { DocumentService, HybridPdf } from './service.ts'

export const documentRoutes: FastifyPluginAsyncTypebox<{
  readonly documents: DocumentService
  readonly invoices: InvoiceService
  readonly toHybrid: HybridPdf
  readonly db: Db
  readonly clock: Clock
}> = async (app, { documents, invoices, toHybrid, db, clock }) => {
  const read = { config: { access: 'read' } } as const
  const readings = createReadings({ db, clock })

  app.get(
    '/invoices/:id/html',
    { ...read, schema: schema.getInvoiceHtml },
    async (request, reply) => {
      const { id } = request.params
      const { template } = request.query
      const { document } = await readings(JSON.stringify(['html', id, template]), async () => {
        const details = await invoices.get(id)
        return { document: await documents.html(details, template), number: details.invoice.number }
      })
      return sendHtml(request, reply, document)
    },
  )

  app.get(
    '/invoices/:id/pdf',
    { ...read, schema: schema.getInvoicePdf },
    async (request, reply) => {
      const { id } = request.params
      const { template, format } = request.query
      const make = async () => {
        const details = await invoices.get(id)
        const print = () => documents.pdf(details, template)
        const language = request.headers['accept-language']
        const document =
          format === undefined
            ? await print()
            : await toHybrid(details, { format: format as PdfFormat, print, language })
        return { document, number: details.invoice.number }
      }
      const pdf = await readings(JSON.stringify(['pdf', id, template, format]), make)
      return sendPdf(request, reply, pdf.document, pdf)
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
