import { type Static, Type } from 'typebox'
import { changing, reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { VIAS } from '../../methods/method.ts'
import { ATTEMPT_OUTCOMES, COLLECTION_PROBLEMS, COLLECTION_STATUSES } from '../collection.ts'

const text = Type.String()
const tags = ['Direct debit']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the collection.' }),
})
const day = (description: string) => Type.String({ format: 'date', description })

const CollectionView = Type.Object(
  {
    id: text,
    invoice_id: text,
    customer_id: text,
    payment_method_id: text,
    via: Type.String({ enum: [...VIAS] }),
    amount: text,
    currency: text,
    collect_on: Type.String({ description: 'The first day that was meant.' }),
    next_on: nullable(
      Type.String({ description: 'The next day on which it may be collected, or is.' }),
    ),
    status: Type.String({ enum: [...COLLECTION_STATUSES] }),
    notice: nullable(
      Type.Object(
        {
          message_id: nullable(text),
          sent_at: text,
          collect_on: text,
          amount: Type.String({ description: 'The most that is collected.' }),
        },
        { description: 'What the customer was told.' },
      ),
    ),
    attempts: Type.Array(
      Type.Object({
        n: Type.Integer(),
        at: text,
        day: text,
        outcome: Type.String({ enum: [...ATTEMPT_OUTCOMES] }),
        code: nullable(Type.String({ description: 'ISO 20022 code of the refusal, e.g. AM04.' })),
        ref: text,
      }),
    ),
    run_id: nullable(text),
    end_to_end: nullable(text),
    ended_because: nullable(
      Type.String({
        description:
          'The code of the bank, or `settled`, `invoice_closed`, `method_ended`, `by_person`.',
      }),
    ),
    problems: Type.Array(Type.String({ enum: [...COLLECTION_PROBLEMS] })),
    ...STAMPS,
  },
  {
    title: 'Collection',
    examples: [
      {
        id: 'col_019aa5d2-7c00-7000-8000-0123456789ab',
        invoice_id: 'inv_019aa5d2-7c00-7000-8000-0123456789ab',
        customer_id: 'cus_019aa5d2-7c00-7000-8000-0123456789ab',
        payment_method_id: 'pmd_019aa5d2-7c00-7000-8000-0123456789ab',
        via: 'file',
        amount: '119.00',
        currency: 'EUR',
        collect_on: '2026-12-07',
        next_on: '2026-12-07',
        status: 'announced',
        notice: {
          message_id: 'msg_019aa5d2-7c00-7000-8000-0123456789ab',
          sent_at: '2026-11-21T09:05:00.000Z',
          collect_on: '2026-12-07',
          amount: '119.00',
        },
        attempts: [],
        run_id: null,
        end_to_end: null,
        ended_because: null,
        problems: [],
        version: 2,
        created_at: '2026-11-21T09:05:00.000Z',
        updated_at: '2026-11-21T09:05:00.000Z',
      },
    ],
  },
)

const CollectBody = Type.Object(
  {
    payment_method_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "Default: the customer's default, else the newest.",
      }),
    ),
    on: Type.Optional(day('The earliest day. Default: the due date.')),
  },
  {
    title: 'Collect',
    ...closed,
    examples: [{ payment_method_id: 'pmd_019aa5d2-7c00-7000-8000-0123456789ab' }],
  },
)
export type CollectBody = Static<typeof CollectBody>

const AnnounceBody = Type.Object(
  { on: Type.Optional(day('The day on which the customer was told. Default: today.')) },
  { title: 'CollectionNotice', ...closed, examples: [{ on: '2026-11-21' }] },
)

export const collect = {
  operationId: 'collectInvoice',
  tags,
  summary: 'Collect an invoice',
  description:
    'Plans to collect what is due from a payment method. Invoices that are issued with `payment.means` 59 and the reference of an active mandate are planned by themselves. The customer must be told before anything is collected.',
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
      run_id: Type.Optional(Type.String({ maxLength: 100, description: 'Last in this run.' })),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(CollectionView)) },
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
    'For notices outside the service, such as a letter. The day of collection follows from it.',
  ),
  body: AnnounceBody,
}
export const cancel = acting(
  'cancelCollection',
  'Cancel a collection',
  'Before it is handed in. The invoice stays due.',
)
export const retry = acting(
  'retryCollection',
  'Collect again',
  'Plans a collection anew that was given up. The customer must be told again.',
)
export const acknowledge = acting(
  'acknowledgeCollection',
  'Acknowledge the problems of a collection',
  'They leave Attention.',
)
