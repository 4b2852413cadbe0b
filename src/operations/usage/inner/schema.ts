import { LIMIT_NAMES } from '@billwright/rules/limits'
import { Type } from 'typebox'
import { COMPANY_STATUSES } from '../../../core/companies/company.ts'
import { listQuery, pageOf } from '../../../core/http/pagination.ts'
import { nullable } from '../../../kernel/fields/shapes.ts'

const ID = 'com_019aa5d2-7c00-7000-8000-0123456789ab'
const INSTANT = '2026-11-21T09:30:00.000Z'

const UsageView = Type.Object(
  {
    company: Type.String({ description: 'Id of the company.' }),
    limits: Type.Array(
      Type.Object({
        name: Type.String({ enum: [...LIMIT_NAMES] }),
        used: Type.Integer(),
        max: nullable(Type.Integer({ description: 'Null: no limit.' })),
        percent: nullable(
          Type.Integer({
            description: 'From 80 on the console warns; at 100 you cannot add more.',
          }),
        ),
      }),
    ),
    days: Type.Array(
      Type.Object({
        day: Type.String({ description: '`YYYY-MM-DD`, in UTC.' }),
        requests: Type.Integer(),
        pdfs: Type.Integer({ description: 'PDFs that were downloaded.' }),
        rows: nullable(
          Type.Integer({ description: 'Rows in all tables. Null: not measured on this day.' }),
        ),
        bytes: nullable(Type.Integer({ description: 'Of files, pictures and messages.' })),
      }),
      {
        description:
          'The last 30 days with requests, newest first. In installations with several companies, requests are counted once a minute, and rows and bytes once a day with changes.',
      },
    ),
  },
  {
    title: 'Usage',
    examples: [
      {
        company: ID,
        limits: [{ name: 'customers', used: 412, max: 500, percent: 82 }],
        days: [{ day: '2026-11-21', requests: 1820, pdfs: 37, rows: 91820, bytes: 48210334 }],
      },
    ],
  },
)

const Claims = Type.Object({
  count: Type.Integer({ description: 'Number of invoices.' }),
  amount: Type.String({ description: 'Amount due on them.' }),
})

const CompanySummaryView = Type.Object(
  {
    id: Type.String(),
    handle: Type.String({ description: 'Names the company in links.' }),
    name: Type.String(),
    status: Type.String({ enum: [...COMPANY_STATUSES] }),
    counted_at: nullable(
      Type.String({ description: 'When the figures were counted. Null: not yet.' }),
    ),
    drafts: nullable(Type.Integer()),
    issued_this_month: nullable(
      Type.Integer({ description: 'Documents with an issue date in this month.' }),
    ),
    last_activity_at: nullable(Type.String({ description: 'When its last event happened.' })),
    currencies: Type.Array(
      Type.Object({ currency: Type.String(), outstanding: Claims, overdue: Claims }),
      { description: 'One entry per currency; amounts of several are never added.' },
    ),
  },
  {
    title: 'Company summary',
    examples: [
      {
        id: ID,
        handle: 'k7q2m4xa',
        name: 'Atelier Nord',
        status: 'active',
        counted_at: INSTANT,
        drafts: 2,
        issued_this_month: 14,
        last_activity_at: INSTANT,
        currencies: [
          {
            currency: 'EUR',
            outstanding: { count: 3, amount: '1428.00' },
            overdue: { count: 1, amount: '142.80' },
          },
        ],
      },
    ],
  },
)

const companies = { tags: ['Companies'] }

export const getUsage = {
  ...companies,
  operationId: 'getCompanyUsage',
  summary: "Read a company's usage and limits",
  description:
    'The number of customers, invoices and so on of the company, its limits, and its requests by day. For people of the company and for operators.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the company.' }),
  }),
  response: { 200: UsageView },
}

export const listSummaries = {
  ...companies,
  operationId: 'summarizeCompanies',
  summary: 'Summarize your companies',
  description:
    'The companies that you belong to, each with its drafts, outstanding and overdue amounts. A job updates them within a minute of a change. Operators see only figures of companies that they belong to.',
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(CompanySummaryView) },
}
