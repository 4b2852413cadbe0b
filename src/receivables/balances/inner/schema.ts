import { Type } from 'typebox'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'

const Claims = Type.Object(
  {
    count: Type.Integer({ description: 'Number of invoices.' }),
    amount: Type.String({ description: 'Amount due on them.' }),
  },
  { title: 'Claims' },
)

const claims = (count: number, amount: string) => ({ count, amount })

const SummaryView = Type.Object(
  {
    today: Type.String({ description: "Date of the report in the company's time zone." }),
    drafts: Type.Integer(),
    currencies: Type.Array(
      Type.Object({
        currency: Type.String(),
        outstanding: Claims,
        overdue: Claims,
        refunds_due: Type.Object(
          {
            count: Type.Integer({ description: 'Number of invoices.' }),
            amount: Type.String({
              description: 'Amount to refund, without a sign.',
            }),
          },
          {
            description:
              'Not part of `outstanding`. List them with `GET /invoices?refund_due=true`.',
          },
        ),
        on_account: Type.Object(
          {
            count: Type.Integer({ description: 'Number of customers.' }),
            amount: Type.String({ description: 'Payments that no invoice used yet.' }),
          },
          { description: 'Not part of `outstanding`.' },
        ),
        ageing: Type.Object({
          not_due: Claims,
          days_1_30: Claims,
          days_31_60: Claims,
          days_61_90: Claims,
          over_90: Claims,
        }),
        expected: Type.Array(
          Type.Object({
            from: Type.String({ description: 'First day.' }),
            to: Type.String({ description: 'Last day.' }),
            count: Type.Integer({ description: 'Number of invoices.' }),
            amount: Type.String({ description: 'Amount due on them.' }),
          }),
          { description: 'Amounts due in each of the next eight weeks, the first from today.' },
        ),
        received_by_day: Type.Array(
          Type.Object({
            day: Type.String({ description: 'YYYY-MM-DD' }),
            amount: Type.String({ description: 'Payments, also on account, less refunds.' }),
            refunded: Type.String({ description: 'The refunds, without a sign.' }),
          }),
          {
            description:
              'Payments since the Monday four weeks before this week, oldest first. Days without payments are left out.',
          },
        ),
        overdue_by_day: Type.Array(
          Type.Object({
            day: Type.String({ description: 'The due date.' }),
            count: Type.Integer({ description: 'Number of invoices.' }),
            amount: Type.String({ description: 'Amount due on them.' }),
          }),
          { description: 'The invoices that became overdue since then, oldest first.' },
        ),
        paid: Type.Array(
          Type.Object({
            month: Type.String({ description: 'YYYY-MM' }),
            amount: Type.String({ description: 'Payments, also on account, less refunds.' }),
            refunded: Type.String({ description: 'The refunds, without a sign.' }),
          }),
          { description: 'The last twelve months including this one, oldest first.' },
        ),
        paid_in_years: Type.Array(
          Type.Object({
            year: Type.String({ description: 'YYYY' }),
            amount: Type.String({ description: 'The same in a calendar year.' }),
            refunded: Type.String({ description: 'The refunds, without a sign.' }),
          }),
          { description: 'Last year and this year so far.' },
        ),
      }),
      { description: 'One entry per currency.' },
    ),
  },
  {
    title: 'Summary',
    examples: [
      {
        today: '2026-11-21',
        drafts: 2,
        currencies: [
          {
            currency: 'EUR',
            outstanding: claims(3, '1428.00'),
            overdue: claims(1, '142.80'),
            refunds_due: claims(0, '0.00'),
            on_account: claims(1, '50.00'),
            ageing: {
              not_due: claims(2, '1285.20'),
              days_1_30: claims(1, '142.80'),
              days_31_60: claims(0, '0.00'),
              days_61_90: claims(0, '0.00'),
              over_90: claims(0, '0.00'),
            },
            expected: [{ from: '2026-11-21', to: '2026-11-27', ...claims(1, '357.00') }],
            received_by_day: [{ day: '2026-11-12', amount: '950.00', refunded: '119.00' }],
            overdue_by_day: [{ day: '2026-11-14', ...claims(1, '142.80') }],
            paid: [{ month: '2026-11', amount: '950.00', refunded: '119.00' }],
            paid_in_years: [
              { year: '2025', amount: '8200.00', refunded: '0.00' },
              { year: '2026', amount: '9450.00', refunded: '119.00' },
            ],
          },
        ],
      },
    ],
  },
)

export const getSummary = {
  operationId: 'getSummary',
  summary: 'Summarize receivables and payments',
  description:
    'For issued invoices: outstanding amounts, overdue amounts by age, refunds due, and payments per month less refunds. Written-off and void invoices do not count.',
  tags: ['Reports'],
  response: { 200: SummaryView },
}

const IDS_MAX = 100
const CUSTOMER_ID = 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e'

const Balances = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        customer_id: Type.String(),
        last_activity: nullable(
          Type.String({ description: 'When the last of the invoices changed, e.g. was paid.' }),
        ),
        currencies: Type.Array(
          Type.Object({
            currency: Type.String(),
            open: Type.String({ description: 'Amount still due on invoices.' }),
            overdue: Type.String({ description: 'The part of it that is overdue.' }),
            balance: Type.String({
              description: '`open` less refunds due and money on account. Below zero you owe it.',
            }),
          }),
          { description: 'One entry per currency.' },
        ),
      }),
    ),
  },
  {
    title: 'Balances',
    examples: [
      {
        data: [
          {
            customer_id: CUSTOMER_ID,
            last_activity: '2026-11-21T09:00:00.000Z',
            currencies: [{ currency: 'EUR', open: '142.80', overdue: '142.80', balance: '92.80' }],
          },
        ],
      },
    ],
  },
)

export const listBalances = {
  operationId: 'listBalances',
  summary: 'Balances of several customers',
  description: 'Customers without invoices and money on account are left out.',
  tags: ['Reports'],
  querystring: Type.Object(
    {
      customer_ids: Type.String({
        pattern: `^[\\w-]{1,60}(,[\\w-]{1,60}){0,${IDS_MAX - 1}}$`,
        description: `At most ${IDS_MAX} ids, separated by commas.`,
      }),
    },
    closed,
  ),
  response: { 200: Balances },
}
