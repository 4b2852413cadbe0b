import { Type } from 'typebox'
import { changing, deleting, reading } from '../../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../../core/http/pagination.ts'
import { inputOf, outputOf } from '../../../../kernel/fields/field.ts'
import { closed, STAMPS } from '../../../../kernel/fields/shapes.ts'
import { FIELDS, START } from './fields.ts'

const INPUT_EXAMPLE = { key: 'EXPORT', name: 'Export', pattern: 'EX-{YYYY}-{SEQ:4}' }

const EXAMPLE = {
  id: 'ser_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  kind: 'invoice',
  ...INPUT_EXAMPLE,
  reset: 'yearly',
  archived: false,
  start: 1,
  used: true,
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

const Create = Type.Object(
  { ...inputOf(FIELDS), start: Type.Optional(START) },
  { title: 'NumberSeriesCreate', ...closed, examples: [INPUT_EXAMPLE] },
)
const Put = Type.Partial(Create, { title: 'NumberSeriesPut', ...closed, examples: [INPUT_EXAMPLE] })

const View = Type.Object(
  {
    id: Type.String(),
    ...outputOf(FIELDS),
    start: Type.Integer(),
    used: Type.Boolean({
      description: 'The series has assigned a number, so only `name` and `archived` can change.',
    }),
    ...STAMPS,
  },
  { title: 'NumberSeries', examples: [EXAMPLE] },
)

const tags = ['Settings']
const params = Type.Object({ id: Type.String({ description: 'Id of the series.' }) })

export const listNumberSeries = {
  operationId: 'listNumberSeries',
  summary: 'List number series',
  description: 'At most 50 besides those of the settings, oldest first.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(View)) },
}

export const createNumberSeries = {
  operationId: 'createNumberSeries',
  summary: 'Create a number series',
  description:
    'Documents choose it in `number_series`. Other documents use the patterns in the settings.',
  tags,
  body: Create,
  response: { 201: View },
}

export const getNumberSeries = {
  operationId: 'getNumberSeries',
  summary: 'Read a number series',
  description: 'One entry of the list.',
  tags,
  params,
  ...reading(View),
}

export const putNumberSeries = {
  operationId: 'putNumberSeries',
  summary: 'Update a number series',
  description:
    'Replaces each field you send. Once the series has assigned a number, only `name` and `archived` can change.',
  tags,
  params,
  body: Put,
  ...changing(View),
}

export const deleteNumberSeries = {
  operationId: 'deleteNumberSeries',
  summary: 'Delete a number series',
  description: 'Refused once the series has assigned a number. Archive it instead.',
  tags,
  params,
  ...deleting,
}
