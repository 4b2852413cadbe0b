import { type Static, Type } from 'typebox'
import { CachedHeaders, ConditionalHeaders, NotModified } from '../http/etag.ts'
import { listQuery, pageOf } from '../http/pagination.ts'
import { problems } from '../http/problem.ts'

const tags = ['Payments']
const id = Type.String({ maxLength: 100, description: 'Id of the invoice.' })
const params = Type.Object({ id })
const paymentParams = Type.Object({
  id,
  payment_id: Type.String({ maxLength: 100, description: 'Id of the payment.' }),
})
const out = Type.Union([Type.String(), Type.Null()])
const text = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))

export const PaymentCreate = Type.Object(
  {
    amount: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
        description: "In the invoice's currency. Default: the amount due. Negative for a refund.",
      }),
    ),
    paid_at: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
    method: text(60),
    reference: text(200),
    note: text(2000),
    allow_duplicate: Type.Optional(
      Type.Boolean({
        description:
          'Record the payment even if one with the same `reference`, amount and day exists.',
      }),
    ),
  },
  {
    title: 'PaymentCreate',
    additionalProperties: false,
    examples: [{ amount: '50.00', method: 'transfer', reference: 'Statement 12/3' }],
  },
)
export type PaymentBody = Static<typeof PaymentCreate>

export const PaymentView = Type.Object(
  {
    id: Type.String(),
    invoice_id: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    paid_at: Type.String(),
    method: out,
    reference: out,
    note: out,
    automatic: Type.Boolean({
      description: 'Created by setting the status to `paid`, and deleted when that is undone.',
    }),
    created_at: Type.String(),
  },
  {
    title: 'Payment',
    examples: [
      {
        id: 'pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70',
        invoice_id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
        amount: '50.00',
        currency: 'EUR',
        paid_at: '2026-12-01',
        method: 'transfer',
        reference: 'Statement 12/3',
        note: null,
        automatic: false,
        created_at: '2026-12-02T08:15:00.000Z',
      },
    ],
  },
)

export const listPayments = {
  operationId: 'listPayments',
  summary: 'List the payments of an invoice',
  description: 'By day unless you set `sort`. Includes payments created by the status `paid`.',
  tags,
  params,
  querystring: listQuery({}, ['paid_at', 'created_at']),
  response: { 200: pageOf(PaymentView), ...problems(401, 403, 404, 422) },
}

export const recordPayment = {
  operationId: 'recordPayment',
  summary: 'Record a payment',
  description:
    'Partial or full; when nothing is left to pay, the invoice becomes `paid`. A payment above the amount due is refused (422 `overpayment` with `due`). So is a second payment with the same `reference`, amount and day (409 `payment_exists` with `payment_id`); without `paid_at`, the day does not matter. `If-Match` and `ETag` are those of the invoice.',
  tags,
  params,
  headers: ConditionalHeaders,
  // No body at all reads as null.
  body: Type.Union([PaymentCreate, Type.Null()]),
  response: { 201: PaymentView, ...problems(400, 401, 403, 404, 409, 412, 413, 415, 422) },
}

export const getPayment = {
  operationId: 'getPayment',
  summary: 'Read a payment',
  description: 'A negative amount is a refund.',
  tags,
  params: paymentParams,
  headers: CachedHeaders,
  response: { 200: PaymentView, 304: NotModified, ...problems(401, 403, 404) },
}

export const deletePayment = {
  operationId: 'deletePayment',
  summary: 'Remove a payment',
  description: 'The amount is due again. A paid invoice becomes `sent`.',
  tags,
  params: paymentParams,
  headers: ConditionalHeaders,
  response: {
    204: Type.Null({ description: 'Removed.' }),
    ...problems(401, 403, 404, 409, 412),
  },
}
