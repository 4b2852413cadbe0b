import { Type } from 'typebox'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { PERIODS, WITHHELD_KINDS } from '../withheld.ts'

const figures = {
  kind: Type.String({
    enum: [...WITHHELD_KINDS],
    description: '`unstated`: a payment names it as `withheld`, but its invoice does not state it.',
  }),
  currency: Type.String(),
  documents: Type.Integer({ description: 'Invoices and credit notes of the period.' }),
  base: nullable(
    Type.String({
      description: 'The amount that the tax is computed from, less credit notes. Null if unstated.',
    }),
  ),
  withheld: Type.String({ description: 'On the documents, less credit notes.' }),
  paid_base: nullable(
    Type.String({ description: 'The part of the base that was paid in the period.' }),
  ),
  paid_withheld: Type.String({
    description: "For the customer's certificate: the tax on what was paid in the period.",
  }),
}

const EXAMPLE = {
  kind: 'income_tax',
  currency: 'EUR',
  documents: 2,
  base: '1500.00',
  withheld: '300.00',
  paid_base: '1000.00',
  paid_withheld: '200.00',
}

const WithheldView = Type.Object(
  {
    year: Type.Integer(),
    by: Type.String({ enum: [...PERIODS] }),
    data: Type.Array(
      Type.Object({
        period: Type.String({ description: '`2026`, `2026-Q1` or `2026-01`.' }),
        customer_id: Type.String(),
        customer_name: Type.String(),
        tax_id: nullable(Type.String()),
        ...figures,
      }),
      { description: 'One row for each period, customer, kind and currency.' },
    ),
    sums: Type.Array(Type.Object(figures), {
      description: 'The year, for each kind and currency.',
    }),
  },
  {
    title: 'WithheldTax',
    examples: [
      {
        year: 2026,
        by: 'year',
        data: [
          {
            period: '2026',
            customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
            customer_name: 'Fernweh Books',
            tax_id: 'IT00743110157',
            ...EXAMPLE,
          },
        ],
        sums: [EXAMPLE],
      },
    ],
  },
)

const Query = Type.Object(
  {
    year: Type.Optional(
      Type.Integer({ minimum: 1900, maximum: 2999, description: 'Default: this year.' }),
    ),
    by: Type.Optional(Type.String({ enum: [...PERIODS], description: 'Default: `year`.' })),
  },
  closed,
)

const tags = ['Reports']

export const listWithheld = {
  operationId: 'listWithheld',
  summary: 'Tax that customers withheld',
  description:
    'Issued invoices and credit notes that are not void count on their issue dates, payments on their days. Amounts in different currencies are never added.',
  tags,
  querystring: Query,
  response: { 200: WithheldView },
}

export const exportWithheld = {
  operationId: 'exportWithheld',
  summary: 'Export withheld tax as CSV',
  description: 'The rows of the report, without the sums.',
  tags,
  querystring: Query,
  response: {
    200: { description: 'The rows.', content: { 'text/csv': { schema: Type.String() } } },
  },
}
