import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import type { WorkOf } from '../record/work.ts'
import type { ExportFormat, ExportService } from './export.ts'
import * as schema from './schema.ts'

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
}

export const transferRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly exports: ExportService
}> = async (app, { workOf, exports }) => {
  const read = { config: { access: 'read' } } as const

  app.get(
    '/customers/export',
    { ...read, schema: schema.exportCustomers },
    async (request, reply) => {
      const { format, bom = false, ...filter } = request.query
      const options = { format: (format ?? 'csv') as ExportFormat, bom }
      const text = exports.customers(workOf(request), filter, options)
      return sendStream(reply, 'customers', options.format, text)
    },
  )

  app.get(
    '/invoices/export',
    { ...read, schema: schema.exportInvoices },
    async (request, reply) => {
      const { format, bom = false, ...filter } = request.query
      const options = { format: (format ?? 'csv') as ExportFormat, bom, sort: filter.sort }
      const text = exports.invoices(workOf(request), schema.toInvoiceFilter(filter), options)
      return sendStream(reply, 'invoices', options.format, text)
    },
  )
}

/** A failure half way ends the connection: the text before it was sent already. */
const sendStream = (
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  text: AsyncGenerator<string>,
): FastifyReply =>
  reply
    .type(MEDIA_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(text, { objectMode: false }))
