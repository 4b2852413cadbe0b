import type { CustomerQuery, CustomerService } from '../customers/service.ts'
import { customerView } from '../customers/view.ts'
import type { EntryQuery, EntryService } from '../entries/service.ts'
import { entryView } from '../entries/view.ts'
import { AppError } from '../errors.ts'
import { type Page, toPageRequest } from '../http/pagination.ts'
import type { InvoiceEntry, InvoiceFilter } from '../invoices/list/list.ts'
import type { InvoiceService } from '../invoices/service.ts'
import { invoiceView } from '../invoices/view.ts'
import { createCompanyGate } from '../platform/company-gate.ts'
import { onReplica } from '../platform/database/db.ts'
import type { ProductQuery, ProductService } from '../products/service.ts'
import { productView } from '../products/view.ts'
import type { ReadWork } from '../record/work.ts'
import type { SupplierInvoiceQuery } from '../supplier-invoices/schema.ts'
import type { SupplierInvoiceService } from '../supplier-invoices/service.ts'
import { entryView as supplierInvoiceView } from '../supplier-invoices/view.ts'
import { BYTE_ORDER_MARK, toCsv } from './csv/cells.ts'
import {
  CUSTOMER_COLUMNS,
  customerRow,
  ENTRY_COLUMNS,
  entryRow,
  INVOICE_COLUMNS,
  invoiceRow,
  PRODUCT_COLUMNS,
  productRows,
  SUPPLIER_INVOICE_COLUMNS,
  supplierInvoiceRow,
} from './csv/columns.ts'

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  readonly format: ExportFormat
  /** Whether a byte order mark begins a CSV. */
  readonly bom: boolean
  /** Called with the number of written entries. */
  readonly onProgress?: ((done: number) => void) | undefined
}

export interface ExportDeps {
  readonly customers: CustomerService
  readonly invoices: InvoiceService
  readonly products: ProductService
  readonly entries: EntryService
  readonly supplierInvoices: Pick<SupplierInvoiceService, 'list'>
}

export interface ExportService {
  customers(
    work: ReadWork,
    filter: Omit<CustomerQuery, 'limit' | 'cursor' | 'include'>,
    options: ExportOptions,
  ): AsyncGenerator<string>
  products(
    work: ReadWork,
    filter: Omit<ProductQuery, 'limit' | 'cursor' | 'include'>,
    options: ExportOptions,
  ): AsyncGenerator<string>
  entries(
    work: ReadWork,
    filter: Omit<EntryQuery, 'limit' | 'cursor' | 'include'>,
    options: ExportOptions,
  ): AsyncGenerator<string>
  supplierInvoices(
    work: ReadWork,
    filter: Omit<SupplierInvoiceQuery, 'limit' | 'cursor' | 'include'>,
    options: ExportOptions,
  ): AsyncGenerator<string>
  invoices(
    work: ReadWork,
    filter: InvoiceFilter,
    options: ExportOptions & { readonly sort?: string | undefined },
  ): AsyncGenerator<string>
}

/** Entries read at a time; only these are in memory. */
const BATCH = 200
/**
 * Exports lists as text, read and sent page by page, so that memory does not grow with the list. A
 * CSV has a row for each entry of the list; a line of JSON is the whole resource, as the API returns
 * it.
 */
