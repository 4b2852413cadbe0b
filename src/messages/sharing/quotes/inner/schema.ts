import { type Static, Type } from 'typebox'
import { reading } from '../../../../core/http/operations.ts'
import { problems } from '../../../../core/http/problem.ts'
import { outputOf } from '../../../../kernel/fields/field.ts'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import { htmlContent, pdfContent } from '../../../../paper/printing/schema.ts'
import { PUBLIC_FIELDS } from '../../../../sales/contents/fields.ts'
import { linesOf } from '../../../../sales/contents/view-schema.ts'
import { TotalsView } from '../../../../sales/invoices/view-schema.ts'
import { QUOTE_STATUSES } from '../../../../sales/quotes/quote.ts'
import { fileContent } from '../../../../sales/uploads/schema.ts'
import { PublicFileView } from '../../inner/files.ts'
import { PublicInvoiceView, PublicItemView } from '../../inner/schema.ts'

const tags = ['Public']
const out = nullable(Type.String())
const params = Type.Object({
  share_token: Type.String({ description: 'Token of the link, from opening the quote.' }),
})
const revision = {
  revision: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Default: the newest.' }),
  ),
}
const status = Type.String({ enum: [...QUOTE_STATUSES] })
const { due_date: _, ...fields } = outputOf(PUBLIC_FIELDS)
const { seller, customer, discounts, charges, taxes } = PublicInvoiceView.properties

const PublicQuoteView = Type.Object(
  {
    number: out,
    status,
    expired: Type.Boolean(),
    revision: Type.Integer(),
    revisions: Type.Array(Type.Object({ revision: Type.Integer(), number: out, status })),
    current: Type.Boolean({ description: 'Whether this is the revision that can be answered.' }),
    document_hash: out,
    valid_until: out,
    terms_text: out,
    seller,
    customer,
    ...fields,
    items: linesOf(
      Type.Object(
        {
          id: Type.String(),
          ...PublicItemView.properties,
          optional: Type.Boolean(),
          selected: Type.Boolean(),
        },
        { title: 'PublicQuoteItem' },
      ),
    ),
    discounts,
    charges,
    totals: Type.Omit(TotalsView, ['paid', 'credited', 'due'], { title: 'PublicQuoteTotals' }),
    taxes,
    deposit: nullable(
      Type.Object(
        { percent: Type.String(), total: Type.String() },
        { description: 'What is to be paid in advance; null: nothing.' },
      ),
    ),
    acceptance: nullable(Type.Object({ at: Type.String(), name: out })),
    files: Type.Array(PublicFileView),
    links: Type.Object({ page: Type.String(), html: Type.String(), pdf: Type.String() }),
  },
  { title: 'PublicQuote' },
)

export const getPublicQuote = {
  operationId: 'getPublicQuote',
  summary: 'A quote as JSON',
  description:
    'Needs no credential: the token is the permission. Reading the quote records no answer.',
  tags,
  params,
  // Mail programs add parameters to links.
  querystring: Type.Object({
    ...revision,
    selected: Type.Optional(
      Type.String({
        maxLength: 60_000,
        description:
          'Ids of optional items, separated by commas: shows the totals with exactly these. Empty: with none. Default: the preselected ones.',
      }),
    ),
  }),
  response: { 200: PublicQuoteView },
}

export const getPublicQuoteHtml = {
  operationId: 'getPublicQuoteHtml',
  summary: 'A quote as HTML for the customer',
  description: 'The document as the customer sees it, without scripts.',
  tags,
  params,
  querystring: Type.Object(revision),
  ...reading({ description: 'HTML.', ...htmlContent }),
}

export const getPublicQuotePdf = {
  operationId: 'getPublicQuotePdf',
  summary: 'A quote as PDF for the customer',
  description: 'The document as the customer sees it.',
  tags,
  params,
  querystring: Type.Object(revision),
  ...reading({ description: 'PDF.', ...pdfContent }, [504]),
}

export const getPublicQuoteFile = {
  operationId: 'getPublicQuoteFile',
  summary: 'A file of a quote for the customer',
  description: 'For anyone with the link. Always a download.',
  tags,
  params: Type.Object({
    ...params.properties,
    name: Type.String({ maxLength: 400, description: 'Name of the file.' }),
  }),
  querystring: Type.Object(revision),
  ...reading(fileContent),
}

const shown = {
  revision: Type.Integer({ minimum: 1, maximum: 10_000 }),
  document_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
}
const EXAMPLE = { revision: 1, document_hash: '0'.repeat(64) }

export const AcceptBody = Type.Object(
  {
    ...shown,
    name: Type.String({ minLength: 2, maxLength: 200 }),
    email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))),
    note: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
    selected: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        maxItems: 1000,
        description: 'Ids of the optional items to take. Default: those preselected.',
      }),
    ),
    total: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The total that you showed to the person. Required if `selected` gives another total than the preselected items: read it with `GET …?selected=`.',
      }),
    ),
    consent: Type.Literal(true, { description: 'True: the person agreed.' }),
  },
  {
    title: 'QuoteAcceptance',
    ...closed,
    examples: [{ ...EXAMPLE, name: 'Mia Brandt', consent: true }],
  },
)
export type AcceptBody = Static<typeof AcceptBody>

export const DeclineBody = Type.Object(
  {
    ...shown,
    name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    reason: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  },
  {
    title: 'QuoteRefusal',
    ...closed,
    examples: [{ ...EXAMPLE, reason: 'We decided otherwise.' }],
  },
)
export type DeclineBody = Static<typeof DeclineBody>

const answer = {
  tags,
  params,
  response: { 200: PublicQuoteView, ...problems(403, 409) },
}

export const acceptPublicQuote = {
  ...answer,
  operationId: 'acceptPublicQuote',
  summary: 'Accept a quote',
  description:
    'Send the `revision`, the `document_hash` and the `total` that the page showed. Another total is refused with 409 `quote_total_changed`. Repeating the same answer has no further effect.',
  body: AcceptBody,
}

export const declinePublicQuote = {
  ...answer,
  operationId: 'declinePublicQuote',
  summary: 'Decline a quote',
  description: 'Names the `revision` and the `document_hash` that were shown.',
  body: DeclineBody,
}
