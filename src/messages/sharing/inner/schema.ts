import { Type } from 'typebox'
import { reading } from '../../../core/http/operations.ts'
import { PDF_FORMATS, xmlContent, xmlQuery } from '../../../einvoicing/documents/schema.ts'
import { outputOf } from '../../../kernel/fields/field.ts'
import { htmlContent, pdfContent } from '../../../paper/printing/schema.ts'
import { NOT_PAYABLE } from '../../../receivables/checkout/checkout.ts'
import { EarlyPaymentView } from '../../../receivables/payments/early-view.ts'
import { PUBLIC_FIELDS } from '../../../sales/contents/fields.ts'
import { PUBLIC_BUYER_FIELDS, PUBLIC_SELLER_FIELDS } from '../../../sales/contents/parties.ts'
import * as contents from '../../../sales/contents/view-schema.ts'
import * as invoice from '../../../sales/invoices/view-schema.ts'
import { fileContent } from '../../../sales/uploads/schema.ts'

import { PublicFileView } from './files.ts'

/** Why an invoice cannot be paid online; a written-off one counts as open. */
const REASONS = [...NOT_PAYABLE.filter((it) => it !== 'written_off'), 'pending']

const params = Type.Object({
  share_token: Type.String({ description: 'Token of the link, from publishing.' }),
})
/** The words of a page for customers. Default: the language of its document. */
export const pageLanguage = Type.Optional(Type.String({ pattern: '^[a-zA-Z]{2,3}$' }))

const tags = ['Public']
const out = Type.Union([Type.String(), Type.Null()])

const PublicSellerView = Type.Object(outputOf(PUBLIC_SELLER_FIELDS), { title: 'PublicSeller' })
const PublicBuyerView = Type.Object(outputOf(PUBLIC_BUYER_FIELDS), { title: 'PublicCustomer' })

const { tax: taxView, ...item } = contents.ItemView.properties
export const PublicItemView = Type.Object(
  {
    ...Type.Pick(Type.Object(item), [
      'kind',
      'position',
      'description',
      'details',
      'quantity',
      'unit',
      'unit_price',
      'discount',
      'charge',
      'total',
    ]).properties,
    tax: Type.Omit(taxView, ['reason_code', 'preset'], { title: 'PublicTax' }),
  },
  { title: 'PublicItem' },
)

const PublicAdjustmentView = Type.Omit(
  contents.DocumentAdjustmentView,
  ['reason_code', 'tax', 'withhold'],
  {
    title: 'PublicAdjustment',
  },
)

const document = invoice.InvoiceSummaryView.properties
export const PublicInvoiceView = Type.Object(
  {
    type: document.type,
    number: out,
    status: document.status,
    display_status: invoice.DisplayStatusView,
    overdue: Type.Boolean(),
    seller: PublicSellerView,
    customer: PublicBuyerView,
    ...outputOf(PUBLIC_FIELDS),
    corrects: Type.Union([
      Type.Object({ number: Type.String(), issue_date: Type.String() }),
      Type.Null(),
    ]),
    settlement: invoice.SettlementView,
    items: contents.linesWithoutIds(PublicItemView),
    discounts: Type.Array(PublicAdjustmentView),
    charges: Type.Array(PublicAdjustmentView),
    totals: invoice.TotalsView,
    taxes: Type.Array(
      Type.Omit(contents.TaxGroupView, ['reason_code'], { title: 'PublicTaxGroup' }),
    ),
    files: Type.Array(PublicFileView),
    pay: Type.Object(
      {
        available: Type.Boolean(),
        reason: Type.Union([Type.String({ enum: [...REASONS] }), Type.Null()], {
          description: 'Why it cannot be paid online now. `pending`: a payment is on its way.',
        }),
        early_payment: Type.Union([EarlyPaymentView, Type.Null()]),
        offers: Type.Array(
          Type.Object({
            method: Type.Union([Type.String(), Type.Null()], {
              description: 'As the provider names it; null: chosen on its page.',
            }),
            url: Type.String({ description: 'The page on which the customer pays.' }),
          }),
        ),
      },
      { title: 'PublicPay' },
    ),
    links: Type.Object({
      page: Type.String(),
      html: Type.String(),
      pdf: Type.String(),
      xml: out,
      factur_x: out,
    }),
  },
  { title: 'PublicInvoice' },
)

export const getPublicInvoice = {
  operationId: 'getPublicInvoice',
  summary: 'A published invoice as JSON',
  description:
    'Needs no credential: the token is the permission. Unknown and revoked tokens return 404.',
  tags,
  params,
  response: { 200: PublicInvoiceView },
}

export const getPublicInvoiceHtml = {
  operationId: 'getPublicInvoiceHtml',
  summary: 'A published invoice as HTML',
  description: 'The document as the customer sees it, without scripts.',
  tags,
  params,
  ...reading({ description: 'HTML.', ...htmlContent }),
}

export const getPublicInvoicePdf = {
  operationId: 'getPublicInvoicePdf',
  summary: 'A published invoice as PDF',
  description: '`format=factur-x`: PDF/A-3 with an embedded e-invoice, if available.',
  tags,
  params,
  querystring: Type.Object({
    format: Type.Optional(
      Type.String({ enum: [...PDF_FORMATS], description: 'Embeds the e-invoice.' }),
    ),
  }),
  ...reading({ description: 'PDF.', ...pdfContent }, [409, 504]),
}

export const getPublicInvoiceFile = {
  operationId: 'getPublicInvoiceFile',
  summary: 'A file of a published invoice',
  description: 'For anyone with the link. Always a download.',
  tags,
  params: Type.Object({
    ...params.properties,
    name: Type.String({ maxLength: 400, description: 'Name of the file.' }),
  }),
  ...reading(fileContent),
}

export const getPublicInvoiceXml = {
  operationId: 'getPublicInvoiceXml',
  summary: 'A published invoice as an e-invoice in XML',
  description: 'For anyone with the link. Identical to the e-invoice of the management API.',
  tags,
  params,
  // Mail programs add parameters to links.
  querystring: Type.Object(xmlQuery.properties),
  ...reading({ description: 'XML.', ...xmlContent }, [409]),
}
