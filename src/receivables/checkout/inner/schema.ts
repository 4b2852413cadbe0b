import { Type } from 'typebox'
import { reading } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { EarlyPaymentView } from '../../payments/early-view.ts'
import { CHECKOUT_STATUSES } from '../checkout.ts'
import {
  BOOKING_KINDS,
  DISPUTE_STATUSES,
  PROBLEM_CODES,
  REFUND_STATUSES,
} from '../provider-payment.ts'

const text = Type.String()
const orNull = nullable(text)
const tags = ['Online payment']
const idOf = (what: string) =>
  Type.Object({ id: Type.String({ maxLength: 100, description: `Id of the ${what}.` }) })
const STAMPED = {
  version: 2,
  created_at: '2026-11-21T09:05:00.000Z',
  updated_at: '2026-11-21T09:06:00.000Z',
}
const INVOICE_ID = 'inv_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47'
const PROVIDER_ID = 'pvd_019aa5d2-7c00-7000-8000-0123456789ab'
const CHECKOUT_ID = 'chk_019aa5d3-1f00-7000-8000-0123456789ab'

const COLLECTION = nullable(
  Type.String({ description: 'The collection that charged it. Null: the customer paid it.' }),
)

const CheckoutView = Type.Object(
  {
    id: text,
    kind: Type.String({
      enum: ['pay', 'save'],
      description:
        '`save`: the customer only gives a method for later charges, on the page of the invoice. Its amount is zero, and `paid` means that the method is kept.',
    }),
    invoices: Type.Array(
      Type.Object({
        id: text,
        amount: text,
        discount: Type.String({
          description:
            'For early payment: what it settles beside the amount, if it is paid in time.',
        }),
      }),
    ),
    amount: text,
    currency: text,
    provider_id: text,
    method: nullable(
      Type.String({ description: "The provider's own name. Null: the customer chooses." }),
    ),
    status: Type.String({
      enum: [...CHECKOUT_STATUSES],
      description:
        '`creating`: the provider has not answered yet. `pending`: money is on its way. `canceled`: the service ended it.',
    }),
    live: Type.Boolean({
      description:
        'Whether the customer can be sent to its page. An invoice has at most one live checkout.',
    }),
    url: nullable(
      Type.String({ description: 'Page of the provider, while the customer can pay there.' }),
    ),
    opened_by: Type.String({
      enum: ['page', 'api', 'collection'],
      description: '`collection`: a kept method is charged without the customer.',
    }),
    collection_id: COLLECTION,
    save: Type.Boolean({ description: 'Whether the provider keeps the method for later charges.' }),
    expires_at: text,
    pending_since: orNull,
    failure: nullable(Type.String({ description: 'Code of the provider.' })),
    closed_because: nullable(
      Type.String({ description: 'Why the service ended it, such as `settled_otherwise`.' }),
    ),
    ...STAMPS,
  },
  {
    title: 'Checkout',
    examples: [
      {
        id: CHECKOUT_ID,
        kind: 'pay',
        invoices: [{ id: INVOICE_ID, amount: '119.00', discount: '0.00' }],
        amount: '119.00',
        currency: 'EUR',
        provider_id: PROVIDER_ID,
        method: 'card',
        status: 'open',
        live: true,
        url: 'https://checkout.stripe.com/c/pay/cs_example',
        opened_by: 'api',
        collection_id: null,
        save: false,
        expires_at: '2026-11-21T10:05:00.000Z',
        pending_since: null,
        failure: null,
        closed_because: null,
        ...STAMPED,
      },
    ],
  },
)

const AMOUNT = Type.Optional(
  Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
    description: 'Default: what is due. Less only with the setting `allowPartialOnline`.',
  }),
)

const DISCOUNT = Type.Optional(
  Type.Literal('auto', {
    description:
      'Asks for all that is due, less the discount for early payment that is allowed today. Without one: 422 `discount_not_allowed`.',
  }),
)

