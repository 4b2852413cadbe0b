import { type Static, Type } from 'typebox'
import { closed } from '../http/shapes.ts'
import { InvoiceView } from '../invoices/view-schema.ts'
import { GROUPINGS } from './grouping.ts'

export const ENTRIES_MAX = 1000

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
