import { Type } from 'typebox'
import { CachedHeaders } from '../../../../core/http/etag.ts'
import { reading } from '../../../../core/http/operations.ts'
import { RoleView } from '../../../../sales/invoices/view-schema.ts'
import { htmlContent, pdfContent } from '../../schema.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the customer.' }),
})
const querystring = Type.Object(
  {
    from: Type.Optional(
      Type.String({ format: 'date', description: 'Default: the first day of the year of `to`.' }),
    ),
    to: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Z]{3}$', description: 'Only this currency.' }),
    ),
  },
  { additionalProperties: false },
)
const tags = ['Customers']
const out = Type.Union([Type.String(), Type.Null()])

const RowView = Type.Object(
  {
    date: Type.String(),
    type: Type.String({ enum: ['invoice', 'credit_note', 'payment'] }),
    role: RoleView,
    id: Type.String(),
    number: Type.String({
      description: 'Number of the document; for a payment, of its invoice; empty on account.',
    }),
    invoice_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null: money on account.',
    }),
    reference: out,
    method: out,
    returned: Type.Boolean({ description: 'Whether a bank took a direct debit back.' }),
    amount: Type.String({
      description:
        'Invoices are positive, credit notes and payments negative. A positive payment is a refund, or a direct debit that was returned.',
    }),
    balance: Type.String({ description: 'Balance after this entry.' }),
  },
  { title: 'StatementRow' },
)

const AccountView = Type.Object(
  {
    currency: Type.String(),
    opening_balance: Type.String(),
    rows: Type.Array(RowView),
    invoiced: Type.String(),
    credited: Type.String(),
    paid: Type.String(),
    closing_balance: Type.String(),
    ageing: Type.Object(
      {
        not_due: Type.String(),
        days_1_30: Type.String(),
        days_31_60: Type.String(),
        days_61_90: Type.String(),
        over_90: Type.String(),
        credit: Type.String({ description: 'Below zero: overpaid, or on account.' }),
      },
      { description: 'By days past due on the last day. The sum is the closing balance.' },
    ),
  },
  { title: 'StatementAccount' },
)

const StatementView = Type.Object(
  {
    customer_id: Type.String(),
    customer_name: Type.String(),
    from: Type.String(),
    to: Type.String(),
    accounts: Type.Array(AccountView, { description: 'One account per currency.' }),
  },
  {
    title: 'Statement',
    examples: [
      {
        customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
        customer_name: 'Fernweh Books',
        from: '2026-01-01',
        to: '2026-11-21',
        accounts: [
          {
            currency: 'EUR',
            opening_balance: '0.00',
            rows: [
              {
                date: '2026-11-02',
                type: 'invoice',
                role: null,
                id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
                number: 'INV-2026-0001',
                invoice_id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
                reference: null,
                method: null,
                returned: false,
                amount: '128.52',
                balance: '128.52',
              },
            ],
            invoiced: '128.52',
            credited: '0.00',
            paid: '0.00',
            closing_balance: '128.52',
            ageing: {
              not_due: '128.52',
              days_1_30: '0.00',
              days_31_60: '0.00',
              days_61_90: '0.00',
              over_90: '0.00',
              credit: '0.00',
            },
          },
        ],
      },
    ],
  },
)

export const getStatement = {
  operationId: 'getStatement',
  summary: "A customer's statement of account",
  description:
    'Opening balance; invoices, credit notes and payments of the period with the balance after each; and closing balance. Drafts and void documents do not count.',
  tags,
  params,
  querystring,
  headers: CachedHeaders,
  response: { 200: StatementView },
}

export const getStatementHtml = {
  operationId: 'getStatementHtml',
  summary: 'Statement of account as HTML',
  description: "In the customer's language.",
  tags,
  params,
  querystring,
  ...reading({ description: 'HTML.', ...htmlContent }),
}

export const getStatementPdf = {
  operationId: 'getStatementPdf',
  summary: 'Statement of account as PDF',
  description: "In the customer's language.",
  tags,
  params,
  querystring,
  ...reading({ description: 'PDF.', ...pdfContent }, [504]),
}
