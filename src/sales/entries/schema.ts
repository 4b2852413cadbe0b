import { Type } from 'typebox'
import { SecondTaxView } from '../../company/settings/tax.ts'
import { externalIdQuery, metadataQuery } from '../../core/external-ids/field.ts'
import { puttingByExternalId } from '../../core/external-ids/operations.ts'
import { createdBetween, updatedSince } from '../../core/http/filters.ts'
import { changing, deleting, reading } from '../../core/http/operations.ts'
import { entryOf, listQuery, pageOf, searched } from '../../core/http/pagination.ts'
import { bulkOf } from '../../core/record/bulk.ts'
import { outputOf } from '../../kernel/fields/field.ts'
import { nullable, STAMPS } from '../../kernel/fields/shapes.ts'
import { ENTRY_KINDS, FIELDS } from './fields.ts'
import { EntryInput, EntryPatch, EntryPut } from './input.ts'

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
  duration: null,
  unit: 'HUR',
  unit_price: '80.00',
  product_id: null,
  currency: 'EUR',
  reference: null,
  external_ids: [{ system: 'timer', id: '1001' }],
  metadata: { project: 'atlas' },
  tax: { category: 'S', rate: '19' },
  status: 'open',
  invoice_id: null,
  version: 1,
  created_at: '2026-11-20T16:00:00.000Z',
  updated_at: '2026-11-20T16:00:00.000Z',
}

const EntryView = Type.Object(
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
          label: Type.Optional(text),
          second: Type.Optional(SecondTaxView),
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
      external_id: externalIdQuery,
      metadata: metadataQuery,
      ...createdBetween,
      updated_since: updatedSince,
    },
    ['date', 'created_at', 'updated_at'],
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

export const createEntries = bulkOf(EntryInput, EntryView, {
  title: 'Entry',
  operationId: 'createEntries',
  summary: 'Enter time and expenses, many at once',
  description: 'At most 1000 in 5 MiB. The answer has a result for each, in the same order.',
  tags,
})

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
  ...changing(EntryView),
}

export const putEntry = {
  operationId: 'putEntry',
  summary: 'Update an entry',
  description:
    'Replaces each field you send. Of a billed entry, only external ids and metadata change.',
  body: EntryPut,
  ...update,
}

export const putEntryByExternalId = {
  operationId: 'putEntryByExternalId',
  summary: 'Create or update an entry by its external id',
  description:
    'Changes the entry that has this external id (200), or creates it with that id (201). Safe to repeat.',
  tags,
  body: EntryInput,
  ...puttingByExternalId(EntryView),
}

export const patchEntry = {
  operationId: 'patchEntry',
  summary: 'Patch an entry',
  description:
    'JSON Merge Patch (RFC 7396). Of a billed entry, only external ids and metadata change.',
  body: EntryPatch,
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
