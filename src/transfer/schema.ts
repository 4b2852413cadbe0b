import { type Static, type TProperties, Type } from 'typebox'
import { listCustomers } from '../customers/schema.ts'
import { listEntries } from '../entries/schema.ts'
import { ListQuery, toFilter } from '../invoices/schema.ts'
import { listProducts } from '../products/schema.ts'
import { listSupplierInvoices } from '../supplier-invoices/schema.ts'
import { EXPORT_FORMATS } from './export.ts'
import { noteOf } from './invio/notes.ts'

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
export type CustomerExportQuery = Static<typeof CustomerExportQuery>
export type InvoiceExportQuery = Static<typeof InvoiceExportQuery>

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

const ReportView = Type.Object(
  {
    dry_run: Type.Boolean(),
    ok: Type.Boolean({ description: 'Whether the file has no fault.' }),
    rows: Type.Integer(),
    imported: Type.Integer({ description: 'In a dry run: that would be imported.' }),
    known: Type.Integer({ description: 'Were there already and stay as they are.' }),
    faults: Type.Array(
      Type.Object({
        line: Type.Integer(),
        column: Type.String(),
        code: Type.String(),
        message: Type.String(),
        params: Type.Optional(Type.Ref('ErrorParams')),
      }),
    ),
  },
  {
    title: 'ImportReport',
    examples: [{ dry_run: true, ok: true, rows: 2, imported: 2, known: 0, faults: [] }],
  },
)

const importing = (tag: string) => ({
  tags: [tag],
  querystring: Type.Object(
    {
      dry_run: Type.Optional(
        Type.Boolean({ description: '`true`: list every fault and save nothing.' }),
      ),
      columns: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'The field of each column, as JSON: `{"Artikel":"name"}`.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: {
    content: {
      'text/csv': {
        schema: Type.Unsafe<Uint8Array>({
          type: 'string',
          format: 'binary',
          description: 'A CSV in UTF-8, at most 5 MiB. Its first line names the columns.',
        }),
      },
    },
  },
  response: { 200: ReportView },
})

const Counted = Type.Object({
  imported: Type.Integer({ description: 'In a dry run: that would be imported.' }),
  already_there: Type.Integer({ description: 'Imported by an earlier run.' }),
})

const InvioReportView = Type.Object(
  {
    dry_run: Type.Boolean(),
    ok: Type.Boolean({ description: 'There are no faults.' }),
    customers: Counted,
    invoices: Counted,
    settings: Type.Object({
      set: Type.Array(Type.String(), { description: 'Names of settings that are taken over.' }),
      kept: Type.Array(Type.String(), { description: 'Names of settings that you have changed.' }),
    }),
    differences: Type.Array(
      Type.Object({
        invoice: Type.String({ description: 'Its number.' }),
        field: Type.String({ enum: ['subtotal', 'discount', 'tax', 'total'] }),
        source: Type.String({ description: 'The amount in Invio.' }),
        ours: Type.String({ description: 'The amount here, which counts.' }),
        reason: Type.String({ description: 'E.g. `line_rounding`: see docs/import-export.md.' }),
        explanation: Type.String(),
      }),
      { description: 'The first 1000.' },
    ),
    faults: Type.Array(
      Type.Object({
        where: Type.String({ description: 'E.g. `invoice INV-2025-001`.' }),
        field: Type.String(),
        code: Type.String(),
        message: Type.String(),
        params: Type.Optional(Type.Ref('ErrorParams')),
      }),
      { description: 'The first 1000.' },
    ),
    notes: Type.Array(
      Type.Object({
        where: Type.String(),
        code: Type.String({ description: 'E.g. `unit_unknown`: see docs/import-export.md.' }),
        params: Type.Record(Type.String(), Type.String(), {
          description: 'What the message names; `reason` is the code of the fault behind it.',
        }),
        message: Type.String(),
      }),
      { description: 'What changes or is left out: the first 1000.' },
    ),
    unpublished: Type.Array(Type.String(), {
      description: 'Numbers of invoices whose link stops working. Publish them again.',
    }),
  },
  {
    title: 'InvioReport',
    examples: [
      {
        dry_run: true,
        ok: true,
        customers: { imported: 12, already_there: 0 },
        invoices: { imported: 84, already_there: 0 },
        settings: { set: ['companyName'], kept: [] },
        differences: [],
        faults: [],
        notes: [{ where: 'products', ...noteOf('products_left', { count: '7' }) }],
        unpublished: ['INV-2025-001'],
      },
    ],
  },
)

export const importInvio = {
  operationId: 'importInvio',
  summary: 'Import a database of Invio',
  description:
    'Imports customers, invoices and settings in one transaction. If there is any fault, nothing is imported. Repeating it adds only new records. Also needs the scopes `write` and `issue`.',
  tags: ['Imports'],
  querystring: Type.Object(
    {
      dry_run: Type.Optional(
        Type.Boolean({ description: '`true`: report everything and save nothing.' }),
      ),
    },
    { additionalProperties: false },
  ),
  body: {
    content: {
      'application/vnd.sqlite3': {
        schema: Type.Unsafe<Uint8Array>({
          type: 'string',
          format: 'binary',
          description: 'The SQLite file of Invio, at most 20 MiB. Stop Invio before you copy it.',
        }),
      },
    },
  },
  response: { 200: InvioReportView },
}

export const importProducts = {
  operationId: 'importProducts',
  summary: 'Import products from a CSV',
  description:
    'Updates products with a known `item_number`. If there is any fault, nothing is imported. Columns: see docs/import-export.md.',
  ...importing('Products'),
}

export const importEntries = {
  operationId: 'importEntries',
  summary: 'Import time and expenses from a CSV',
  description:
    'Each row is an entry. If there is any fault, nothing is imported. Columns: see docs/import-export.md.',
  ...importing('Time and expenses'),
}
