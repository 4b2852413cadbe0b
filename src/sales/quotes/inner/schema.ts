import { type Static, Type } from 'typebox'
import { externalIdQuery, metadataQuery } from '../../../core/external-ids/field.ts'
import { puttingByExternalId } from '../../../core/external-ids/operations.ts'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { expandedOf, expandParameter, expandQuery } from '../../../core/http/expand.ts'
import { createdBetween, oneOrMore, updatedSince } from '../../../core/http/filters.ts'
import { changing, deleting, reading } from '../../../core/http/operations.ts'
import { ETAG_EXAMPLE, etag, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { outputOf } from '../../../kernel/fields/field.ts'
import { nullable } from '../../../kernel/fields/shapes.ts'
import { NAMES } from '../../contents/fields.ts'
import { ItemView, linesOf } from '../../contents/view-schema.ts'
import { CustomerView } from '../../customers/view-schema.ts'
import { InvoiceView, TotalsView } from '../../invoices/view-schema.ts'
import { ANSWER_KINDS, ON_ACCEPT, QUOTE_STATUSES } from '../quote.ts'
import { QuoteCreate, QuoteInvoice, QuoteUpdate, StaffAnswer } from './input.ts'

const tags = ['Quotes']
const out = nullable(Type.String())
const params = Type.Object({ id: Type.String({ description: 'Id of a quote.' }) })

const AnswerView = Type.Object(
  {
    kind: Type.String({ enum: [...ANSWER_KINDS] }),
    at: Type.String(),
    by: Type.String({ enum: ['customer', 'staff'] }),
    name: out,
    email: out,
    note: out,
    address: out,
    browser: out,
    document_hash: out,
    pdf_sha256: out,
    consent: nullable(Type.String({ description: 'The text of the consent.' })),
    language: Type.String(),
    selected: Type.Array(Type.String()),
    total: nullable(
      Type.String({ description: 'The total that the customer accepted by the link.' }),
    ),
  },
  { title: 'QuoteAnswerRecord' },
)

const InvoicingView = Type.Object(
  {
    state: Type.String({ enum: ['none', 'partial', 'full'] }),
    net: Type.String({ description: 'Invoiced without tax, by drafts and issued invoices.' }),
    rest: Type.String(),
    items: Type.Array(
      Type.Object({ id: Type.String(), invoiced: Type.String(), left: Type.String() }),
    ),
    invoices: Type.Array(
      Type.Object({
        id: Type.String(),
        number: out,
        status: Type.String(),
        kind: Type.String({ description: '`prepayment`: a deposit.' }),
        issue_date: Type.String(),
        total: Type.String(),
      }),
    ),
  },
  { title: 'QuoteInvoicing' },
)

const QUOTE_ITEM = {
  ...Type.Omit(ItemView, ['deducts']).properties,
  optional: Type.Boolean(),
  selected: Type.Boolean({ description: 'True also for items that are not optional.' }),
}

const status = Type.String({ enum: [...QUOTE_STATUSES] })
const QUOTE_EXPANSIONS = ['customer'] as const
const expanded = expandedOf({ customer: Type.Optional(CustomerView) })

const QuoteView = Type.Object(
  {
    id: Type.String(),
    number: out,
    status,
    expired: Type.Boolean({
      description: 'Whether the quote is open and `valid_until` has passed.',
    }),
    revision: Type.Integer(),
    revisions: Type.Array(
      Type.Object({ id: Type.String(), revision: Type.Integer(), number: out, status }),
    ),
    valid_until: out,
    terms_text: out,
    on_accept: Type.String({ enum: [...ON_ACCEPT] }),
    deposit_percent: nullable(Type.String({ description: 'Of the order, for its deposit.' })),
    ...Type.Omit(InvoiceView, [
      'id',
      'type',
      'number',
      'status',
      'display_status',
      'overdue',
      'partially_paid',
      'due_date',
      'kind',
      'preceding',
      'deposit_for',
      'settlement',
      'deposits',
      'deducted_by',
      'tax_point_date',
      'tax_in_currency',
      'corrects',
      'recurring',
      'quote_id',
      'credit_notes',
      'items',
      'totals',
      'share_token',
      'share_url',
      'published_at',
      'mail',
      'version',
      'created_at',
      'updated_at',
      'issued_at',
      'expanded',
    ]).properties,
    totals: Type.Omit(TotalsView, ['paid', 'credited', 'due'], { title: 'QuoteTotals' }),
    items: linesOf(Type.Object(QUOTE_ITEM, { title: 'QuoteItem' })),
    document_hash: nullable(
      Type.String({ description: 'SHA-256 of the opened revision, as in the audit chain.' }),
    ),
    acceptance: nullable(AnswerView),
    answers: Type.Array(AnswerView, { description: 'Oldest first.' }),
    invoicing: InvoicingView,
    share_token: out,
    share_url: out,
    version: Type.Integer(),
    opened_at: out,
    answered_at: out,
    created_at: Type.String(),
    updated_at: Type.String(),
    expanded,
  },
  { title: 'Quote' },
)

const QuoteEntryView = Type.Object(
  {
    id: Type.String(),
    number: out,
    status,
    expired: Type.Boolean(),
    revision: Type.Integer(),
    customer_id: Type.String(),
    customer_name: Type.String(),
    issue_date: Type.String(),
    valid_until: out,
    currency: Type.String(),
    net: Type.String({ description: 'Without tax.' }),
    tax: Type.String(),
    total: Type.String(),
    answered_at: out,
    ...outputOf(NAMES),
    etag,
    expanded,
  },
  {
    title: 'QuoteEntry',
    examples: [
      {
        id: 'quo_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
        number: 'Q-2026-0042',
        status: 'open',
        expired: false,
        revision: 1,
        customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
        customer_name: 'Fernweh Books',
        issue_date: '2026-11-21',
        valid_until: '2026-12-21',
        currency: 'EUR',
        net: '1200.00',
        tax: '228.00',
        total: '1428.00',
        answered_at: null,
        external_ids: [{ system: 'shop', id: '1001' }],
        metadata: { crm: '4711' },
        etag: ETAG_EXAMPLE,
      },
    ],
  },
)

const ListQuery = listQuery(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Words; each must begin a word of the number, customer, reference or items.',
      }),
    ),
    status: oneOrMore(
      [...QUOTE_STATUSES, 'expired'].join('|'),
      'Only this status. `expired`: open, and the last day is over.',
    ),
    customer_id: oneOrMore('[^,\\u0000-\\u001f]{0,60}', 'Only quotes to this customer.'),
    number: oneOrMore('[^,\\u0000-\\u001f]{1,60}', 'Only this number.'),
    external_id: externalIdQuery,
    metadata: metadataQuery,
    ...createdBetween,
    updated_since: updatedSince,
    expand: expandParameter(QUOTE_EXPANSIONS),
  },
  ['created_at', 'updated_at', 'issue_date', 'number', 'customer_name', 'total'],
)
export type QuoteQuery = Static<typeof ListQuery>

