import { Type } from 'typebox'
import { nullable } from '../../kernel/fields/shapes.ts'

const out = nullable(Type.String())

export const PAYMENT_EXAMPLE = {
  id: 'pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70',
  invoice_id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
  amount: '50.00',
  currency: 'EUR',
  paid_at: '2026-12-01',
  method: 'transfer',
  reference: 'Statement 12/3',
  source: null,
  note: null,
  automatic: false,
  account_entry_id: null,
  created_at: '2026-12-02T08:15:00.000Z',
}

export const PaymentView = Type.Object(
  {
    id: Type.String(),
    invoice_id: Type.String(),
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
    created_at: Type.String(),
  },
  {
    title: 'Payment',
    examples: [PAYMENT_EXAMPLE],
  },
)
