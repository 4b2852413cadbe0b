import { Type } from 'typebox'
import { reading } from '../../../../core/http/operations.ts'
import { listQuery } from '../../../../core/http/pagination.ts'
import { nullable } from '../../../../kernel/fields/shapes.ts'
import { ENTRY_KINDS } from '../../../../sales/ledger/entry.ts'

export const customerParams = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the customer.' }),
})
const out = nullable(Type.String())

const ENTRY_EXAMPLE = {
  id: 'acc_019aa3c1-4a7e-7cc0-8000-7d8e9f0a1b2c',
  kind: 'received',
  amount: '500.00',
  balance: '500.00',
  currency: 'EUR',
  invoice_id: null,
  payment_id: null,
  paid_at: '2026-12-01',
  method: 'transfer',
  reference: 'Statement 12/3',
  note: null,
  created_at: '2026-12-01T09:00:00.000Z',
}

export const EntryView = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({
      enum: [...ENTRY_KINDS],
      description:
        '`received`: the customer paid. `applied`: the money settled an invoice. `unapplied`: the money returned from an invoice. `refunded`: you paid it back.',
    }),
    amount: Type.String({ description: 'Negative if the entry reduced the balance.' }),
    balance: Type.String({ description: 'After this entry.' }),
    currency: Type.String(),
    invoice_id: out,
    payment_id: nullable(Type.String({ description: 'The payment of the invoice.' })),
    paid_at: Type.String(),
    method: out,
    reference: out,
    note: out,
    created_at: Type.String(),
  },
  { title: 'AccountEntry', examples: [ENTRY_EXAMPLE] },
)

const BalancesView = Type.Array(Type.Object({ currency: Type.String(), balance: Type.String() }), {
  description: 'One entry per currency that was ever on account.',
})

export const getAccount = {
  operationId: 'getAccount',
  summary: "Read a customer's account",
  description:
    'The balances of money that has not settled an invoice yet, and the entries, newest first unless you set `sort`. Entries never change.',
  tags: ['Payments'],
  params: customerParams,
  querystring: listQuery(
    {
      currency: Type.Optional(
        Type.String({ pattern: '^[A-Z]{3}$', description: 'Only entries in this currency.' }),
      ),
    },
    ['created_at', 'paid_at'],
  ),
  ...reading(
    Type.Object(
      {
        customer_id: Type.String(),
        balances: BalancesView,
        data: Type.Array(EntryView),
        has_more: Type.Boolean(),
        next_cursor: out,
        total: Type.Optional(Type.Integer()),
      },
      {
        title: 'Account',
        examples: [
          {
            customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
            balances: [{ currency: 'EUR', balance: '500.00' }],
            data: [ENTRY_EXAMPLE],
            has_more: false,
            next_cursor: null,
          },
        ],
      },
    ),
    [401, 403, 404, 422],
  ),
}
