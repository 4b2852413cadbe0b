import { Type } from 'typebox'
import { SettingsInput } from '../../company/settings/input.ts'
import { reading } from '../../core/http/operations.ts'
import { INVOICE_PAPERS, QUOTE_PAPERS } from './papers.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})

const templateQuery = Type.Object(
  {
    template: Type.Optional(
      Type.String({ maxLength: 64, description: 'Use this template instead.' }),
    ),
  },
  { additionalProperties: false },
)

export const invoiceQuery = Type.Object(
  {
    ...templateQuery.properties,
    as: Type.Optional(
      Type.String({
        enum: [...INVOICE_PAPERS],
        description:
          'Default: `invoice`. A pro forma has no invoice number, a delivery note has no prices and its own page.',
      }),
    ),
  },
  { additionalProperties: false },
)

const HtmlResponse = Type.String({ description: 'A complete HTML document.' })
const PdfResponse = Type.Any({ description: 'A tagged PDF with embedded fonts.' })

export const htmlContent = { content: { 'text/html': { schema: HtmlResponse } } }
export const pdfContent = { content: { 'application/pdf': { schema: PdfResponse } } }

export const getInvoiceHtml = {
  operationId: 'getInvoiceHtml',
  summary: 'An invoice as HTML',
  description: 'Uses the template stored with the issued invoice, else the active template.',
  tags: ['Invoices'],
  params,
  querystring: invoiceQuery,
  ...reading({ description: 'HTML.', ...htmlContent }, [409]),
}

export const LANGUAGE_TAG = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'

const UnitView = Type.Object(
  {
    code: Type.String({ description: 'UNECE Recommendation 20 or 21.' }),
    name: Type.String({ description: 'The name on documents; the code if the unit has no name.' }),
  },
  { title: 'Unit', examples: [{ code: 'HUR', name: 'hours' }] },
)

export const listUnits = {
  operationId: 'listUnits',
  summary: 'List units',
  description:
    'The units that your newest invoices use most come first, then all others that have a name.',
  tags: ['Products'],
  querystring: Type.Object(
    {
      language: Type.Optional(
        Type.String({
          pattern: LANGUAGE_TAG,
          description: 'Language of the names. Default: that of the settings.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({ data: Type.Array(UnitView) }),
  },
}

export const previewTemplate = {
  operationId: 'previewTemplate',
  summary: 'Preview a template',
  description:
    'Uses sample data, or the invoice `invoice_id`. With `settings`, the sample shows your company with those changes. Nothing is saved. The header `Billwright-Missing-Characters` names characters that no font has, percent-encoded: a PDF shows a replacement, and a hybrid PDF is refused.',
  tags: ['Templates'],
  params,
  // The validator sees a missing body as null.
  body: Type.Union([
    Type.Object(
      {
        invoice_id: Type.Optional(Type.String({ maxLength: 60 })),
        language: Type.Optional(Type.String({ pattern: LANGUAGE_TAG })),
        settings: Type.Optional(SettingsInput),
      },
      { additionalProperties: false, examples: [{ language: 'de' }] },
    ),
    Type.Null(),
  ]),
  response: {
    200: { description: 'HTML.', ...htmlContent },
  },
}

const quotePaperQuery = Type.Object(
  {
    as: Type.Optional(Type.String({ enum: [...QUOTE_PAPERS], description: 'Default: `quote`.' })),
  },
  { additionalProperties: false },
)
const quoteParams = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of a quote.' }),
})

export const getQuoteHtml = {
  operationId: 'getQuoteHtml',
  summary: 'A quote as HTML',
  description: 'As the quote, an order confirmation, a pro forma invoice or a delivery note.',
  tags: ['Quotes'],
  params: quoteParams,
  querystring: quotePaperQuery,
  ...reading({ description: 'HTML.', ...htmlContent }),
}

export const getQuotePdf = {
  operationId: 'getQuotePdf',
  summary: 'A quote as PDF',
  description:
    'As the quote, an order confirmation, a pro forma invoice (not an invoice for tax), or a delivery note without prices.',
  tags: ['Quotes'],
  params: quoteParams,
  querystring: quotePaperQuery,
  ...reading({ description: 'PDF.', ...pdfContent }, [504]),
}
