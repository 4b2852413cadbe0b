import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import {
  type ExportFormat,
  exportCustomers,
  exportEntries,
  exportInvoices,
  exportProducts,
  exportSupplierInvoices,
} from './export.ts'
import { sendStream } from './inner/replies.ts'
import * as schema from './inner/schema.ts'

export const transferRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.get('/products/export', read(schema.exportProducts), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom }
    const text = exportProducts(workOf(request), filter, options)
    return sendStream(reply, 'products', options.format, text)
  })

  app.get('/entries/export', read(schema.exportEntries), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom }
    const text = exportEntries(workOf(request), filter, options)
    return sendStream(reply, 'entries', options.format, text)
  })

  app.get(
    '/supplier-invoices/export',
    read(schema.exportSupplierInvoices),
    async (request, reply) => {
      const { format, bom = false, ...filter } = request.query
      const options = { format: (format ?? 'csv') as ExportFormat, bom }
      const text = exportSupplierInvoices(workOf(request), filter, options)
      return sendStream(reply, 'supplier-invoices', options.format, text)
    },
  )

  app.get('/customers/export', read(schema.exportCustomers), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom }
    const text = exportCustomers(workOf(request), filter, options)
    return sendStream(reply, 'customers', options.format, text)
  })

  app.get('/invoices/export', read(schema.exportInvoices), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom, sort: filter.sort }
    const text = exportInvoices(workOf(request), schema.toInvoiceFilter(filter), options)
    return sendStream(reply, 'invoices', options.format, text)
  })
}