export const listQuotes = {
  operationId: 'listQuotes',
  summary: 'List quotes',
  description: 'Newest first unless you set `sort`. Each revision is an entry.',
  tags,
  querystring: ListQuery,
  response: { 200: pageOf(QuoteEntryView) },
}

export const createQuote = {
  operationId: 'createQuote',
  summary: 'Create a quote',
  description: 'Creates a draft. The fields are those of an invoice, with the same defaults.',
  tags,
  body: QuoteCreate,
  response: { 201: QuoteView },
}

export const getQuote = {
  operationId: 'getQuote',
  summary: 'Read a quote',
  description: '`invoicing` shows the invoiced and the open quantity of each item.',
  tags,
  params,
  querystring: expandQuery(QUOTE_EXPANSIONS),
  ...reading(QuoteView),
}

const change = {
  tags,
  params,
  ...changing(QuoteView),
}

export const putQuote = {
  ...change,
  operationId: 'putQuote',
  summary: 'Update a quote',
  description:
    'Changes the fields you name. Once the quote is open, only `valid_until` can change, which needs the scope `issue`.',
  body: QuoteUpdate,
}

export const patchQuote = {
  ...change,
  operationId: 'patchQuote',
  summary: 'Patch a quote',
  description: 'The same as PUT, as JSON Merge Patch (RFC 7396).',
  body: QuoteUpdate,
}

export const putQuoteByExternalId = {
  operationId: 'putQuoteByExternalId',
  summary: 'Create or update a quote by its external id',
  description:
    'Changes the draft that has this external id (200), or creates it with that id (201). Safe to repeat.',
  tags,
  body: QuoteCreate,
  ...puttingByExternalId(QuoteView),
}

export const deleteQuote = {
  operationId: 'deleteQuote',
  summary: 'Delete a draft quote',
  description: 'Refused once the quote was opened. Withdraw it instead.',
  tags,
  params,
  ...deleting,
}

export const openQuote = {
  ...change,
  operationId: 'openQuote',
  summary: 'Open a quote',
  description:
    'Assigns the number and the link, and locks the contents. A new revision gets the link of the previous one.',
}

export const reviseQuote = {
  operationId: 'reviseQuote',
  summary: 'Revise a quote',
  description:
    'Creates a draft of the next revision. The previous revision stays open until you open the new one.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 201: QuoteView },
}

export const acceptQuote = {
  ...change,
  operationId: 'acceptQuote',
  summary: 'Record that a quote was accepted',
  description: 'For answers on paper or by phone, also after the quote expired.',
  body: StaffAnswer,
}

export const declineQuote = {
  ...change,
  operationId: 'declineQuote',
  summary: 'Record that a quote was declined',
  description: 'For answers on paper or by phone.',
  body: StaffAnswer,
}

export const reopenQuote = {
  ...change,
  operationId: 'reopenQuote',
  summary: 'Open an answered quote again',
  description: 'Refused if an invoice bills the quote. The answer stays in the history.',
}

export const duplicateQuote = {
  operationId: 'duplicateQuote',
  summary: 'Duplicate a quote',
  description:
    'Creates a draft with the same customer, items and texts, dated today. It is a new quote, not a revision.',
  tags,
  params,
  headers: ConditionalHeaders,
  response: { 201: QuoteView },
}

export const withdrawQuote = {
  ...change,
  operationId: 'withdrawQuote',
  summary: 'Withdraw a quote',
  description: 'The customer can no longer accept it; the page of its link shows that.',
}

export const invoiceQuote = {
  operationId: 'invoiceQuote',
  summary: 'Create an invoice from a quote',
  description:
    'Creates a draft with the open quantity of each item, with the items you name, or for a deposit. Its items keep the ids of the quote, so `invoicing` can count them. `final` bills the rest and deducts the deposits.',
  tags,
  params,
  headers: ConditionalHeaders,
  body: QuoteInvoice,
  response: { 201: InvoiceView },
}
