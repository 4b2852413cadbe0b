import { Type } from 'typebox'
import { E_INVOICE_PROFILES } from '../../company/settings/settings.ts'
import { reading } from '../../core/http/operations.ts'
import { invoiceQuery, pdfContent } from '../../paper/printing/schema.ts'
import { InvoiceView } from '../../sales/invoices/view-schema.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})
const tags = ['E-invoices']

const XML_FORMATS = [
  'ubl',
  'cii',
  'peppol',
  'pint',
  'xrechnung',
  'xrechnung-cii',
  'factur-x',
  'factur-x-basic',
  'france',
  'france-ubl',
  'nlcius',
  'cius-pt',
  'cius-ro',
  'hr-eracun',
  'fatturapa',
  'ksef',
]

export const xmlQuery = Type.Object(
  {
    format: Type.Optional(
      Type.String({
        enum: XML_FORMATS,
        description:
          '`ubl` (default) and `cii`: EN 16931 in either syntax. `peppol`: BIS Billing 3. `pint`: Peppol PINT of the European Union. `xrechnung`: in UBL, `xrechnung-cii` in CII. `factur-x`, `factur-x-basic`: the XML of the hybrid PDF. `france` (CII), `france-ubl`: with the French rules. `nlcius`: Dutch SI-UBL 2.0. `cius-pt`: Portugal. `cius-ro`: Romania. `hr-eracun`: Croatia. `fatturapa`: FatturaPA 1.2.3 of Italy. `ksef`: FA(3) of Poland.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Hybrid PDF formats. */
export const PDF_FORMATS = [
  'factur-x',
  'factur-x-basic',
  'factur-x-france',
  'zugferd-xrechnung',
] as const
export type PdfFormat = (typeof PDF_FORMATS)[number]

export const getInvoicePdf = {
  operationId: 'getInvoicePdf',
  summary: 'An invoice as PDF',
  description:
    'The same version of an invoice gives the same bytes. `format=factur-x` (ZUGFeRD) is a PDF/A-3 with an embedded e-invoice, `factur-x-basic` its shorter form, `factur-x-france` follows the French rules, `zugferd-xrechnung` embeds an XRechnung. An invoice that breaks the profile is refused with a list of fixes.',
  tags: ['Invoices'],
  params,
  querystring: Type.Object(
    {
      ...invoiceQuery.properties,
      format: Type.Optional(
        Type.String({ enum: [...PDF_FORMATS], description: 'Embeds the e-invoice.' }),
      ),
    },
    { additionalProperties: false },
  ),
  ...reading({ description: 'PDF.', ...pdfContent }, [409, 504]),
}

const XmlResponse = Type.String({ description: 'The e-invoice.' })
export const xmlContent = { content: { 'application/xml': { schema: XmlResponse } } }

const file = Type.Unsafe<Uint8Array>({
  type: 'string',
  format: 'binary',
  description: 'The file, at most 5 MiB.',
})

const imported = {
  invoice: InvoiceView,
  differences: Type.Array(
    Type.Object({ field: Type.String(), file: Type.String(), draft: Type.String() }),
    { description: 'Totals in the file that differ from the computed ones.' },
  ),
  not_taken: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
    description: 'Contents that a draft cannot store.',
  }),
  unread: Type.Array(Type.Object({ path: Type.String(), value: Type.String() }), {
    description: 'Contents outside EN 16931.',
  }),
}

const ImportView = Type.Object(
  {
    ...imported,
    others: Type.Array(Type.Object(imported), {
      description:
        'The same of each other invoice in the file: a FatturaPA may be a lot of several.',
    }),
  },
  { title: 'EInvoiceImport' },
)

export const attachmentQuery = Type.Optional(
  Type.String({
    maxLength: 300,
    description:
      'Which of several e-invoices in a PDF: a `name` from the problem `einvoice_attachments`.',
  }),
)

export const importInvoice = {
  operationId: 'importInvoice',
  summary: 'Import an e-invoice as a draft',
  description:
    'Accepts UBL 2.1, CII, FatturaPA or FA(3) as XML, or a Factur-X or ZUGFeRD PDF. Returns the draft and a list of contents that the draft lacks. A FatturaPA with several invoices becomes as many drafts, or none. Without `customer_id`, the import creates a customer from the buyer.',
  tags,
  consumes: ['application/xml', 'text/xml', 'application/pdf', 'application/pkcs7-mime'],
  querystring: Type.Object(
    {
      customer_id: Type.Optional(
        Type.String({ maxLength: 60, description: 'Customer of the draft.' }),
      ),
      attachment: attachmentQuery,
    },
    { additionalProperties: false },
  ),
  body: {
    content: {
      'application/xml': { schema: file },
      'text/xml': { schema: file },
      'application/pdf': { schema: file },
      'application/pkcs7-mime': { schema: file },
    },
  },
  response: { 201: ImportView },
}

const ValidationView = Type.Object(
  {
    profile: Type.String({ enum: [...E_INVOICE_PROFILES] }),
    valid: Type.Boolean({ description: 'True if no rule of level `error` is broken.' }),
    errors: Type.Array(
      Type.Object({
        rule: Type.String({ description: 'Rule id of the standard, e.g. BR-CO-26.' }),
        level: Type.String({ enum: ['error', 'warning'] }),
        resource: Type.String({ enum: ['invoice', 'customer', 'settings'] }),
        pointer: Type.String({ description: 'JSON pointer into that resource.' }),
        message: Type.String({ description: 'What to enter where.' }),
      }),
    ),
  },
  {
    title: 'EInvoiceValidation',
    examples: [
      {
        profile: 'xrechnung',
        valid: false,
        errors: [
          {
            rule: 'BR-DE-15',
            level: 'error',
            resource: 'invoice',
            pointer: '/reference',
            message:
              'Enter the customer’s reference on the invoice; for German authorities it is the Leitweg-ID.',
          },
        ],
      },
    ],
  },
)

export const validateInvoice = {
  operationId: 'validateInvoice',
  summary: 'Validate an invoice against an e-invoice profile',
  description:
    'Lists the rules that a draft or issued invoice breaks, and what to enter where, in the language of `Accept-Language` (en, de, fr; it for FatturaPA, pl for FA(3)), else of the settings. Default profile: the required one.',
  tags,
  params,
  querystring: Type.Object(
    {
      profile: Type.Optional(
        Type.String({
          enum: [...E_INVOICE_PROFILES],
          description:
            'Default: the profile required by the invoice, its customer or the settings, else EN 16931.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: ValidationView },
}

export const getInvoiceXml = {
  operationId: 'getInvoiceXml',
  summary: 'An invoice as an e-invoice in XML',
  description:
    'The file is always valid: an invoice that breaks a rule of the profile is refused with a list of fixes.',
  tags,
  params,
  querystring: xmlQuery,
  ...reading({ description: 'XML.', ...xmlContent }, [409]),
}
