import { type TProperties, Type } from 'typebox'
import { listSupplierInvoices } from '../../../einvoicing/supplier-invoices/schema.ts'
import { listCustomers } from '../../../sales/customers/schema.ts'
import { listEntries } from '../../../sales/entries/schema.ts'
import { ListQuery, toFilter } from '../../../sales/invoices/schema.ts'
import { listProducts } from '../../../sales/products/schema.ts'
import { EXPORT_FORMATS } from '../export.ts'

/** Query parameters of pages that an export does not need. */
const PAGING = ['limit', 'cursor', 'include'] as const

const format = {
  format: Type.Optional(
    Type.String({
      enum: [...EXPORT_FORMATS],
      description: '`csv` (default): one row per list entry. `jsonl`: one full resource per line.',
    }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      description: '`true`: the CSV begins with a byte order mark, for spreadsheets.',
    }),
  ),
}

const exportQuery = <P extends TProperties>(properties: P) =>
  Type.Object({ ...properties, ...format }, { additionalProperties: false })

const CustomerExportQuery = exportQuery(Type.Omit(listCustomers.querystring, PAGING).properties)
const InvoiceExportQuery = exportQuery(Type.Omit(ListQuery, [...PAGING, 'expand']).properties)

export const toInvoiceFilter = toFilter

const response = (description: string) => ({
  200: {
    description,
    content: {
      'text/csv': { schema: Type.String() },
      'application/jsonl': { schema: Type.String() },
    },
  },
})

const STREAMED =
  'Everything that matches the filters of the list, streamed. If the export fails, the connection closes early.'

export const exportCustomers = {
  operationId: 'exportCustomers',
  summary: 'Export customers as CSV or JSON lines',
  description: STREAMED,
  tags: ['Customers'],
  querystring: CustomerExportQuery,
  response: response('The customers.'),
}

export const exportInvoices = {
  operationId: 'exportInvoices',
  summary: 'Export invoices as CSV or JSON lines',
  description: STREAMED,
  tags: ['Invoices'],
  querystring: InvoiceExportQuery,
  response: response('The invoices.'),
}

export const exportProducts = {
  operationId: 'exportProducts',
  summary: 'Export products as CSV or JSON lines',
  description: `${STREAMED} A CSV has a row for each price.`,
  tags: ['Products'],
  querystring: exportQuery(Type.Omit(listProducts.querystring, PAGING).properties),
  response: response('The products.'),
}

export const exportEntries = {
  operationId: 'exportEntries',
  summary: 'Export time and expenses as CSV or JSON lines',
  description: STREAMED,
  tags: ['Time and expenses'],
  querystring: exportQuery(Type.Omit(listEntries.querystring, PAGING).properties),
  response: response('The entries.'),
}

export const exportSupplierInvoices = {
  operationId: 'exportSupplierInvoices',
  summary: 'Export supplier invoices as CSV or JSON lines',
  description: STREAMED,
  tags: ['Supplier invoices'],
  querystring: exportQuery(Type.Omit(listSupplierInvoices.querystring, PAGING).properties),
  response: response('The supplier invoices.'),
}
