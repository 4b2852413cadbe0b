import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendHtml, sendPdf } from '../documents/replies.ts'
import type { DocumentService } from '../documents/service.ts'
import type { InvoiceService } from '../invoices/service.ts'
import * as schema from './schema.ts'
import { publicInvoiceView } from './view.ts'
import type { ViewLog } from './views.ts'

export interface SharingOptions {
  readonly invoices: InvoiceService
  readonly documents: DocumentService
  readonly views: ViewLog
  readonly publicUrl: string
  readonly apiPrefix: string
}

/** The public reading of a published invoice; every answer, also a 404, is kept out of caches and indexes. */
export const sharingRoutes: FastifyPluginAsyncTypebox<SharingOptions> = async (app, options) => {
  const { invoices, documents, views } = options
  const open = { config: { access: 'public' } } as const

  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      .header('referrer-policy', 'no-referrer')
  })

  app.get(
    '/public/invoices/:share_token',
    { ...open, schema: schema.getPublicInvoice },
    async ({ params }) => {
      const details = await invoices.findShared(params.share_token)
      return publicInvoiceView(details, publicLinks(options, params.share_token))
    },
  )

  app.get(
    '/public/invoices/:share_token/html',
    { ...open, schema: schema.getPublicInvoiceHtml },
    async (request, reply) => {
      const details = await invoices.findShared(request.params.share_token)
      views.seen(request, details)
      return sendHtml(request, reply, await documents.html(details))
    },
  )

  app.get(
    '/public/invoices/:share_token/pdf',
    { ...open, schema: schema.getPublicInvoicePdf },
    async (request, reply) => {
      const details = await invoices.findShared(request.params.share_token)
      views.seen(request, details)
      return sendPdf(request, reply, await documents.pdf(details), details.invoice)
    },
  )
}

/** Absolute addresses of a published invoice's forms. */
export function publicLinks({ publicUrl, apiPrefix }: SharingOptions, token: string) {
  const base = `${publicUrl}${apiPrefix}/public/invoices/${token}`
  return { page: `${publicUrl}/i/${token}`, html: `${base}/html`, pdf: `${base}/pdf` }
}
