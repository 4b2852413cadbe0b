import { Type } from 'typebox'
import { CachedHeaders, NotModified } from '../http/etag.ts'
import { problems } from '../http/problem.ts'
import { SettingsInput } from '../settings/input.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})
const querystring = Type.Object(
  {
    template: Type.Optional(
      Type.String({ maxLength: 64, description: 'Render with this template instead.' }),
    ),
  },
  { additionalProperties: false },
)

export const HtmlResponse = Type.String({ description: 'A complete HTML document.' })
export const PdfResponse = Type.Any({ description: 'A tagged PDF with embedded fonts.' })

export const htmlContent = { content: { 'text/html': { schema: HtmlResponse } } }
export const pdfContent = { content: { 'application/pdf': { schema: PdfResponse } } }

export const getInvoiceHtml = {
  operationId: 'getInvoiceHtml',
  summary: 'An invoice as HTML',
  description: 'Rendered with the template pinned at issue, else with the active one.',
  tags: ['Invoices'],
  params,
  querystring,
  headers: CachedHeaders,
  response: {
    200: { description: 'HTML.', ...htmlContent },
    304: NotModified,
    ...problems(401, 403, 404),
  },
}

/** The hybrid of PDF and e-invoice, at its levels. */
export const PDF_FORMATS = ['factur-x', 'factur-x-basic', 'zugferd-xrechnung'] as const
export type PdfFormat = (typeof PDF_FORMATS)[number]

export const getInvoicePdf = {
  operationId: 'getInvoicePdf',
  summary: 'An invoice as PDF',
  description:
    'The same version of the invoice gives the same bytes. `format=factur-x` (ZUGFeRD): PDF/A-3 ' +
    'with the e-invoice attached, `factur-x-basic` with its shorter form, `zugferd-xrechnung` with ' +
    'XRechnung; an invoice that cannot be one is refused with what to mend.',
  tags: ['Invoices'],
  params,
  querystring: Type.Object(
    {
      ...querystring.properties,
      format: Type.Optional(
        Type.String({ enum: [...PDF_FORMATS], description: 'Attaches the e-invoice.' }),
      ),
    },
    { additionalProperties: false },
  ),
  headers: CachedHeaders,
  response: {
    200: { description: 'PDF.', ...pdfContent },
    304: NotModified,
    ...problems(401, 403, 404, 409, 422, 503, 504),
  },
}

export const previewTemplate = {
  operationId: 'previewTemplate',
  summary: 'Preview a template',
  description:
    'With sample data, or with a real invoice when `invoice_id` names one. With `settings` the sample is ' +
    'one of your company, and shows what those changes would do; nothing is stored.',
  tags: ['Templates'],
  params,
  // No body is null to the validator.
  body: Type.Union([
    Type.Object(
      {
        invoice_id: Type.Optional(Type.String({ maxLength: 60 })),
        language: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
        settings: Type.Optional(SettingsInput),
      },
      { additionalProperties: false, examples: [{ language: 'de' }] },
    ),
    Type.Null(),
  ]),
  response: {
    200: { description: 'HTML.', ...htmlContent },
    ...problems(400, 401, 403, 404, 415, 422),
  },
}
