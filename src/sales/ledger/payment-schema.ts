import { Type } from 'typebox'
import { nullable } from '../../kernel/fields/shapes.ts'
import { PAYMENT_KINDS } from './payment.ts'

const out = nullable(Type.String())
/** It settles the invoice beside the amount. */
const part = (description: string) => Type.String({ description })

export const PAYMENT_EXAMPLE = {
  id: 'pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70',
  invoice_id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
  kind: 'payment',
  amount: '50.00',
  currency: 'EUR',
  paid_at: '2026-12-01',
  method: 'transfer',
  reference: 'Statement 12/3',
  source: null,
  note: null,
  automatic: false,
  account_entry_id: null,
  discount: '0.00',
  fee: '0.00',
  write_off: '0.00',
  withheld: '0.00',
  received: null,
  reverses_payment_id: null,
  bank_entry_id: null,
  credit_note_id: null,
  created_at: '2026-12-02T08:15:00.000Z',
}

export const PaymentView = Type.Object(
  {
    id: Type.String(),
    invoice_id: Type.String(),
    kind: Type.String({
      enum: [...PAYMENT_KINDS],
      description:
        '`return`: a bank or provider took the money back. `reinstated`: it came in again after a return, a dispute or a refund that failed.',
    }),
    amount: Type.String(),
    currency: Type.String(),
    paid_at: Type.String(),
    method: out,
    reference: out,
    source: out,
    note: out,
    automatic: Type.Boolean({
      description:
        'Whether setting the status to `paid` created the payment. Undoing the status deletes it.',
    }),
    account_entry_id: Type.Union([Type.String(), Type.Null()], {
      description: "The entry of the customer's account that it came from, or went back to.",
    }),
    discount: part('Discount for early payment.'),
    fee: part('What a bank kept.'),
    write_off: part('A small difference that is written off.'),
    withheld: part('What the customer pays to the tax office for the seller.'),
    received: nullable(
      Type.Object(
        { amount: Type.String(), currency: Type.String() },
        { description: 'What the bank credited, if it has another currency.' },
      ),
    ),
    reverses_payment_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The payment that the bank took back. Its amounts have the opposite sign.',
    }),
    bank_entry_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The bank entry that it was booked from, or linked to.',
    }),
    credit_note_id: Type.Union([Type.String(), Type.Null()], {
      description:
        'The credit note that takes a share of the discounts back. The amount is 0, the discount negative.',
    }),
    created_at: Type.String(),
  },
  {
    title: 'Payment',
    examples: [PAYMENT_EXAMPLE],
  },
)
