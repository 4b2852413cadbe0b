import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/actor.ts'
import type { InvoiceService } from '../invoices/service.ts'
import type { EInvoiceProfile } from '../settings/settings.ts'
import { importTypeUnknown } from './errors.ts'
import { FILE_BYTES_MAX, type ImportService } from './import/import.ts'
import { sendXml } from './replies.ts'
import * as schema from './schema.ts'
import type { EInvoiceService, XmlFormat } from './service.ts'
import { importView, validationView } from './view.ts'
import { tooLarge } from './xml/reading-errors.ts'

export interface EInvoiceRoutesOptions {
  readonly invoices: InvoiceService
  readonly eInvoices: EInvoiceService
  readonly imports: ImportService
  readonly apiPrefix: string
}

export const eInvoiceRoutes: FastifyPluginAsyncTypebox<EInvoiceRoutesOptions> = async (
  app,
  { invoices, eInvoices, imports, apiPrefix },
) => {
  const read = { config: { access: 'read' } } as const
  const write = { config: { access: 'write' } } as const

  const types = ['application/xml', 'text/xml', 'application/pdf']
  const file = { parseAs: 'buffer' } as const
  app.addContentTypeParser(types, file, (_request, body, done) => done(null, body))
  // Whatever else is sent is refused by the handler, which says what it takes.
  app.addContentTypeParser('*', file, (_request, _body, done) => done(null, null))

  app.post(
    '/invoices/import',
    {
      config: { ...write.config, bodyTooLarge: () => tooLarge(FILE_BYTES_MAX) },
      bodyLimit: FILE_BYTES_MAX,
      schema: schema.importInvoice,
    },
    async (request, reply) => {
      const imported = await imports.import({
        actor: actorOf(request),
        file: fileOf(request.body),
        customerId: request.query.customer_id,
      })
      const { invoice } = imported.details
      reply.code(201).header('location', `${apiPrefix}/invoices/${invoice.id}`)
      return importView(imported)
    },
  )

  app.get(
    '/invoices/:id/validation',
    { ...read, schema: schema.validateInvoice },
    async ({ params, query, headers }) => {
      const details = await invoices.get(params.id)
      const profile = query.profile as EInvoiceProfile | undefined
      return validationView(
        await eInvoices.validation(details, profile, headers['accept-language']),
      )
    },
  )

  app.get(
    '/invoices/:id/xml',
    { ...read, schema: schema.getInvoiceXml },
    async (request, reply) => {
      const details = await invoices.get(request.params.id)
      const format = (request.query.format ?? 'ubl') as XmlFormat
      const language = request.headers['accept-language']
      const xml = await eInvoices.xml(details, format, language)
      return sendXml(request, reply, xml, details.invoice)
    },
  )
}

/** What was sent is the file, as bytes; nothing at all has no type to be known by. */
function fileOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw importTypeUnknown()
}
