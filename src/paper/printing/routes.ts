import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { getQuote } from '../../sales/quotes/read.ts'
import type { InvoicePaper, QuotePaper } from './papers.ts'
import {
  invoiceHtml,
  invoicePaper,
  previewDocument,
  quoteHtml,
  quotePdf,
  unitsOf,
} from './print.ts'
import { sendHtml, sendPdf } from './replies.ts'
import * as schema from './schema.ts'

interface DocumentRoutesOptions {
  readonly workOf: WorkOf
}

/** `/invoices/:id/pdf` is a route of `einvoices/`, which can embed the e-invoice. */
export const documentRoutes: FastifyPluginAsyncTypebox<DocumentRoutesOptions> = async (
  app,
  { workOf },
) => {
  app.get('/invoices/:id/html', read(schema.getInvoiceHtml), async (request, reply) => {
    const { params, query } = request
    const work = workOf(request)
    const details = await getInvoice(work, params.id)
    const as = (query.as ?? 'invoice') as InvoicePaper
    const html =
      as === 'invoice'
        ? await invoiceHtml(work, details, query.template)
        : await invoicePaper(work, details, {
            as,
            form: 'html',
            template: query.template,
          })
    return sendHtml(reply, html)
  })

  app.get('/quotes/:id/html', read(schema.getQuoteHtml), async (request, reply) => {
    const { params, query } = request
    const work = workOf(request)
    const details = await getQuote(work, params.id)
    const as = (query.as ?? 'quote') as QuotePaper
    return sendHtml(reply, await quoteHtml(work, details, as))
  })

  app.get('/quotes/:id/pdf', read(schema.getQuotePdf), async (request, reply) => {
    const { params, query } = request
    const work = workOf(request)
    const details = await getQuote(work, params.id)
    const as = (query.as ?? 'quote') as QuotePaper
    return sendPdf(reply, await quotePdf(work, details, as), details.quote)
  })

  app.get('/units', read(schema.listUnits), async (request) => ({
    data: [...(await unitsOf(workOf(request), request.query.language))],
  }))

  app.post('/templates/:id/preview', read(schema.previewTemplate), async (request, reply) => {
    const { invoice_id: invoiceId, ...options } = request.body ?? {}
    const { id } = request.params
    const work = workOf(request)
    const html =
      invoiceId === undefined
        ? await previewDocument(work, id, options)
        : await invoiceHtml(work, await getInvoice(work, invoiceId), id)
    return sendHtml(reply, html)
  })
}