export function createExportService({
  customers,
  invoices,
  products,
  entries,
  supplierInvoices,
}: ExportDeps): ExportService {
  const gate = createCompanyGate()

  /** Before anything is sent, so that overload gives a 503 and not a truncated file. */
  async function* inLine(work: ReadWork, read: (work: ReadWork) => AsyncGenerator<string>) {
    const leave = await gate.enter(work.company)
    try {
      yield* read(await onReplica(work))
    } finally {
      leave()
    }
  }

  const exports: ExportService = {
    async *customers(work, filter, options) {
      yield* start(options, CUSTOMER_COLUMNS)
      let done = 0
      const pages = paged((cursor) => customers.list(work, { ...filter, ...cursor, limit: BATCH }))
      for await (const { data } of pages) {
        if (options.format === 'csv') yield toCsv(data.map(customerRow))
        else yield toLines(data.map(customerView))
        done += data.length
        options.onProgress?.(done)
      }
    },

    async *products(work, filter, options) {
      yield* start(options, PRODUCT_COLUMNS)
      let done = 0
      const pages = paged((cursor) => products.list(work, { ...filter, ...cursor, limit: BATCH }))
      for await (const { data } of pages) {
        if (options.format === 'csv') yield toCsv(data.flatMap(productRows))
        else yield toLines(data.map(productView))
        done += data.length
        options.onProgress?.(done)
      }
    },

    async *entries(work, filter, options) {
      yield* start(options, ENTRY_COLUMNS)
      let done = 0
      const pages = paged((cursor) => entries.list(work, { ...filter, ...cursor, limit: BATCH }))
      for await (const { data } of pages) {
        if (options.format === 'csv') yield toCsv(data.map(entryRow))
        else yield toLines(data.map(entryView))
        done += data.length
        options.onProgress?.(done)
      }
    },

    async *supplierInvoices(work, filter, options) {
      yield* start(options, SUPPLIER_INVOICE_COLUMNS)
      let done = 0
      const pages = paged((cursor) =>
        supplierInvoices.list(work, { ...filter, ...cursor, limit: BATCH }),
      )
      for await (const { data } of pages) {
        if (options.format === 'csv') yield toCsv(data.map(supplierInvoiceRow))
        else yield toLines(data.map(supplierInvoiceView))
        done += data.length
        options.onProgress?.(done)
      }
    },

    async *invoices(work, filter, { sort = '-issue_date', ...options }) {
      yield* start(options, INVOICE_COLUMNS)
      let done = 0
      const pages = paged((cursor) => {
        const request = toPageRequest({ ...cursor, sort, limit: BATCH }, sort)
        return invoices.list(work, filter, { ...request, withTotal: false })
      })
      for await (const { data, today } of pages) {
        if (options.format === 'csv') yield toCsv(data.map((entry) => invoiceRow(entry, today)))
        else yield* wholeInvoices(work, data)
        done += data.length
        options.onProgress?.(done)
      }
    },
  }

  return {
    customers: (work, ...rest) => inLine(work, (read) => exports.customers(read, ...rest)),
    products: (work, ...rest) => inLine(work, (read) => exports.products(read, ...rest)),
    entries: (work, ...rest) => inLine(work, (read) => exports.entries(read, ...rest)),
    supplierInvoices: (work, ...rest) =>
      inLine(work, (read) => exports.supplierInvoices(read, ...rest)),
    invoices: (work, ...rest) => inLine(work, (read) => exports.invoices(read, ...rest)),
  }

  async function* wholeInvoices(
    work: ReadWork,
    entries: readonly InvoiceEntry[],
  ): AsyncGenerator<string> {
    for (const { id } of entries) {
      const line = await wholeInvoice(work, id)
      if (line !== null) yield line
    }
  }

  /** Null if it was deleted since its page was read. */
  async function wholeInvoice(work: ReadWork, id: string): Promise<string | null> {
    try {
      return toLines([invoiceView(await invoices.get(work, id))])
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return null
      throw error
    }
  }
}

function* start({ format, bom }: ExportOptions, columns: readonly string[]): Generator<string> {
  if (format === 'csv') yield `${bom ? BYTE_ORDER_MARK : ''}${toCsv([columns])}`
}

async function* paged<P extends Pick<Page<unknown>, 'data' | 'nextCursor'>>(
  read: (cursor: { readonly cursor?: string }) => Promise<P>,
): AsyncGenerator<P> {
  let cursor: string | null = null
  do {
    const page: P = await read(cursor === null ? {} : { cursor })
    if (page.data.length > 0) yield page
    cursor = page.nextCursor
  } while (cursor !== null)
}

const toLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