export const openCheckout = {
  operationId: 'openCheckout',
  summary: 'Open a checkout',
  description:
    'A page of the payment provider on which the customer pays what is due now. An open one for this amount and method is returned again; any other one is ended first.',
  tags,
  params: idOf('invoice'),
  body: Type.Object(
    {
      amount: AMOUNT,
      discount: DISCOUNT,
      others: Type.Optional(
        Type.Array(
          Type.Object(
            {
              invoice_id: Type.String({ maxLength: 100 }),
              amount: AMOUNT,
              discount: DISCOUNT,
            },
            closed,
          ),
          {
            maxItems: 49,
            description: 'Further invoices of this customer that the same payment pays.',
          },
        ),
      ),
      provider_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'Default: by priority.' }),
      ),
      method: Type.Optional(
        Type.String({
          maxLength: 60,
          pattern: '^[a-z0-9_]+$',
          description: 'Default: the first that the provider offers.',
        }),
      ),
    },
    { title: 'CheckoutCreate', ...closed, examples: [{ method: 'card' }] },
  ),
  response: { 201: CheckoutView, ...problems(502, 503) },
}
export const listCheckouts = {
  operationId: 'listCheckoutsOfInvoice',
  summary: 'List the checkouts of an invoice',
  description: 'The newest first, 50 at most.',
  tags,
  params: idOf('invoice'),
  response: {
    200: Type.Object({ data: Type.Array(CheckoutView) }, { title: 'CheckoutsOfInvoice' }),
  },
}
export const getCheckout = {
  operationId: 'getCheckout',
  summary: 'Read a checkout',
  description: 'Its state as last reported by the provider.',
  tags,
  params: idOf('checkout'),
  ...reading(CheckoutView),
}
export const listOffers = {
  operationId: 'listPaymentOffers',
  summary: 'List the ways to pay an invoice online',
  description: 'For what is due now.',
  tags,
  params: idOf('invoice'),
  response: {
    200: Type.Object(
      {
        reason: nullable(Type.String({ description: 'Why there is none, such as `nothing_due`.' })),
        early_payment: nullable(EarlyPaymentView),
        offers: Type.Array(Type.Object({ provider_id: text, method: orNull })),
        left_out: Type.Array(
          Type.Object({
            provider_id: text,
            method: orNull,
            reason: Type.String({
              description:
                'Such as `below_minimum`, `above_maximum`, `amount_not_expressible`, `currency_not_offered` or `country_not_offered`.',
            }),
          }),
          { description: 'Ways to pay that the provider does not take for this amount.' },
        ),
      },
      {
        title: 'PaymentOffers',
        examples: [
          {
            reason: null,
            early_payment: { amount: '116.62', discount: '2.38', until: '2026-05-12' },
            offers: [{ provider_id: PROVIDER_ID, method: 'card' }],
            left_out: [],
          },
        ],
      },
    ),
  },
}

const BookingView = Type.Object({
  kind: Type.String({ enum: [...BOOKING_KINDS] }),
  on: Type.String({
    enum: ['invoice', 'account', 'unbooked'],
    description: '`unbooked`: refunded money that is no longer on the account of the customer.',
  }),
  amount: Type.String({ description: 'Negative: taken back.' }),
  invoice_id: orNull,
  payment_id: orNull,
  account_entry_id: orNull,
})

const FEE = nullable(
  Type.Object(
    { amount: text, currency: text },
    {
      description:
        'What the provider charges. It does not change what the invoice owes. Null: the provider does not say it.',
    },
  ),
)

const REFUND = {
  id: text,
  ref: nullable(
    Type.String({ description: 'Id at the provider. Null: it has not confirmed the refund.' }),
  ),
  status: Type.String({
    enum: [...REFUND_STATUSES],
    description:
      '`requested`: the provider has not confirmed it. `done`: the customer has the money, and it is booked.',
  }),
  amount: text,
  invoice_id: nullable(
    Type.String({
      description: 'The invoice whose payment was refunded. Null: the payment as a whole.',
    }),
  ),
  by: Type.String({
    enum: ['person', 'provider'],
    description: '`provider`: made at the site of the provider.',
  }),
  reason: orNull,
  failure: nullable(Type.String({ description: 'Code of the provider.' })),
  provider_fee: FEE,
  created_at: text,
}

const DISPUTE = {
  id: text,
  ref: text,
  status: Type.String({
    enum: [...DISPUTE_STATUSES],
    description: '`warning`: an inquiry, which moves no money.',
  }),
  amount: text,
  withdrawn: Type.Boolean({ description: 'Whether the provider took the money back.' }),
  reason: orNull,
  answer_by: orNull,
  provider_fee: FEE,
}

