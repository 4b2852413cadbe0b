import { Type } from 'typebox'
import { nullable, STAMPS } from '../../kernel/fields/shapes.ts'
import { VIAS } from '../methods/method.ts'
import { ATTEMPT_OUTCOMES, COLLECTION_PROBLEMS, COLLECTION_STATUSES } from './collection.ts'

const text = Type.String()

export const CollectionPreview = Type.Object(
  {
    invoice_id: text,
    customer_id: text,
    payment_method_id: text,
    via: Type.String({ enum: [...VIAS] }),
    amount: text,
    currency: text,
    collect_on: Type.String({ description: 'The earliest day that was asked for.' }),
    next_on: nullable(
      Type.String({
        description:
          'The day on which the invoice is collected if the customer gets the notice today.',
      }),
    ),
  },
  {
    title: 'CollectionPreview',
    examples: [
      {
        invoice_id: 'inv_019aa5d2-7c00-7000-8000-0123456789ab',
        customer_id: 'cus_019aa5d2-7c00-7000-8000-0123456789ab',
        payment_method_id: 'pmd_019aa5d2-7c00-7000-8000-0123456789ab',
        ...{ via: 'file', amount: '119.00', currency: 'EUR' },
        ...{ collect_on: '2026-12-05', next_on: '2026-12-07' },
      },
    ],
  },
)

export const CollectionView = Type.Object(
  {
    id: text,
    invoice_id: text,
    customer_id: text,
    payment_method_id: text,
    via: Type.String({ enum: [...VIAS] }),
    amount: text,
    currency: text,
    collect_on: Type.String({ description: 'The earliest day that was asked for.' }),
    next_on: nullable(
      Type.String({
        description:
          'The next day on which it may be collected. Once it is submitted: the day of its collection.',
      }),
    ),
    status: Type.String({ enum: [...COLLECTION_STATUSES] }),
    notice: nullable(
      Type.Object(
        {
          message_id: nullable(text),
          sent_at: text,
          collect_on: text,
          amount: Type.String({ description: 'The most that may be collected.' }),
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
          'The code of the bank, or `settled_otherwise`, `invoice_closed`, `method_ended`, `stopped_by_customer`, `by_person`. Of a charge by a provider also `attempts`, `hard`, `needs_customer`, `disputed`, or why its amount cannot be paid online.',
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
