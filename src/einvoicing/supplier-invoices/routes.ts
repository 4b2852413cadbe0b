import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../../core/files/replies.ts'
import { issue, read, write } from '../../core/http/access.ts'
import { sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { sendHtml, sendPdf } from '../../paper/printing/replies.ts'
import { fileTooLarge, importTypeUnknown } from '../documents/errors.ts'
import {
  decideSupplierInvoice,
  deleteSupplierInvoice,
  etagFor,
  languageOf,
  receiveSupplierInvoice,
  supplierInvoiceHtml,
  supplierInvoicePdf,
} from './change.ts'
import { getSupplierInvoice, listLot, listSupplierInvoices, readOriginal } from './read.ts'
import * as schema from './schema.ts'
import type { Compared, SupplierInvoice } from './supplier-invoice.ts'
import { entryView, supplierInvoiceView } from './view.ts'

const FILE_BYTES_MAX = 5 * 1024 * 1024

export const supplierInvoiceRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const types = ['application/xml', 'text/xml', 'application/pdf', 'application/pkcs7-mime']
  const file = { parseAs: 'buffer' } as const
  app.addContentTypeParser(types, file, (_request, body, done) => done(null, body))

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    it: Compared<SupplierInvoice>,
  ) => {
    const language = await languageOf(workOf(request), request.headers['accept-language'])
    const lot = await listLot(workOf(request), it)
    return sendWithEtag(request, reply, etagFor(it), supplierInvoiceView(it, { language, lot }))
  }

  const decide = async (
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    decision: Parameters<typeof decideSupplierInvoice>[2],
  ) => {
    const decided = decideSupplierInvoice(workOf(request), changeOf(request), decision)
    return send(request, reply, await decided)
  }

  app.get('/supplier-invoices', read(schema.listSupplierInvoices), async (request) =>
    pageView(await listSupplierInvoices(workOf(request), request.query), (it) => ({
      ...entryView(it),
      etag: etagFor(it),
    })),
  )

  app.post(
    '/supplier-invoices',
    {
      ...write(schema.receiveSupplierInvoice, { bodyTooLarge: () => fileTooLarge(FILE_BYTES_MAX) }),
      bodyLimit: FILE_BYTES_MAX,
    },
    async (request, reply) => {
      const it = await receiveSupplierInvoice(workOf(request), {
        file: fileOf(request.body),
        attachment: request.query.attachment,
      })
      return send(request, locate(reply, `/supplier-invoices/${it.id}`), it)
    },
  )

  app.get('/supplier-invoices/:id', read(schema.getSupplierInvoice), async (request, reply) =>
    send(request, reply, await getSupplierInvoice(workOf(request), request.params.id)),
  )

  app.get('/supplier-invoices/:id/original', read(schema.getOriginal), async (request, reply) =>
    sendFile(request, reply, await readOriginal(workOf(request), request.params.id)),
  )

  app.get('/supplier-invoices/:id/html', read(schema.getHtml), async (request, reply) => {
    const { params, query } = request
    return sendHtml(reply, await supplierInvoiceHtml(workOf(request), params.id, query.language))
  })

  app.get('/supplier-invoices/:id/pdf', read(schema.getPdf), async (request, reply) => {
    const { params, query } = request
    const pdf = await supplierInvoicePdf(workOf(request), params.id, query.language)
    return sendPdf(reply, pdf.document, pdf)
  })

  app.post(
    '/supplier-invoices/:id/accept',
    issue(schema.acceptSupplierInvoice),
    async (request, reply) => decide(request, reply, { action: 'accept' }),
  )

  app.post(
    '/supplier-invoices/:id/reject',
    issue(schema.rejectSupplierInvoice),
    async (request, reply) =>
      decide(request, reply, { action: 'reject', reason: request.body.reason }),
  )

  app.post(
    '/supplier-invoices/:id/pay',
    issue(schema.paySupplierInvoice),
    async (request, reply) => {
      const { paid_on: paidOn } = request.body
      return decide(request, reply, { action: 'pay', ...(paidOn === undefined ? {} : { paidOn }) })
    },
  )

  app.post(
    '/supplier-invoices/:id/reopen',
    issue(schema.reopenSupplierInvoice),
    async (request, reply) => decide(request, reply, { action: 'reopen' }),
  )

  app.delete(
    '/supplier-invoices/:id',
    write(schema.deleteSupplierInvoice),
    async (request, reply) => {
      await deleteSupplierInvoice(workOf(request), changeOf(request))
      return reply.code(204).send(null)
    },
  )
}

/** The body is the file, as bytes. Without a body there is no content type to recognize. */
function fileOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw importTypeUnknown()
}
