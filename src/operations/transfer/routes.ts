import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import type { ExportFormat } from './export.ts'
import { sendStream } from './inner/replies.ts'
import * as schema from './inner/schema.ts'
import type { TransferService } from './service.ts'

export const transferRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly transfer: TransferService
}> = async (app, { workOf, transfer }) => {
  const { exports } = transfer

  app.get('/products/export', read(schema.exportProducts), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom }
    const text = exports.products(workOf(request), filter, options)
    return sendStream(reply, 'products', options.format, text)
  })

  app.get('/entries/export', read(schema.exportEntries), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom }
    const text = exports.entries(workOf(request), filter, options)
    return sendStream(reply, 'entries', options.format, text)
  })

  app.get(
    '/supplier-invoices/export',
    read(schema.exportSupplierInvoices),
    async (request, reply) => {
      const { format, bom = false, ...filter } = request.query
      const options = { format: (format ?? 'csv') as ExportFormat, bom }
      const text = exports.supplierInvoices(workOf(request), filter, options)
      return sendStream(reply, 'supplier-invoices', options.format, text)
    },
  )

  app.get('/customers/export', read(schema.exportCustomers), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom }
    const text = exports.customers(workOf(request), filter, options)
    return sendStream(reply, 'customers', options.format, text)
  })

  app.get('/invoices/export', read(schema.exportInvoices), async (request, reply) => {
    const { format, bom = false, ...filter } = request.query
    const options = { format: (format ?? 'csv') as ExportFormat, bom, sort: filter.sort }
    const text = exports.invoices(workOf(request), schema.toInvoiceFilter(filter), options)
    return sendStream(reply, 'invoices', options.format, text)
  })
}
