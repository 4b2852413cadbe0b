import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOfLinks } from '../companies/links.ts'
import { sendHtml, sendPdf } from '../documents/replies.ts'
import type { DocumentService } from '../documents/service.ts'
import { sendXml } from '../einvoices/replies.ts'
import type { PdfFormat } from '../einvoices/schema.ts'
import { type EInvoiceService, isEInvoice, type XmlFormat } from '../einvoices/service.ts'
import { sendFile } from '../files/replies.ts'
import { anyone } from '../http/access.ts'
import { jsonAnswer, sendJson } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { InvoiceService } from '../invoices/service.ts'
import type { ReadWork, WorkOf } from '../record/work.ts'
import type { SettingsService } from '../settings/service.ts'
import type { UploadService } from '../uploads/service.ts'
import { publicFiles } from './files.ts'
import { PRIVATE_HEADERS } from './headers.ts'
import { publicInvoiceView } from './public-view.ts'
import * as schema from './schema.ts'
import type { ViewLog } from './view-log.ts'

export interface SharingOptions {
  readonly workOf: WorkOf
  readonly invoices: InvoiceService
  readonly documents: DocumentService
  readonly eInvoices: EInvoiceService
  readonly uploads: UploadService
  readonly settings: Pick<SettingsService, 'logo' | 'current'>
  readonly views: ViewLog
  readonly publicUrl: string
}

/** The public routes of a published invoice. No answer, not even a 404, is cached or indexed. */
export const sharingRoutes: FastifyPluginAsyncTypebox<SharingOptions> = async (app, options) => {
  const { workOf, invoices, documents, eInvoices, uploads, views } = options
  const linksOf = (work: ReadWork) => ({
    ...options,
    publicUrl: originOfLinks(options.publicUrl, work),
  })
  const tagged = { conditional: false } as const

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PRIVATE_HEADERS)
  })

  app.get(
    '/public/invoices/:share_token',
    anyone(schema.getPublicInvoice, tagged),
    async (request, reply) => {
      const token = request.params.share_token
      const work = workOf(request)
      const details = await invoices.findShared(work, token)
      const view = publicInvoiceView(details, {
        links: publicLinks(linksOf(work), token, details.invoice),
        files: publicFiles(
          await uploads.shownOfInvoice(work, details.invoice),
          publicBase(linksOf(work), token),
        ),
      })
      // The schema removes every field that it does not name.
      return sendJson(request, reply, jsonAnswer(String(reply.serialize(view))))
    },
  )

  app.get(
    '/public/invoices/:share_token/html',
    anyone(schema.getPublicInvoiceHtml),
    async (request, reply) => {
      const work = workOf(request)
      const details = await invoices.findShared(work, request.params.share_token)
      views.seen(work, request, details)
      return sendHtml(reply, await documents.html(work, details))
    },
  )

  app.get(
    '/public/invoices/:share_token/pdf',
    anyone(schema.getPublicInvoicePdf),
    async (request, reply) => {
      const work = workOf(request)
      const details = await invoices.findShared(work, request.params.share_token)
      views.seen(work, request, details)
      const format = request.query.format as PdfFormat | undefined
      const pdf = await eInvoices.publicPdf(work, details, format)
      return sendPdf(reply, pdf, details.invoice)
    },
  )

  app.get(
    '/public/invoices/:share_token/xml',
    anyone(schema.getPublicInvoiceXml),
    async (request, reply) => {
      const work = workOf(request)
      const details = await invoices.findShared(work, request.params.share_token)
      views.seen(work, request, details)
      const format = (request.query.format ?? 'ubl') as XmlFormat
      const xml = await eInvoices.publicXml(work, details, format)
      return sendXml(reply, xml, details.invoice)
    },
  )

  app.get(
    '/public/invoices/:share_token/files/:name',
    anyone(schema.getPublicInvoiceFile),
    async (request, reply) => {
      const work = workOf(request)
      const details = await invoices.findShared(work, request.params.share_token)
      const shown = await uploads.shownOfInvoice(work, details.invoice)
      const found = await uploads.readNamed(work, shown, request.params.name)
      return sendFile(request, reply, found)
    },
  )
}

/** The URL of the public JSON of an invoice. */
export const publicBase = (
  { publicUrl }: Pick<SharingOptions, 'publicUrl'>,
  token: string,
): string => `${publicUrl}${API_PREFIX}/public/invoices/${token}`

/** Absolute URLs of a published invoice's formats; null if it can have no e-invoice. */
export function publicLinks(
  options: Pick<SharingOptions, 'publicUrl'>,
  token: string,
  invoice: Invoice,
) {
  const { publicUrl } = options
  const base = publicBase(options, token)
  const isElectronic = isEInvoice(invoice)
  return {
    page: `${publicUrl}/i/${token}`,
    html: `${base}/html`,
    pdf: `${base}/pdf`,
    xml: isElectronic ? `${base}/xml` : null,
    factur_x: isElectronic ? `${base}/pdf?format=factur-x` : null,
  }
}
