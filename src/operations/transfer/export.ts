import { type Page, toPageRequest } from '../../core/http/pagination.ts'
import { onePerApp } from '../../core/record/app.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { BYTE_ORDER_MARK, type Cell, toCsv } from '../../core/render/cells.ts'
import { listSupplierInvoices } from '../../einvoicing/supplier-invoices/read.ts'
import type { SupplierInvoiceQuery } from '../../einvoicing/supplier-invoices/schema.ts'
import { entryView as supplierInvoiceView } from '../../einvoicing/supplier-invoices/view.ts'
import { orGone } from '../../kernel/errors.ts'
import { createCompanySlots } from '../../platform/company-slots.ts'
import { onReplica } from '../../platform/database/db.ts'
import { type CustomerQuery, listCustomers } from '../../sales/customers/read.ts'
import { customerView } from '../../sales/customers/view.ts'
import { type EntryQuery, listEntries } from '../../sales/entries/read.ts'
import { entryView } from '../../sales/entries/view.ts'
import type { InvoiceEntry, InvoiceFilter } from '../../sales/invoices/list/list.ts'
import { getInvoice, listInvoices } from '../../sales/invoices/read.ts'
import { invoiceView } from '../../sales/invoices/view.ts'
import { listProducts, type ProductQuery } from '../../sales/products/read.ts'
import { productView } from '../../sales/products/view.ts'
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
} from './csv/inner/columns.ts'

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  readonly format: ExportFormat
  /** Whether a byte order mark begins a CSV. */
  readonly bom: boolean
  /** Called with the number of written entries. */
  readonly onProgress?: ((done: number) => void) | undefined
}

type Export<Wanted> = (
  work: ReadWork,
  wanted: Wanted,
  options: ExportOptions,
) => AsyncGenerator<string>

type Filter<Query> = Omit<Query, 'limit' | 'cursor' | 'include'>

interface Cursor {
  readonly cursor?: string
}

/** A list and the forms of its entries. */
interface Exported<Wanted, Entry> {
  readonly columns: readonly string[]
  readonly list: (
    work: ReadWork,
    query: Wanted & Cursor & { readonly limit: number },
  ) => Promise<Page<Entry>>
  readonly rows: (entry: Entry) => readonly (readonly Cell[])[]
  readonly view: (entry: Entry) => unknown
}

/** Entries read at a time; only these are in memory. */
const BATCH = 200

const slotsOf = onePerApp(createCompanySlots)

/*
 * Lists are exported as text, read and sent page by page, so that memory does not grow with the
 * list. A CSV has a row for each entry of the list; a line of JSON is the whole resource, as the API
 * returns it.
 */

export const exportCustomers: Export<Filter<CustomerQuery>> = exportOf({
  columns: CUSTOMER_COLUMNS,
  list: listCustomers,
  rows: (it) => [customerRow(it)],
  view: customerView,
})

export const exportProducts: Export<Filter<ProductQuery>> = exportOf({
  columns: PRODUCT_COLUMNS,
  list: listProducts,
  rows: productRows,
  view: productView,
})

export const exportEntries: Export<Filter<EntryQuery>> = exportOf({
  columns: ENTRY_COLUMNS,
  list: listEntries,
  rows: (it) => [entryRow(it)],
  view: entryView,
})

export const exportSupplierInvoices: Export<Filter<SupplierInvoiceQuery>> = exportOf({
  columns: SUPPLIER_INVOICE_COLUMNS,
  list: listSupplierInvoices,
  rows: (it) => [supplierInvoiceRow(it)],
  view: supplierInvoiceView,
})

export function exportInvoices(
  work: ReadWork,
  filter: InvoiceFilter,
  {
    sort = '-issue_date',
    ...options
  }: ExportOptions & {
    readonly sort?: string | undefined
  },
): AsyncGenerator<string> {
  return inLine(work, async function* (work) {
    yield* start(options, INVOICE_COLUMNS)
    let done = 0
    const pages = paged((cursor) => {
      return listInvoices(work, filter, toPageRequest({ ...cursor, sort, limit: BATCH }, sort))
    })
    for await (const { data, today } of pages) {
      if (options.format === 'csv') yield toCsv(data.map((entry) => invoiceRow(entry, today)))
      else yield* wholeInvoices(work, data)
      done += data.length
      options.onProgress?.(done)
    }
  })
}

function exportOf<Wanted, Entry>({
  columns,
  list,
  rows,
  view,
}: Exported<Wanted, Entry>): Export<Wanted> {
  return (work, wanted, options) =>
    inLine(work, async function* (work) {
      yield* start(options, columns)
      let done = 0
      const pages = paged((cursor) => list(work, { ...wanted, ...cursor, limit: BATCH }))
      for await (const { data } of pages) {
        if (options.format === 'csv') yield toCsv(data.flatMap(rows))
        else yield toLines(data.map(view))
        done += data.length
        options.onProgress?.(done)
      }
    })
}

/** Before anything is sent, so that overload gives a 503 and not a truncated file. */
async function* inLine(work: ReadWork, read: (work: ReadWork) => AsyncGenerator<string>) {
  const leave = await slotsOf(work.app).enter(work.companyId)
  try {
    yield* read(await onReplica(work))
  } finally {
    leave()
  }
}

async function* wholeInvoices(
  work: ReadWork,
  entries: readonly InvoiceEntry[],
): AsyncGenerator<string> {
  for (const { id } of entries) {
    // It may have been deleted since its page was read.
    const details = await orGone(getInvoice(work, id))
    if (details) yield toLines([invoiceView(details)])
  }
}

function* start({ format, bom }: ExportOptions, columns: readonly string[]): Generator<string> {
  if (format === 'csv') yield `${bom ? BYTE_ORDER_MARK : ''}${toCsv([columns])}`
}

async function* paged<P extends Pick<Page<unknown>, 'data' | 'nextCursor'>>(
  read: (cursor: Cursor) => Promise<P>,
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
