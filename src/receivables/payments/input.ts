import { type Static, Type } from 'typebox'

const text = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))

/** It settles the invoice beside the amount. */
const part = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
      description: `${description} It lowers the amount due, too.`,
    }),
  )

export const PaymentCreate = Type.Object(
  {
    amount: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
        description:
          "In the invoice's currency. Default: the amount due, less the parts below. Negative for a refund.",
      }),
    ),
    discount: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
        description:
          'Discount for early payment. It lowers the amount due, too. `auto`: what is allowed on `paid_at`.',
      }),
    ),
    fee: part('What a bank kept.'),
    write_off: part('A small difference to write off.'),
    withheld: part('What the customer pays to the tax office for the seller.'),
    received: Type.Optional(
      Type.Union([
        Type.Object(
          {
            amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number()]),
            currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
          },
          { additionalProperties: false, description: 'What arrived in another currency.' },
        ),
        Type.Null(),
      ]),
    ),
    paid_at: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
    method: text(60),
    reference: text(200),
    source: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
        description:
          'Your name of the system that gave the `reference`, e.g. stripe. Each reference of a source is recorded once.',
      }),
    ),
    note: text(2000),
    overpayment: Type.Optional(
      Type.String({
        enum: ['refuse', 'account'],
        description:
          '`refuse` (default): an amount above the amount due is an error. `account`: the rest stays on the account of the customer.',
      }),
    ),
    allow_duplicate: Type.Optional(
      Type.Boolean({
        description:
          'Record the payment even if there is one with the same `reference`, amount and day.',
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

export const PaymentReversal = Type.Object(
  {
    paid_at: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
    reference: text(200),
    note: text(2000),
  },
  {
    title: 'PaymentReversal',
    additionalProperties: false,
    examples: [{ paid_at: '2026-12-03', note: 'Account closed' }],
  },
)
export type ReversalBody = Static<typeof PaymentReversal>

/** A payment with its invoice. */
export const PaymentOfInvoice = Type.Object(
  {
    invoice_id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
    ...PaymentCreate.properties,
  },
  {
    title: 'PaymentOfInvoiceCreate',
    additionalProperties: false,
    examples: [
      {
        invoice_id: 'inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10',
        amount: '50.00',
        source: 'bank',
        reference: 'Statement 12/3',
      },
    ],
  },
)
export type PaymentOfInvoice = Static<typeof PaymentOfInvoice>
