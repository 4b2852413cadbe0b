import { ITEMS_MAX } from '@billwright/rules/limits'
import { type Static, type TSchema, Type } from 'typebox'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { INVOICE_ONLY, PRECEDING_MAX } from '../../contents/fields.ts'
import { InvoiceCreate, InvoiceUpdate } from '../../invoices/input-schema.ts'
import { ON_ACCEPT } from '../quote.ts'

/* The input of a quote: the contents of an invoice, and the fields that only a quote has. */

const EXCLUDED = [
  'customer',
  'type',
  'status',
  ...INVOICE_ONLY,
  'paid_at',
  'payment_method',
  'allow_early_due',
] as const

const { items, ...content } = Type.Omit(InvoiceCreate, [...EXCLUDED]).properties
const ItemInput = Type.Object(
  {
    ...items.items.properties,
    optional: Type.Optional(
      Type.Boolean({ description: 'The customer can accept the quote with or without this item.' }),
    ),
    selected: Type.Optional(
      Type.Boolean({ description: 'Whether an optional item is selected. Default: false.' }),
    ),
  },
  { title: 'QuoteItemInput', ...closed },
)
const quoteItems = Type.Array(ItemInput, { minItems: 1, maxItems: ITEMS_MAX })

const decimal = (description: string) =>
  Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description })

const offer = {
  valid_until: Type.Optional(
    nullable(
      Type.String({
        format: 'date',
        description: 'The last day. Default: issue date plus `quoteValidDays`. Null: no limit.',
      }),
    ),
  ),
  terms_text: Type.Optional(
    nullable(Type.String({ maxLength: 5000, description: 'Default: the setting `quoteTerms`.' })),
  ),
  on_accept: Type.Optional(
    Type.String({
      enum: [...ON_ACCEPT],
      description:
        'What acceptance does. Default: nothing. `draft_deposit` needs `deposit_percent`.',
    }),
  ),
  deposit_percent: Type.Optional(
    nullable(decimal('Percent of the order that a deposit asks for, with at most 6 decimals.')),
  ),
}

const QUOTE_EXAMPLE = {
  customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
  items: [
    { description: 'Cover design', quantity: '1', unit_price: '1200.00', tax: { rate: '19' } },
    { description: 'Second draft', unit_price: '300.00', tax: { rate: '19' }, optional: true },
  ],
  valid_until: '2026-12-21',
  terms_text: 'Work begins two weeks after acceptance.',
}

export const QuoteCreate = Type.Object(
  { ...content, customer_id: Type.String({ maxLength: 60 }), ...offer, items: quoteItems },
  { title: 'QuoteCreate', ...closed, examples: [QUOTE_EXAMPLE] },
)
export type QuoteCreateBody = Static<typeof QuoteCreate>

const { items: _, ...update } = Type.Omit(InvoiceUpdate, [...EXCLUDED]).properties
export const QuoteUpdate = Type.Object(
  { ...update, ...offer, items: Type.Optional(quoteItems) },
  { title: 'QuoteUpdate', ...closed, examples: [{ valid_until: '2027-01-31' }] },
)
export type QuoteUpdateBody = Static<typeof QuoteUpdate>

const person = (schema: TSchema) => Type.Optional(nullable(schema))

export const StaffAnswer = Type.Object(
  {
    name: person(Type.String({ minLength: 2, maxLength: 200, description: 'Who answered.' })),
    note: person(Type.String({ maxLength: 1000, description: 'How, or why.' })),
    at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When they answered. Default: now.' }),
    ),
    selected: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        maxItems: 1000,
        description: 'Ids of the selected optional items. Default: the preselected ones.',
      }),
    ),
  },
  {
    title: 'QuoteAnswer',
    ...closed,
    examples: [{ name: 'Mia Brandt', note: 'Accepted on the phone.' }],
  },
)
export type StaffAnswerBody = {
  readonly name?: string | null
  readonly note?: string | null
  readonly at?: string
  readonly selected?: readonly string[]
}

/** The input of an invoice from a quote. */
const INVOICE_MODES = ['rest', 'items', 'deposit', 'final'] as const
export type InvoiceMode = (typeof INVOICE_MODES)[number]

export const QuoteInvoice = Type.Object(
  {
    mode: Type.Optional(
      Type.String({
        enum: [...INVOICE_MODES],
        description:
          '`rest` (default): everything that is not invoiced yet. `items`: only these. `deposit`: a part of the order in advance. `final`: the rest, less the deposits.',
      }),
    ),
    percent: Type.Optional(
      decimal('Of a deposit: percent of the order. Default: `deposit_percent` of the quote.'),
    ),
    total: Type.Optional(decimal('Of a deposit: what the customer pays, with tax.')),
    deposits: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        maxItems: PRECEDING_MAX,
        description: 'For a final invoice: the deposits to deduct. Default: all issued ones.',
      }),
    ),
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String({ maxLength: 60 }),
            quantity: Type.Optional(decimal('How much of it.')),
            percent: Type.Optional(decimal('Percent of its quantity, with at most 6 decimals.')),
          },
          closed,
        ),
        { minItems: 1, maxItems: 1000 },
      ),
    ),
    force: Type.Optional(
      Type.Boolean({ description: 'Allow it even if the quote is not accepted yet.' }),
    ),
    allow_more: Type.Optional(Type.Boolean({ description: 'Allow more than the quote offers.' })),
  },
  {
    title: 'QuoteInvoice',
    ...closed,
    examples: [
      { mode: 'items', items: [{ id: 'itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f', percent: '30' }] },
      { mode: 'deposit', percent: '30' },
      { mode: 'final' },
    ],
  },
)
export type QuoteInvoiceBody = Static<typeof QuoteInvoice>
