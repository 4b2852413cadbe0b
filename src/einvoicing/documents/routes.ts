import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { EInvoiceProfile } from '../../company/settings/settings.ts'
import { read, write } from '../../core/http/access.ts'
import { locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import type { InvoicePaper } from '../../paper/printing/papers.ts'
import { sendPdf } from '../../paper/printing/replies.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { fileTooLarge, importTypeUnknown } from './errors.ts'
import { FILE_BYTES_MAX, importDrafts } from './import/import.ts'
import { importView, validationView } from './inner/view.ts'
import { sendXml } from './replies.ts'
import * as schema from './schema.ts'
import type { XmlFormat } from './write.ts'
import { eInvoicePdf, eInvoiceXml, validateInvoice } from './write.ts'

interface EInvoiceRoutesOptions {
  readonly workOf: WorkOf
}

export const eInvoiceRoutes: FastifyPluginAsyncTypebox<EInvoiceRoutesOptions> = async (
  app,
  { workOf },
) => {
  const types = ['application/xml', 'text/xml', 'application/pdf', 'application/pkcs7-mime']
  const file = { parseAs: 'buffer' } as const
  app.addContentTypeParser(types, file, (_request, body, done) => done(null, body))
  // The handler refuses other content types and lists the accepted ones.
  app.addContentTypeParser('*', file, (_request, _body, done) => done(null, null))

  app.post(
    '/invoices/import',
    {
      ...write(schema.importInvoice, { bodyTooLarge: () => fileTooLarge(FILE_BYTES_MAX) }),
      bodyLimit: FILE_BYTES_MAX,
    },
    async (request, reply) => {
      const imported = await importDrafts(workOf(request), {
        file: fileOf(request.body),
        attachment: request.query.attachment,
        customerId: request.query.customer_id,
      })
      const answer = importView(imported)
      locate(reply, `/invoices/${answer.invoice.id}`)
      return answer
    },
  )

  app.get('/invoices/:id/validation', read(schema.validateInvoice), async (request) => {
    const { params, query, headers } = request
    const work = workOf(request)
    const details = await getInvoice(work, params.id)
    const profile = query.profile as EInvoiceProfile | undefined
    const language = headers['accept-language']
    return validationView(await validateInvoice(work, details, { profile, language }))
  })

  app.get('/invoices/:id/xml', read(schema.getInvoiceXml), async (request, reply) => {
    const { params, query, headers } = request
    const work = workOf(request)
    const details = await getInvoice(work, params.id)
    const format = (query.format ?? 'ubl') as XmlFormat
    const language = headers['accept-language']
    const xml = await eInvoiceXml(work, details, { format, language })
    return sendXml(reply, xml, details.invoice)
  })

  app.get('/invoices/:id/pdf', read(schema.getInvoicePdf), async (request, reply) => {
    const { params, query, headers } = request
    const work = workOf(request)
    const details = await getInvoice(work, params.id)
    const format = query.format as schema.PdfFormat | undefined
    const as = query.as as InvoicePaper | undefined
    const language = headers['accept-language']
    const options = { as, format, template: query.template, language }
    const pdf = await eInvoicePdf(work, details, options)
    return sendPdf(reply, pdf, details.invoice)
  })
}

/** The body is the file, as bytes. Without a body there is no content type to recognize. */
function fileOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw importTypeUnknown()
}
