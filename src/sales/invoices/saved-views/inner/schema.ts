import { Type } from 'typebox'
import { changing, deleting, reading } from '../../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../../core/http/pagination.ts'
import { inputOf, outputOf } from '../../../../kernel/fields/field.ts'
import { closed, STAMPS } from '../../../../kernel/fields/shapes.ts'
import { LIST_FILTERS, ListQuery } from '../../schema.ts'
import { FIELDS } from './fields.ts'

const INPUT_EXAMPLE = {
  name: 'Large and late',
  filters: { overdue: true, currency: 'EUR', sort: '-total' },
}

const EXAMPLE = {
  id: 'viw_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  ...INPUT_EXAMPLE,
  shared: false,
  own: true,
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

const Filters = Type.Object(
  { ...LIST_FILTERS, sort: ListQuery.properties.sort },
  { ...closed, description: 'Query parameters of `GET /invoices`.' },
)

const Create = Type.Object(
  { ...inputOf(FIELDS), shared: Type.Optional(FIELDS.shared.input), filters: Filters },
  { title: 'SavedViewCreate', ...closed, examples: [INPUT_EXAMPLE] },
)
const Put = Type.Partial(Create, {
  title: 'SavedViewPut',
  ...closed,
  examples: [{ name: 'Large and overdue' }],
})
const View = Type.Object(
  {
    id: Type.String(),
    ...outputOf(FIELDS),
    filters: Filters,
    own: Type.Boolean({ description: 'Made by the caller.' }),
    ...STAMPS,
  },
  { title: 'SavedView', examples: [EXAMPLE] },
)

const tags = ['Invoices']
const params = Type.Object({ id: Type.String({ description: 'Id of the view.' }) })
const SHARING = 'Shared views need the scope `write`.'

export const listInvoiceViews = {
  operationId: 'listInvoiceViews',
  summary: 'List saved views',
  description: 'Your own and shared ones, oldest first.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(View)) },
}

export const createInvoiceView = {
  operationId: 'createInvoiceView',
  summary: 'Save a view',
  description: `Keeps filters and sort of the list of invoices under a name. At most 50 of your own. ${SHARING}`,
  tags,
  body: Create,
  response: { 201: View },
}

export const getInvoiceView = {
  operationId: 'getInvoiceView',
  summary: 'Read a saved view',
  description: 'One entry of the list.',
  tags,
  params,
  ...reading(View),
}

export const putInvoiceView = {
  operationId: 'putInvoiceView',
  summary: 'Update a saved view',
  description: `Replaces each field you send. ${SHARING}`,
  tags,
  params,
  body: Put,
  ...changing(View),
}

export const deleteInvoiceView = {
  operationId: 'deleteInvoiceView',
  summary: 'Delete a saved view',
  description: `Invoices stay. ${SHARING}`,
  tags,
  params,
  ...deleting,
}
