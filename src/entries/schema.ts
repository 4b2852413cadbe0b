import { Type } from 'typebox'
import { outputOf } from '../fields/field.ts'
import { changing, deleting, reading } from '../http/operations.ts'
import { entryOf, listQuery, pageOf, searched } from '../http/pagination.ts'
import { nullable, STAMPS } from '../http/shapes.ts'
import { ENTRY_KINDS, FIELDS } from './fields.ts'
import { EntryChange, EntryInput } from './input.ts'

const text = Type.String()
const optional = Type.Optional(nullable(text))

const EXAMPLE = {
  id: 'ent_019aa5d2-7c00-7000-8000-0123456789ab',
  kind: 'time',
  customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  customer_name: 'Northwind Publishing',
  date: '2026-11-20',
  description: 'Cover design, second round',
  quantity: '2.5',
  unit: 'HUR',
  unit_price: '80.00',
  product_id: null,
  currency: 'EUR',
  reference: null,
  tax: { category: 'S', rate: '19' },
  status: 'open',
  invoice_id: null,
  version: 1,
  created_at: '2026-11-20T16:00:00.000Z',
  updated_at: '2026-11-20T16:00:00.000Z',
}

export const EntryView = Type.Object(
  {
    id: text,
    ...outputOf(FIELDS),
    customer_name: text,
    tax: nullable(
      Type.Object(
        {
          preset: Type.Optional(text),
          category: Type.Optional(text),
          rate: Type.Optional(text),
          reason: optional,
          reason_code: optional,
        },
        { description: 'Null: the value of the product or the settings.' },
      ),
    ),
    status: Type.String({ enum: ['open', 'billed'], description: 'Whether an invoice bills it.' }),
    invoice_id: nullable(Type.String({ description: 'The invoice that bills it.' })),
    ...STAMPS,
  },
  { title: 'Entry', examples: [EXAMPLE] },
)

const tags = ['Time and expenses']
const params = Type.Object({ id: Type.String({ description: 'Id of the entry.' }) })

export const listEntries = {
  operationId: 'listEntries',
  summary: 'List time and expenses',
  description: 'Latest day first unless you set `sort`.',
  tags,
  querystring: listQuery(
    {
      q: searched('Words in description or reference.'),
      customer_id: Type.Optional(Type.String({ maxLength: 60, description: 'Of one customer.' })),
      status: Type.Optional(
        Type.String({ enum: ['open', 'billed'], description: 'Whether an invoice bills it.' }),
      ),
      kind: Type.Optional(Type.String({ enum: [...ENTRY_KINDS], description: 'Of one kind.' })),
      from: Type.Optional(Type.String({ format: 'date', description: 'From this day on.' })),
      to: Type.Optional(Type.String({ format: 'date', description: 'Up to this day.' })),
    },
    ['date', 'created_at'],
  ),
  response: { 200: pageOf(entryOf(EntryView, 'ListedEntry')) },
}

export const createEntry = {
  operationId: 'createEntry',
  summary: 'Enter time or an expense',
  description: 'Needs a customer, a description, and either a price or a product.',
  tags,
  body: EntryInput,
  response: { 201: EntryView },
}

export const getEntry = {
  operationId: 'getEntry',
  summary: 'Read an entry',
  description: '`invoice_id` names the invoice that bills it.',
  tags,
  params,
  ...reading(EntryView),
}

const update = {
  tags,
  params,
  body: EntryChange,
  ...changing(EntryView),
}

export const putEntry = {
  operationId: 'putEntry',
  summary: 'Update an entry',
  description: 'Replaces each field you send. A billed entry cannot change.',
  ...update,
}

export const patchEntry = {
  operationId: 'patchEntry',
  summary: 'Patch an entry',
  description: 'JSON Merge Patch (RFC 7396). A billed entry cannot change.',
  ...update,
}

export const deleteEntry = {
  operationId: 'deleteEntry',
  summary: 'Delete an entry',
  description: 'You cannot delete a billed entry.',
  tags,
  params,
  ...deleting,
}
