import { Type } from 'typebox'
import { htmlContent, PDF_FORMATS, pdfContent } from '../documents/schema.ts'
import { xmlContent, xmlQuery } from '../einvoices/schema.ts'
import { CachedHeaders, NotModified } from '../http/etag.ts'
import { problems } from '../http/problem.ts'
import * as invoice from '../invoices/view-schema.ts'

const params = Type.Object({ share_token: Type.String() })
const tags = ['Public']
const out = Type.Union([Type.String(), Type.Null()])

export const PublicInvoiceView = Type.Object({
  type: Type.String(),
  number: out,
  status: Type.String(),
  overdue: Type.Boolean(),
  seller: Type.Omit(invoice.SellerView, ['endpoint', 'registration_scheme']),
  customer: Type.Omit(invoice.BuyerView, ['endpoint', 'registration_scheme', 'identifier']),
  issue_date: Type.String(),
  due_date: out,
  delivery_date: out,
  period_start: out,
  period_end: out,
  currency: Type.String(),
  language: Type.String(),
  reference: out,
  order_reference: out,
  corrects: Type.Union([
    Type.Object({ number: Type.String(), issue_date: Type.String() }),
    Type.Null(),
  ]),
  prices_include_tax: Type.Boolean(),
  items: Type.Array(Type.Omit(invoice.ItemView, ['id'])),
  discounts: Type.Array(invoice.DocumentAdjustmentView),
  charges: Type.Array(invoice.DocumentAdjustmentView),
  totals: invoice.TotalsView,
  taxes: Type.Array(invoice.TaxGroupView),
  terms: out,
  notes: out,
  links: Type.Object({
    page: Type.String(),
    html: Type.String(),
    pdf: Type.String(),
    xml: out,
    factur_x: out,
  }),
})

export const getPublicInvoice = {
  operationId: 'getPublicInvoice',
  summary: 'A published invoice as JSON',
  description:
    'Needs no credential: the token is the permission. Unknown and revoked ones are 404.',
  tags,
  params,
  response: { 200: PublicInvoiceView, ...problems(404) },
}

export const getPublicInvoiceHtml = {
  operationId: 'getPublicInvoiceHtml',
  summary: 'A published invoice as HTML',
  tags,
  params,
  headers: CachedHeaders,
  response: { 200: { description: 'HTML.', ...htmlContent }, 304: NotModified, ...problems(404) },
}

export const getPublicInvoicePdf = {
  operationId: 'getPublicInvoicePdf',
  summary: 'A published invoice as PDF',
  description: '`format=factur-x`: PDF/A-3 with the e-invoice attached, where there is one.',
  tags,
  params,
  querystring: Type.Object({
    format: Type.Optional(Type.String({ enum: [...PDF_FORMATS] })),
  }),
  headers: CachedHeaders,
  response: {
    200: { description: 'PDF.', ...pdfContent },
    304: NotModified,
    ...problems(404, 409, 422, 503, 504),
  },
}

export const getPublicInvoiceXml = {
  operationId: 'getPublicInvoiceXml',
  summary: 'A published invoice as an e-invoice in XML',
  tags,
  params,
  // Mail programs add words of their own to links.
  querystring: Type.Object(xmlQuery.properties),
  headers: CachedHeaders,
  response: {
    200: { description: 'XML.', ...xmlContent },
    304: NotModified,
    ...problems(404, 409, 422),
  },
}
