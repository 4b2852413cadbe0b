import { type Static, Type } from 'typebox'
import { ConditionalHeaders } from '../../../../core/http/etag.ts'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import { PaymentView } from '../../../../sales/ledger/payment-schema.ts'
import { PaymentCreate } from '../../input.ts'
import { customerParams, EntryView } from './entry-schema.ts'

const tags = ['Payments']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})
const amount = (description: string) =>
  Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description })
const { paid_at, method, reference, note, allow_duplicate } = PaymentCreate.properties
const currency = Type.Optional(
  Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'Default: that of the customer or the settings.',
  }),
)

const CustomerPayment = Type.Object(
  {
    amount: amount('Amount that the customer paid.'),
    currency,
    apply: Type.Optional(
      Type.Union(
        [
          Type.String({ enum: ['oldest', 'none'] }),
          Type.Array(
            Type.Object(
              { invoice_id: Type.String({ maxLength: 60 }), amount: amount('Of this invoice.') },
              closed,
            ),
            { minItems: 1, maxItems: 100 },
          ),
        ],
        {
          description:
            '`oldest` (default): settles the invoices with the earliest due dates. `none`: the whole payment stays on account. A list: settles these invoices. The rest stays on account.',
        },
      ),
    ),
    paid_at,
    method,
    reference,
    note,
    allow_duplicate,
  },
  {
    title: 'CustomerPaymentCreate',
    ...closed,
    examples: [{ amount: '500.00', method: 'transfer', reference: 'Statement 12/3' }],
  },
)
export type CustomerPaymentBody = Omit<Static<typeof CustomerPayment>, 'apply'> & {
  readonly apply?:
    | string
    | readonly { readonly invoice_id: string; readonly amount: string | number }[]
}

const ReceivedView = Type.Object(
  {
    entry: EntryView,
    payments: Type.Array(PaymentView, {
      description: 'The payments of the settled invoices.',
    }),
    balance: Type.String({ description: 'Balance on account afterwards.' }),
  },
  { title: 'CustomerPayment' },
)

export const receivePayment = {
  operationId: 'receivePayment',
  summary: 'Record a payment of a customer',
  description:
    'For several invoices, or for none yet. The service adds the amount to the account of the customer and settles invoices from it. A second payment with the same `reference`, amount and day is refused (409 `payment_exists`).',
  tags,
  params: customerParams,
  body: CustomerPayment,
  response: { 201: ReceivedView },
}

const AccountRefund = Type.Object(
  {
    amount: Type.Optional(amount('Default: the whole balance.')),
    currency,
    paid_at,
    method,
    reference,
    note,
  },
  {
    title: 'AccountRefund',
    ...closed,
    examples: [{ amount: '120.00', currency: 'EUR', method: 'transfer' }],
  },
)
export type AccountRefundBody = Static<typeof AccountRefund>

export const refundAccount = {
  operationId: 'refundAccount',
  summary: 'Record that money on account was paid back',
  description: 'Reduces the balance of the customer, which cannot fall below zero.',
  tags,
  params: customerParams,
  body: AccountRefund,
  response: { 201: EntryView },
}

const CreditAmount = nullable(
  Type.Object(
    { amount: Type.Optional(amount('Default: as much as possible.')) },
    { title: 'CreditAmount', ...closed, examples: [{ amount: '50.00' }] },
  ),
)

const credit = {
  tags,
  params,
  headers: ConditionalHeaders,
  body: CreditAmount,
  response: { 201: PaymentView },
}

export const applyCredit = {
  ...credit,
  operationId: 'applyCredit',
  summary: 'Settle an invoice from the account',
  description:
    "Uses the customer's balance on account, at most the amount due. Deleting that payment restores the balance.",
}

export const keepCredit = {
  ...credit,
  operationId: 'keepCredit',
  summary: 'Keep a refund on the account',
  description:
    'For an invoice with `refund_due`, e.g. one that was paid and then credited: records the overpaid amount as a negative payment and adds it to the account of the customer.',
}