const PaymentView = Type.Object(
  {
    id: text,
    provider_id: text,
    ref: Type.String({ description: 'Id of the payment at the provider.' }),
    checkout_id: text,
    collection_id: COLLECTION,
    customer_id: text,
    status: Type.String({ enum: ['pending', 'paid', 'failed'] }),
    amount: text,
    currency: text,
    paid_at: orNull,
    method: orNull,
    provider_fee: FEE,
    refundable: Type.String({
      description:
        'The paid amount, less refunds that are done or on their way, less disputed money that the provider took back. Zero while a dispute is open.',
    }),
    refunds: Type.Array(Type.Object(REFUND)),
    disputes: Type.Array(Type.Object(DISPUTE)),
    booked: Type.Array(BookingView),
    unassigned: Type.String({
      description: 'Not assigned to an invoice or an account, because its currency is another one.',
    }),
    problems: Type.Array(Type.String({ enum: [...PROBLEM_CODES] })),
    ...STAMPS,
  },
  {
    title: 'ProviderPayment',
    examples: [
      {
        id: 'ppy_019aa5d4-1f00-7000-8000-0123456789ab',
        provider_id: PROVIDER_ID,
        ref: 'ch_3example',
        checkout_id: CHECKOUT_ID,
        collection_id: null,
        customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
        status: 'paid',
        amount: '119.00',
        currency: 'EUR',
        paid_at: '2026-11-21T09:06:00.000Z',
        method: 'card',
        provider_fee: { amount: '1.98', currency: 'EUR' },
        refundable: '119.00',
        refunds: [],
        disputes: [],
        booked: [
          {
            kind: 'payment',
            on: 'invoice',
            amount: '119.00',
            invoice_id: INVOICE_ID,
            payment_id: 'pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70',
            account_entry_id: null,
          },
        ],
        unassigned: '0.00',
        problems: [],
        ...STAMPED,
      },
    ],
  },
)

export const listPayments = {
  operationId: 'listProviderPayments',
  summary: 'List payments at providers',
  description: 'The newest first unless you set `sort`.',
  tags,
  querystring: listQuery(
    {
      provider_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of this provider.' })),
      status: Type.Optional(
        Type.String({ enum: ['pending', 'paid', 'failed'], description: 'With this status.' }),
      ),
      customer_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of this customer.' })),
      ref: Type.Optional(
        Type.String({ maxLength: 255, description: 'With this id at the provider.' }),
      ),
      unassigned: Type.Optional(
        Type.Boolean({
          description: 'Whether a part of it is not assigned to an invoice or an account.',
        }),
      ),
      disputed: Type.Optional(
        Type.Boolean({ description: 'Whether a dispute of it is not decided yet.' }),
      ),
      problem: Type.Optional(
        Type.String({
          enum: ['any', ...PROBLEM_CODES],
          description: 'With this problem, which nobody has acknowledged yet.',
        }),
      ),
      from: Type.Optional(
        Type.String({
          format: 'date',
          description: "Paid on this day or later, in the company's time zone.",
        }),
      ),
      to: Type.Optional(
        Type.String({
          format: 'date',
          description: "Paid on this day or earlier, in the company's time zone.",
        }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(PaymentView, 'ListedProviderPayment')) },
}
export const getPayment = {
  operationId: 'getProviderPayment',
  summary: 'Read a payment at a provider',
  description: 'With what is booked of it.',
  tags,
  params: idOf('provider payment'),
  ...reading(PaymentView),
}
export const fetchPayment = {
  operationId: 'fetchProviderPayment',
  summary: 'Ask the provider for a payment',
  description: 'Asks now and books what the provider says, without waiting for the background job.',
  tags,
  params: idOf('provider payment'),
  response: { 200: PaymentView, ...problems(502, 503) },
}
export const acknowledgePayment = {
  operationId: 'acknowledgeProviderPayment',
  summary: 'Acknowledge the problems of a payment',
  description: 'Attention no longer lists them. A new problem appears there again.',
  tags,
  params: idOf('provider payment'),
  response: { 200: PaymentView },
}

const RefundCreate = Type.Object(
  {
    amount: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
        description: 'In the currency of the payment. Default: all that is left.',
      }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'For your own records; the customer does not see it.',
    }),
  },
  {
    title: 'RefundCreate',
    ...closed,
    examples: [{ amount: '19.00', reason: 'Damaged in transit' }],
  },
)
const PAYMENT_ID = 'ppy_019aa5d4-1f00-7000-8000-0123456789ab'
const RefundView = Type.Object(
  { ...REFUND, provider_payment_id: text, currency: text, ...STAMPS },
  {
    title: 'Refund',
    examples: [
      {
        id: 'rfd_019aa5d5-1f00-7000-8000-0123456789ab',
        ref: null,
        status: 'requested',
        amount: '19.00',
        invoice_id: null,
        by: 'person',
        reason: 'Damaged in transit',
        failure: null,
        provider_fee: null,
        provider_payment_id: PAYMENT_ID,
        currency: 'EUR',
        ...STAMPED,
      },
    ],
  },
)
export const refundPayment = {
  operationId: 'refundProviderPayment',
  summary: 'Refund a payment at a provider',
  description:
    'The answer is `requested`: the service asks the provider in the background, and books the refund once the provider has paid it. It is taken from unassigned money, then from the account of the customer, then from the invoices, the last one first. Above the setting `refundLimit` only a person who signed in within 15 minutes may do this.',
  tags,
  params: idOf('provider payment'),
  body: RefundCreate,
  response: { 201: RefundView },
}
export const refundInvoicePayment = {
  operationId: 'refundInvoicePayment',
  summary: 'Refund a payment of an invoice',
  description:
    'For a payment that a provider reported. The refund is taken from this invoice only. Without a credit note the invoice is due again.',
  tags,
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
    payment_id: Type.String({ maxLength: 100, description: 'Id of the payment.' }),
  }),
  body: RefundCreate,
  response: { 201: RefundView },
}
export const getRefund = {
  operationId: 'getRefund',
  summary: 'Read a refund',
  description: 'Its state as last reported by the provider.',
  tags,
  params: idOf('refund'),
  ...reading(RefundView),
}
export const assignPayment = {
  operationId: 'assignProviderPayment',
  summary: 'Assign a payment',
  description:
    'Books money that is unassigned: to an invoice in its currency as far as it is due, and the rest to the account of the customer.',
  tags,
  params: idOf('provider payment'),
  body: Type.Union(
    [
      Type.Object({ invoice_id: Type.String({ maxLength: 100 }) }, closed),
      Type.Object({ customer_id: Type.String({ maxLength: 100 }) }, closed),
    ],
    { title: 'PaymentAssignment', examples: [{ invoice_id: INVOICE_ID }] },
  ),
  response: { 200: PaymentView },
}

