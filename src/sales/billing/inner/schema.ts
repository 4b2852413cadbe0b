import { type Static, Type } from 'typebox'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { InvoiceView } from '../../invoices/view-schema.ts'
import { GROUPINGS } from './grouping.ts'

export const ENTRIES_MAX = 1000
/** The maximum number of drafts of one request. */
export const CUSTOMERS_MAX = 100

export const EntryInvoiceBody = Type.Object(
  {
    customer_id: Type.String({ maxLength: 60, description: 'Who pays.' }),
    until: Type.Optional(
      Type.String({ format: 'date', description: 'The last day. Default: all days.' }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description: "Entries in this currency. Default: the customer's.",
      }),
    ),
    group_by: Type.Optional(
      Type.String({
        enum: [...GROUPINGS],
        description:
          '`none` (default): each entry becomes an item. Otherwise entries of one day, description or product become one item if price, unit and tax are the same.',
      }),
    ),
    entry_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        minItems: 1,
        maxItems: ENTRIES_MAX,
        uniqueItems: true,
        description: 'Only these entries. Default: the 1000 oldest open ones.',
      }),
    ),
  },
  {
    title: 'EntryInvoice',
    ...closed,
    examples: [
      {
        customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
        until: '2026-11-30',
        group_by: 'description',
      },
    ],
  },
)
export type EntryInvoiceBody = Static<typeof EntryInvoiceBody>

export const invoiceEntries = {
  operationId: 'invoiceEntries',
  summary: 'Bill open time and expenses',
  description:
    'Creates a draft. Each entry is billed once. It is open again if you delete the draft or its item, or void the invoice.',
  tags: ['Time and expenses'],
  body: EntryInvoiceBody,
  response: { 201: InvoiceView },
}

const { until, group_by, currency } = EntryInvoiceBody.properties

export const AllEntriesBody = Type.Object(
  {
    until,
    currency: Type.Optional({
      ...currency,
      description: 'Only entries in this currency. Default: all.',
    }),
    group_by,
    cursor: Type.Optional(
      Type.String({ maxLength: 500, description: '`next_cursor` of the previous response.' }),
    ),
  },
  {
    title: 'AllEntriesInvoice',
    ...closed,
    examples: [{ until: '2026-11-30', group_by: 'description' }],
  },
)
export type AllEntriesBody = Static<typeof AllEntriesBody>

const Results = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        customer_id: Type.String(),
        customer_name: Type.String(),
        currency: Type.String(),
        entries: Type.Integer({
          description: `Open entries before this request. A draft bills at most ${ENTRIES_MAX}, the oldest first.`,
        }),
        first_day: Type.String(),
        last_day: Type.String(),
        status: Type.Integer({ description: '201, or the status of the problem.' }),
        invoice_id: nullable(Type.String({ description: '`null` in a preview.' })),
        total: nullable(Type.String({ description: 'Of the draft.' })),
        problem: Type.Optional(Type.Ref('Problem')),
      }),
    ),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    has_more: Type.Boolean({ description: 'More customers have open entries.' }),
    next_cursor: nullable(Type.String()),
  },
  { title: 'AllEntriesInvoiced' },
)

const all = { tags: ['Time and expenses'], body: AllEntriesBody, response: { 200: Results } }

export const invoiceAllEntries = {
  operationId: 'invoiceAllEntries',
  summary: 'Bill the open time and expenses of all customers',
  description: `Creates a draft for each customer and currency with open entries, at most ${CUSTOMERS_MAX} at once: repeat the request with \`cursor\` while \`has_more\` is true. One that fails does not affect the others.`,
  ...all,
}

export const previewAllEntries = {
  operationId: 'previewAllEntriesInvoice',
  summary: 'Preview billing all customers',
  description: 'The same results and problems, but it creates no draft.',
  ...all,
}
