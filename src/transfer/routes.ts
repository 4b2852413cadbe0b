import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, read, write } from '../http/access.ts'
import { requireScope } from '../http/actor.ts'
import { nextTurn } from '../platform/clock.ts'
import type { WorkOf } from '../record/work.ts'
import { columnNamesIn } from './csv/source.ts'
import {
  csvFaults,
  csvTooLarge,
  csvUnreadable,
  invioFaults,
  invioTooLarge,
  invioUnreadable,
} from './errors.ts'
import type { ExportFormat } from './export.ts'
import { sendStream } from './replies.ts'
import { type CsvReport, invioReportView, TransferError } from './report.ts'
import * as schema from './schema.ts'
import type { TransferService } from './service.ts'

const UPLOAD_BYTES_MAX = 5 * 1024 * 1024
/** Above this size, one transaction would make others wait for too long. */
const INVIO_BYTES_MAX = 20 * 1024 * 1024

export const transferRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly transfer: TransferService
}> = async (app, { workOf, transfer }) => {
  const { exports } = transfer
  const upload = { bodyTooLarge: () => csvTooLarge(UPLOAD_BYTES_MAX) }

  app.addContentTypeParser(
    ['text/csv', 'application/vnd.sqlite3'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )

  app.post(
    '/imports/invio',
    {
      ...admin(schema.importInvio, { bodyTooLarge: () => invioTooLarge(INVIO_BYTES_MAX) }),
      bodyLimit: INVIO_BYTES_MAX,
    },
    async (request) => {
      const { dry_run: dryRun = false } = request.query
      const { body } = request
      if (!(body instanceof Uint8Array)) throw invioUnreadable('Send the database as the body.')
      const work = workOf(request)
      // It also creates customers, issues invoices and records payments.
      requireScope(work.actor, 'write')
      requireScope(work.actor, 'issue')
      const options = { dryRun, onProgress: nextTurn }
      const report = await transfer.importInvio(work, body, options)
      if (!report.ok && !dryRun) throw invioFaults(report)
      return invioReportView(report)
    },
  )

  for (const [name, described, run] of [
    ['products', schema.importProducts, transfer.importProducts],
    ['entries', schema.importEntries, transfer.importEntries],
  ] as const)
    app.post(
      `/${name}/import`,
      { ...write(described, upload), bodyLimit: UPLOAD_BYTES_MAX },
      async (request) => {
        const { dry_run: dryRun = false, columns } = request.query
        const options = { dryRun, columns: columnNamesIn(columns) }
        const report = await run(workOf(request), bytesOf(request.body), options).catch(
          (error: unknown) => {
            throw error instanceof TransferError ? csvUnreadable(error) : error
          },
        )
        if (!report.ok && !dryRun) throw csvFaults(report)
        return reportView(report)
      },
    )

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

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw csvUnreadable({
    message: 'The request has no file. Send the CSV as the body.',
    params: { reason: 'empty' },
  })
}

const reportView = ({ dryRun, faults, ...report }: CsvReport) => ({
  dry_run: dryRun,
  ...report,
  faults: faults.map(({ line = 0, field, code, message, params }) => ({
    line,
    column: field,
    code,
    message,
    params,
  })),
})
