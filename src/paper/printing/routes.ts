import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import type { InvoiceService } from '../../sales/invoices/service.ts'
import type { QuoteService } from '../../sales/quotes/service.ts'
import type { InvoicePaper, QuotePaper } from './papers.ts'
import { sendHtml, sendPdf } from './replies.ts'
import * as schema from './schema.ts'
import type { DocumentService } from './service.ts'

export interface DocumentRoutesOptions {
  readonly workOf: WorkOf
  readonly documents: DocumentService
  readonly invoices: InvoiceService
  readonly quotes: QuoteService
}

/** `/invoices/:id/pdf` is a route of `einvoices/`, which can embed the e-invoice. */
export const documentRoutes: FastifyPluginAsyncTypebox<DocumentRoutesOptions> = async (
  app,
  { workOf, documents, invoices, quotes },
) => {
  app.get('/invoices/:id/html', read(schema.getInvoiceHtml), async (request, reply) => {
    const { params, query } = request
    const work = workOf(request)
    const details = await invoices.get(work, params.id)
    const as = (query.as ?? 'invoice') as InvoicePaper
    const html =
      as === 'invoice'
        ? await documents.html(work, details, query.template)
        : await documents.invoicePaper(work, details, {
            as,
            form: 'html',
            template: query.template,
          })
    return sendHtml(reply, html)
  })

  app.get('/quotes/:id/html', read(schema.getQuoteHtml), async (request, reply) => {
    const { params, query } = request
    const work = workOf(request)
    const details = await quotes.get(work, params.id)
    const as = (query.as ?? 'quote') as QuotePaper
    return sendHtml(reply, await documents.quoteHtml(work, details, as))
  })

  app.get('/quotes/:id/pdf', read(schema.getQuotePdf), async (request, reply) => {
    const { params, query } = request
    const work = workOf(request)
    const details = await quotes.get(work, params.id)
    const as = (query.as ?? 'quote') as QuotePaper
    return sendPdf(reply, await documents.quotePdf(work, details, as), details.quote)
  })

  app.get('/units', read(schema.listUnits), async (request) => ({
    data: [...(await documents.units(workOf(request), request.query.language))],
  }))

  app.post('/templates/:id/preview', read(schema.previewTemplate), async (request, reply) => {
    const { invoice_id: invoiceId, ...options } = request.body ?? {}
    const { id } = request.params
    const work = workOf(request)
    const html =
      invoiceId === undefined
        ? await documents.preview(work, id, options)
        : await documents.html(work, await invoices.get(work, invoiceId), id)
    return sendHtml(reply, html)
  })
}
