import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOfLinks } from '../../core/companies/links.ts'
import { sendFile } from '../../core/files/replies.ts'
import { anyone } from '../../core/http/access.ts'
import { jsonAnswer, sendJson } from '../../core/http/etag.ts'
import { API_PREFIX } from '../../core/http/openapi/document.ts'
import type { ReadWork, WorkOf } from '../../core/record/work.ts'
import { sendXml } from '../../einvoicing/documents/replies.ts'
import type { PdfFormat } from '../../einvoicing/documents/schema.ts'
import {
  isEInvoice,
  publicPdf,
  publicXml,
  type XmlFormat,
} from '../../einvoicing/documents/write.ts'
import { invoiceHtml } from '../../paper/printing/print.ts'
import { sendHtml, sendPdf } from '../../paper/printing/replies.ts'
import type { Invoice } from '../../sales/invoices/invoice.ts'
import { findSharedInvoice } from '../../sales/invoices/read.ts'
import { readNamedFiles, shownFilesOfInvoice } from '../../sales/uploads/uploads.ts'
import { publicFiles } from './inner/files.ts'
import { PRIVATE_HEADERS } from './inner/headers.ts'
import { publicPay } from './inner/pay.ts'
import { publicInvoiceView } from './inner/public-view.ts'
import * as schema from './inner/schema.ts'
import { recordInvoiceView } from './view-log.ts'

export interface SharingOptions {
  readonly workOf: WorkOf
  readonly publicUrl: string
}

/** The public routes of a published invoice. No answer, not even a 404, is cached or indexed. */
export const sharingRoutes: FastifyPluginAsyncTypebox<SharingOptions> = async (app, options) => {
  const { workOf } = options
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
      const details = await findSharedInvoice(work, token)
      const links = publicLinks(linksOf(work), work, { token, invoice: details.invoice })
      const view = publicInvoiceView(details, {
        links,
        pay: await publicPay(work, details.invoice, links.page),
        files: publicFiles(
          await shownFilesOfInvoice(work, details.invoice),
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
      const details = await findSharedInvoice(work, request.params.share_token)
      recordInvoiceView(work, request, details)
      return sendHtml(reply, await invoiceHtml(work, details))
    },
  )

  app.get(
    '/public/invoices/:share_token/pdf',
    anyone(schema.getPublicInvoicePdf),
    async (request, reply) => {
      const work = workOf(request)
      const details = await findSharedInvoice(work, request.params.share_token)
      recordInvoiceView(work, request, details)
      const format = request.query.format as PdfFormat | undefined
      const pdf = await publicPdf(work, details, format)
      return sendPdf(reply, pdf, details.invoice)
    },
  )

  app.get(
    '/public/invoices/:share_token/xml',
    anyone(schema.getPublicInvoiceXml),
    async (request, reply) => {
      const work = workOf(request)
      const details = await findSharedInvoice(work, request.params.share_token)
      recordInvoiceView(work, request, details)
      const format = (request.query.format ?? 'ubl') as XmlFormat
      const xml = await publicXml(work, details, format)
      return sendXml(reply, xml, details.invoice)
    },
  )

  app.get(
    '/public/invoices/:share_token/files/:name',
    anyone(schema.getPublicInvoiceFile),
    async (request, reply) => {
      const work = workOf(request)
      const details = await findSharedInvoice(work, request.params.share_token)
      const shown = await shownFilesOfInvoice(work, details.invoice)
      const found = await readNamedFiles(work, shown, request.params.name)
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
  work: ReadWork,
  { token, invoice }: { readonly token: string; readonly invoice: Invoice },
) {
  const { publicUrl } = options
  const base = publicBase(options, token)
  const isElectronic = isEInvoice(work, invoice)
  return {
    page: `${publicUrl}/i/${token}`,
    html: `${base}/html`,
    pdf: `${base}/pdf`,
    xml: isElectronic ? `${base}/xml` : null,
    factur_x: isElectronic ? `${base}/pdf?format=factur-x` : null,
  }
}