const DisputeView = Type.Object(
  {
    ...DISPUTE,
    provider_payment_id: text,
    provider_id: text,
    customer_id: text,
    currency: text,
    url: nullable(
      Type.String({ description: 'Page of the provider where you answer the dispute.' }),
    ),
    ...STAMPS,
  },
  {
    title: 'Dispute',
    examples: [
      {
        id: 'dsp_019aa5d6-1f00-7000-8000-0123456789ab',
        ref: 'dp_1example',
        status: 'open',
        amount: '119.00',
        withdrawn: true,
        reason: 'fraudulent',
        answer_by: '2026-12-01T23:59:59.000Z',
        provider_fee: { amount: '20.00', currency: 'EUR' },
        provider_payment_id: PAYMENT_ID,
        provider_id: PROVIDER_ID,
        customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
        currency: 'EUR',
        url: 'https://dashboard.stripe.com/disputes/dp_1example',
        ...STAMPED,
      },
    ],
  },
)
export const listDisputes = {
  operationId: 'listDisputes',
  summary: 'List disputes',
  description: 'The newest first unless you set `sort`.',
  tags,
  querystring: listQuery(
    {
      status: Type.Optional(
        Type.String({ enum: [...DISPUTE_STATUSES], description: 'With this status.' }),
      ),
      customer_id: Type.Optional(Type.String({ maxLength: 100, description: 'Of this customer.' })),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(DisputeView, 'ListedDispute')) },
}
export const getDispute = {
  operationId: 'getDispute',
  summary: 'Read a dispute',
  description: 'You answer it at the site of the provider.',
  tags,
  params: idOf('dispute'),
  ...reading(DisputeView),
}

export const syncProvider = {
  operationId: 'syncPaymentProvider',
  summary: 'Reconcile with a payment provider',
  description:
    'Asks for everything that changed at the provider, and books it. It runs in the background. Once it has finished, `reconciled_until` of the provider has a new time.',
  tags,
  params: idOf('payment provider'),
  body: Type.Object(
    {
      since: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'Default: two days before the last reconciliation. 90 days ago at the earliest.',
        }),
      ),
    },
    { title: 'PaymentProviderSync', ...closed, examples: [{ since: '2026-11-01T00:00:00.000Z' }] },
  ),
  response: {
    202: Type.Object(
      { job: Type.Object({ kind: text, key: text }) },
      {
        title: 'PaymentProviderSyncStarted',
        description: 'Started. `GET /jobs` shows the job until it is done.',
        examples: [{ job: { kind: 'provider.reconcile', key: PROVIDER_ID } }],
      },
    ),
  },
}
