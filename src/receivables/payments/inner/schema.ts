import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { expandedOf, expandParameter, expandQuery } from '../../../core/http/expand.ts'
import { oneOrMore, storedInstant, valuesOf } from '../../../core/http/filters.ts'
import { reading } from '../../../core/http/operations.ts'
import { listQuery, pageOf } from '../../../core/http/pagination.ts'
import { bulkOf } from '../../../core/record/bulk.ts'
import { CustomerView } from '../../../sales/customers/view-schema.ts'
import { InvoiceSummaryView } from '../../../sales/invoices/view-schema.ts'
import { PAYMENT_EXAMPLE, PaymentView } from '../../../sales/ledger/payment-schema.ts'
import { PaymentCreate, PaymentOfInvoice, PaymentReversal } from '../input.ts'
import type { PaymentFilter } from '../payment-entry.ts'

const tags = ['Payments']
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const instant = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description }))
const id = Type.String({ maxLength: 100, description: 'Id of the invoice.' })
const params = Type.Object({ id })
const paymentParams = Type.Object({
  id,
  payment_id: Type.String({ maxLength: 100, description: 'Id of the payment.' }),
})
const out = Type.Union([Type.String(), Type.Null()])

const PaymentEntryView = Type.Object(
  {
    ...PaymentView.properties,
    invoice_number: out,
    customer_id: Type.String(),
    expanded: expandedOf({
      customer: Type.Optional(CustomerView),
      invoice: Type.Optional(InvoiceSummaryView),
    }),
  },
  {
    title: 'PaymentEntry',
    examples: [
      {
        ...PAYMENT_EXAMPLE,
        invoice_number: 'INV-2026-0042',
        customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
      },
    ],
  },
)

/** A payment never changes; deleting it changes its invoice. */
const listed = <P extends TProperties>(view: TObject<P> & { title?: string }) =>
  Type.Object(
    {
      ...view.properties,
      etag: Type.String({ description: 'Of its invoice, for `If-Match` of a deletion.' }),
    },
    { title: `Listed${view.title}` },
  )

const PAYMENT_EXPANSIONS = ['customer', 'invoice'] as const

const AllQuery = listQuery(
  {
    invoice_id: Type.Optional(Type.String({ maxLength: 60, description: 'Only this invoice.' })),
    customer_id: oneOrMore('[^,\\u0000-\\u001f]{0,60}', 'Only this customer.'),
    currency: oneOrMore('[A-Z]{3}', 'Only this currency.'),
    reference: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^[^\\u0000-\\u001f]*$',
        description: 'Only this reference.',
      }),
    ),
    source: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: '^[^\\u0000-\\u001f]*$',
        description: 'Only payments that this system reported.',
      }),
    ),
    method: oneOrMore('[^,\\u0000-\\u001f]{1,60}', 'Only this method, as it was recorded.'),
    paid_from: day('Paid on or after this day.'),
    paid_to: day('Paid on or before this day.'),
    created_from: instant('Recorded at or after this instant.'),
    created_to: instant('Recorded at or before this instant.'),
    expand: expandParameter(PAYMENT_EXPANSIONS),
  },
  ['paid_at', 'created_at'],
)

export const toFilter = (query: Static<typeof AllQuery>): PaymentFilter => ({
  invoiceId: query.invoice_id,
  customerIds: valuesOf(query.customer_id),
  currencies: valuesOf(query.currency),
  reference: query.reference,
  source: query.source,
  methods: valuesOf(query.method),
  paidFrom: query.paid_from,
  paidTo: query.paid_to,
  createdFrom: storedInstant(query.created_from),
  createdTo: storedInstant(query.created_to),
})

export const listAllPayments = {
  operationId: 'listAllPayments',
  summary: 'List the payments of all invoices',
  description:
    'Newest day first unless you set `sort`. A payment does not change, but it can be deleted: follow `created_from` and the events `payment.deleted`.',
  tags,
  querystring: AllQuery,
  response: { 200: pageOf(listed(PaymentEntryView)) },
}

export const findPayment = {
  operationId: 'findPayment',
  summary: 'Read a payment by its id alone',
  description: 'With the number of its invoice and the customer.',
  tags,
  params: Type.Object({
    payment_id: Type.String({ maxLength: 100, description: 'Id of the payment.' }),
  }),
  querystring: expandQuery(PAYMENT_EXPANSIONS),
  ...reading(PaymentEntryView),
}

export const listPayments = {
  operationId: 'listPayments',
  summary: 'List the payments of an invoice',
  description: 'By day unless you set `sort`. Includes payments created by the status `paid`.',
  tags,
  params,
  querystring: listQuery({}, ['paid_at', 'created_at']),
  response: { 200: pageOf(listed(PaymentView)) },
}

export const recordPayment = {
  operationId: 'recordPayment',
  summary: 'Record a payment',
  description:
    'Partial or full; when nothing is left to pay, the invoice becomes `paid`. `discount`, `fee`, `write_off` and `withheld` settle it beside the amount. A payment above the amount due is refused (422 `overpayment` with `due`), unless `overpayment` is `account`. So is a second payment with the same `reference`, amount and day (409 `payment_exists` with `payment_id`); without `paid_at`, the day does not matter. With a `source`, each `reference` is recorded once, even with another invoice, amount or day. `If-Match` and `ETag` are those of the invoice.',
  tags,
  params,
  headers: ConditionalHeaders,
  // A missing body is null.
  body: Type.Union([PaymentCreate, Type.Null()]),
  response: { 201: PaymentView },
}

/** Each payment reads its whole invoice, of up to 1000 items. */
export const PAYMENTS_TOGETHER = 20
export const recordPayments = bulkOf(PaymentOfInvoice, PaymentView, {
  title: 'Payment',
  together: PAYMENTS_TOGETHER,
  operationId: 'recordPayments',
  summary: 'Record many payments',
  description: 'At most 1000 in 5 MiB. The answer has a result for each, in the same order.',
  tags,
})

export const getPayment = {
  operationId: 'getPayment',
  summary: 'Read a payment',
  description: 'A negative amount is a refund.',
  tags,
  params: paymentParams,
  ...reading(PaymentView),
}

export const reversePayment = {
  operationId: 'reversePayment',
  summary: 'Take a payment back',
  description:
    'The bank returned it, for example a direct debit without cover. Adds a payment with the opposite amounts; the invoice is due again. Each payment is taken back once. To correct a mistake, remove the payment instead.',
  tags,
  params: paymentParams,
  headers: ConditionalHeaders,
  body: Type.Union([PaymentReversal, Type.Null()]),
  response: { 201: PaymentView },
}

export const deletePayment = {
  operationId: 'deletePayment',
  summary: 'Remove a payment',
  description:
    'The amount is due again. A paid invoice becomes `sent`. Money from the account returns to it.',
  tags,
  params: paymentParams,
  headers: ConditionalHeaders,
  response: {
    204: Type.Null({ description: 'Removed.' }),
  },
}
