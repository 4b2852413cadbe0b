import { Type } from 'typebox'
import { changing, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed } from '../../../kernel/fields/shapes.ts'
import { COLLECTION_STATUSES } from '../collection.ts'
import { CollectionPreview, CollectionView } from '../view-schema.ts'

const tags = ['Direct debit']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the collection.' }),
})
const day = (description: string) => Type.String({ format: 'date', description })

const COLLECTED = {
  payment_method_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Default: the customer's default method, or else the newest one.",
    }),
  ),
  on: Type.Optional(
    day('The earliest day. Default: the due date, or today, as the setting `collectOn` says.'),
  ),
}
const CollectBody = Type.Object(COLLECTED, {
  title: 'Collect',
  ...closed,
  examples: [{ payment_method_id: 'pmd_019aa5d2-7c00-7000-8000-0123456789ab' }],
})

const PREVIEWED = {
  invoice_id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
  ...COLLECTED,
}
const AnnounceBody = Type.Object(
  { on: Type.Optional(day('The day on which the customer was told. Default: today.')) },
  { title: 'CollectionNotice', ...closed, examples: [{ on: '2026-11-21' }] },
)

export const collect = {
  operationId: 'collectInvoice',
  tags,
  summary: 'Collect an invoice',
  description:
    'Plans to collect what is due from a payment method. The service plans invoices that are issued with `payment.means` 59 and the reference of an active mandate automatically. The customer must be told before anything is collected.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
  }),
  body: CollectBody,
  response: { 201: CollectionView, ...problems(404, 409) },
}
export const listCollections = {
  operationId: 'listCollections',
  tags,
  summary: 'List collections',
  description: 'The newest first unless you set `sort`.',
  querystring: listQuery(
    {
      status: Type.Optional(
        Type.String({ enum: [...COLLECTION_STATUSES], description: 'With this status.' }),
      ),
      customer_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of this customer.' })),
      invoice_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of this invoice.' })),
      payment_method_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'From this payment method.' }),
      ),
      run_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'Whose last attempt is in this run.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(CollectionView)) },
}
export const previewCollection = {
  operationId: 'previewCollection',
  summary: 'Preview a collection',
  tags,
  description:
    'Says what `POST /invoices/{id}/collect` would plan: the method, the amount and the days, or why it is refused. Stores nothing.',
  querystring: Type.Object(PREVIEWED, closed),
  response: { 200: CollectionPreview, ...problems(404, 409) },
}
export const getCollection = {
  operationId: 'getCollection',
  tags,
  summary: 'Get a collection',
  description: 'The plan, what the customer was told, and every attempt.',
  params,
  ...reading(CollectionView, [404]),
}
const acting = (operationId: string, summary: string, description: string) => ({
  ...{ operationId, tags, summary, description, params },
  ...changing(CollectionView),
})
export const announce = {
  ...acting(
    'announceCollection',
    'Note that the customer was told',
    'For notices outside the service, such as a letter. It sets the day of collection.',
  ),
  body: AnnounceBody,
}
export const cancel = acting(
  'cancelCollection',
  'Cancel a collection',
  'Only before it is submitted. The invoice stays due.',
)
export const retry = acting(
  'retryCollection',
  'Collect again',
  'Plans a collection again that was given up. The customer must be told again.',
)
export const acknowledge = acting(
  'acknowledgeCollection',
  'Acknowledge the problems of a collection',
  'Attention no longer lists them.',
)
