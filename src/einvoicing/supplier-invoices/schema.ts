import { type Static, Type } from 'typebox'
import { ConditionalHeaders } from '../../core/http/etag.ts'
import { oneOrMore } from '../../core/http/filters.ts'
import { reading } from '../../core/http/operations.ts'
import { ETAG_EXAMPLE, etag, listQuery, pageOf } from '../../core/http/pagination.ts'
import { closed, nullable, STAMPS } from '../../kernel/fields/shapes.ts'
import { htmlContent, pdfContent } from '../../paper/printing/schema.ts'
import { attachmentQuery } from '../documents/schema.ts'
import { ACTIONS, FORMATS, PROFILES, STATUSES } from './supplier-invoice.ts'

const text = Type.String()
const orNull = nullable(text)

const EXAMPLE = {
  id: 'sin_019aa5d2-7c00-7000-8000-0123456789ab',
  status: 'new',
  reason: null,
  paid_on: null,
  kind: 'invoice',
  number: 'R-2026-118',
  seller_name: 'Papierhaus Lindner',
  issue_date: '2026-11-18',
  due_date: '2026-12-02',
  currency: 'EUR',
  total: '142.80',
  due: '142.80',
  format: 'ubl',
  profile: 'xrechnung',
  errors: 0,
  warnings: 0,
  duplicate_of: null,
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  version: 1,
  created_at: '2026-11-20T16:00:00.000Z',
  updated_at: '2026-11-20T16:00:00.000Z',
}

const PARTY = {
  name: 'Papierhaus Lindner',
  trading_name: null,
  tax_id: 'DE136695976',
  tax_number: null,
  registration_id: null,
  identifiers: [],
  endpoint: null,
  address: {
    line1: 'Hafenweg 4',
    line2: null,
    line3: null,
    city: 'Kiel',
    postal_code: '24103',
    region: null,
    country_code: 'DE',
  },
  contact: { name: null, phone: null, email: null },
  legal_information: null,
}

const CONTENT = {
  kind: 'invoice',
  type_code: '380',
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  number: 'R-2026-118',
  issue_date: '2026-11-18',
  due_date: '2026-12-02',
  delivery_date: null,
  period_start: null,
  period_end: null,
  currency: 'EUR',
  seller: PARTY,
  buyer: { ...PARTY, name: 'Fernweh Books', tax_id: null },
  payee: null,
  references: [{ kind: 'order', value: 'PO-1234' }],
  preceding: [],
  lines: [
    {
      id: '1',
      name: 'Paper A4',
      description: null,
      note: null,
      seller_item_id: 'P-4',
      quantity: '12',
      unit: 'XBX',
      unit_price: '10.00',
      price_quantity: null,
      period_start: null,
      period_end: null,
      adjustments: [],
      tax: { category: 'S', rate: '19' },
      net: '120.00',
    },
  ],
  adjustments: [],
  taxes: [{ category: 'S', rate: '19', taxable: '120.00', amount: '22.80', reason: null }],
  totals: {
    lines: '120.00',
    discount: null,
    charge: null,
    net: '120.00',
    tax: '22.80',
    tax_currency: null,
    tax_in_tax_currency: null,
    total: '142.80',
    paid: null,
    rounding: null,
    parts: [],
    due: '142.80',
  },
  payment: {
    terms: null,
    schedule: [],
    payments: [],
    reference: 'R-2026-118',
    mandate: null,
    accounts: [{ id: 'DE02120300000000202051', bic: null, holder: null }],
    means: [{ code: '58', text: null }],
  },
  notes: [],
  attachments: [],
  unread: [],
}

const entryProperties = {
  id: text,
  status: Type.String({ enum: [...STATUSES] }),
  reason: nullable(Type.String({ description: 'Why it was rejected.' })),
  paid_on: nullable(Type.String({ description: 'The day on which it was paid.' })),
  kind: Type.String({ enum: ['invoice', 'credit_note'] }),
  number: Type.String({ description: 'The invoice number of the supplier.' }),
  seller_name: text,
  issue_date: text,
  due_date: orNull,
  currency: text,
  total: Type.String({ description: 'With tax, as in the file.' }),
  due: Type.String({ description: 'The amount due, as in the file.' }),
  format: Type.String({ enum: [...FORMATS], description: '`pdf`: a PDF with CII inside.' }),
  profile: Type.String({
    enum: [...PROFILES],
    description: 'The profile in the file. Billwright checked its rules.',
  }),
  errors: Type.Integer({ description: 'Number of broken rules.' }),
  warnings: Type.Integer(),
  duplicate_of: nullable(
    Type.String({
      description: 'The first document of this seller with this number, if this is a later one.',
    }),
  ),
  sha256: Type.String({ description: 'Of the file as it came, in hexadecimal.' }),
  ...STAMPS,
}

const EntryView = Type.Object(
  { ...entryProperties, etag },
  { title: 'SupplierInvoiceEntry', examples: [{ ...EXAMPLE, etag: ETAG_EXAMPLE }] },
)

const Party = Type.Object(
  {
    name: text,
    trading_name: orNull,
    tax_id: orNull,
    tax_number: orNull,
    registration_id: orNull,
    identifiers: Type.Array(Type.Object({ scheme: orNull, value: text })),
    endpoint: nullable(Type.Object({ scheme: orNull, id: text })),
    address: Type.Object({
      line1: orNull,
      line2: orNull,
      line3: orNull,
      city: orNull,
      postal_code: orNull,
      region: orNull,
      country_code: orNull,
    }),
    contact: Type.Object({ name: orNull, phone: orNull, email: orNull }),
    legal_information: orNull,
  },
  { title: 'SupplierInvoiceParty' },
)

const rate = Type.Object({ category: text, rate: orNull })
const amount = { kind: text, reason: orNull, percent: orNull, amount: text }

const Line = Type.Object(
  {
    id: text,
    name: text,
    description: orNull,
    note: orNull,
    seller_item_id: orNull,
    quantity: text,
    unit: text,
    unit_price: text,
    price_quantity: nullable(
      Type.String({ description: 'The price is for so many units. Null: for one.' }),
    ),
    period_start: orNull,
    period_end: orNull,
    adjustments: Type.Array(Type.Object(amount)),
    tax: rate,
    net: text,
  },
  { title: 'SupplierInvoiceLine' },
)

const Part = {
  kind: Type.String({
    enum: ['withholding', 'split_payment', 'fund', 'stamp_duty', 'charge', 'deduction'],
    description:
      '`withholding`: tax that the buyer keeps. `split_payment`: tax that the buyer pays to the tax office. `fund`: contribution to a pension fund. `charge`, `deduction`: after the tax, as in FA(3).',
  }),
  text: nullable(Type.String({ description: 'Code or reason in the file.' })),
  percent: orNull,
  amount: Type.String({
    description: 'What it adds to the amount due, or its part of the total.',
  }),
  in_total: Type.Boolean({ description: 'Whether the total contains it.' }),
}

const Scheduled = {
  due_date: orNull,
  amount: nullable(Type.String({ description: 'Null: the whole amount.' })),
  discount_percent: nullable(Type.String({ description: 'For a payment until `due_date`.' })),
  discount_amount: orNull,
  discount_days: nullable(Type.String({ description: 'The discount is for so many days.' })),
  text: orNull,
}

const Content = Type.Object(
  {
    kind: text,
    type_code: Type.String({ description: 'UNTDID 1001.' }),
    specification: nullable(Type.String({ description: 'BT-24: the specification in the file.' })),
    number: text,
    issue_date: text,
    due_date: orNull,
    delivery_date: orNull,
    period_start: orNull,
    period_end: orNull,
    currency: text,
    seller: Party,
    buyer: Party,
    payee: nullable(Type.String({ description: 'The payee, if it is not the seller.' })),
    references: Type.Array(Type.Object({ kind: text, value: text })),
    preceding: Type.Array(Type.Object({ number: text, issue_date: orNull })),
    lines: Type.Array(Line),
    adjustments: Type.Array(Type.Object({ ...amount, tax: rate })),
    taxes: Type.Array(
      Type.Object({ ...rate.properties, taxable: text, amount: text, reason: orNull }),
    ),
    totals: Type.Object({
      lines: text,
      discount: orNull,
      charge: orNull,
      net: text,
      tax: text,
      tax_currency: nullable(
        Type.String({ description: 'BT-6: the currency of the accounts of the supplier.' }),
      ),
      tax_in_tax_currency: nullable(
        Type.String({ description: 'BT-111: the tax in `tax_currency`.' }),
      ),
      total: text,
      paid: orNull,
      rounding: orNull,
      parts: Type.Array(Type.Object(Part), {
        description:
          'What lies between the total and the amount due besides payments and rounding, and national parts of the total.',
      }),
      due: text,
    }),
    payment: Type.Object({
      terms: orNull,
      schedule: Type.Array(Type.Object(Scheduled), {
        description:
          'Instalments and discounts for early payment, if the file has several dates or parts. `due_date` of the document is the last day of the full amount.',
      }),
      payments: Type.Array(Type.Object({ paid_on: orNull, amount: text }), {
        description: 'Payments that the file counts in `paid`.',
      }),
      reference: orNull,
      mandate: orNull,
      accounts: Type.Array(Type.Object({ id: text, bic: orNull, holder: orNull })),
      means: Type.Array(
        Type.Object({ code: Type.String({ description: 'UNTDID 4461.' }), text: orNull }),
      ),
    }),
    notes: Type.Array(text),
    attachments: Type.Array(
      Type.Object({ reference: text, description: orNull, url: orNull, file_name: orNull }),
      { description: 'Embedded files are in the original.' },
    ),
    unread: Type.Array(Type.Object({ path: text, value: text }), {
      description: 'Contents outside EN 16931.',
    }),
  },
  { title: 'SupplierInvoiceContent' },
)

const SupplierInvoiceView = Type.Object(
  {
    ...entryProperties,
    allowed: Type.Array(Type.String({ enum: Object.keys(ACTIONS) }), {
      description: 'The actions that are possible now.',
    }),
    lot: nullable(
      Type.Object(
        {
          position: Type.Integer({ description: 'From 1.' }),
          of: Type.Integer(),
          sha256: Type.String({ description: 'Of the file.' }),
          invoices: Type.Array(Type.Object({ id: text, number: text }), {
            description: 'The supplier invoices from the file that were not deleted.',
          }),
        },
        {
          description:
            'The place in a file of several invoices (FatturaPA, PDF). Each is a supplier invoice of its own with the whole file as original. `sha256` of the second and later ones is that of the text `LOT-SHA256 POSITION`.',
        },
      ),
    ),
    type_name: nullable(
      Type.String({
        description:
          'The type of the document (`type_code`) in the language of `Accept-Language`, e.g. “Self-billed credit note”. Null: a plain invoice or credit note.',
      }),
    ),
    findings: Type.Array(
      Type.Object({
        rule: Type.String({ description: 'Rule id of the standard, e.g. BR-CO-26.' }),
        level: Type.String({ enum: ['error', 'warning'] }),
        line: nullable(Type.Integer({ description: 'From 1. Null: of the whole document.' })),
        message: Type.String({ description: 'In the language of `Accept-Language` (en, de, fr).' }),
      }),
    ),
    content: Content,
  },
  {
    title: 'SupplierInvoice',
    examples: [
      {
        ...EXAMPLE,
        errors: 1,
        allowed: ['accept', 'reject'],
        findings: [
          {
            rule: 'BR-DE-15',
            level: 'error',
            line: null,
            message: 'The reference of the buyer is missing.',
          },
        ],
        lot: null,
        type_name: null,
        content: CONTENT,
      },
    ],
  },
)

const tags = ['Supplier invoices']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the supplier invoice.' }),
})
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

const ListQuery = listQuery(
  {
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words of the number or the seller.' }),
    ),
    status: oneOrMore(STATUSES.join('|'), 'Only this status.'),
    currency: oneOrMore('[A-Z]{3}', 'Only this currency.'),
    issued_from: day('Issued on this day or later.'),
    issued_to: day('Issued on this day or before.'),
    due_to: day('Due on this day or before.'),
  },
  ['created_at', 'issue_date', 'number'],
)
export type SupplierInvoiceQuery = Static<typeof ListQuery>

export const listSupplierInvoices = {
  operationId: 'listSupplierInvoices',
  summary: 'List supplier invoices',
  description: 'Last received first unless you set `sort`.',
  tags,
  querystring: ListQuery,
  response: { 200: pageOf(EntryView) },
}

const file = Type.Unsafe<Uint8Array>({
  type: 'string',
  format: 'binary',
  description: 'The file, at most 5 MiB.',
})

export const receiveSupplierInvoice = {
  operationId: 'receiveSupplierInvoice',
  summary: 'Receive an e-invoice of a supplier',
  description:
    'Takes UBL 2.1 or CII as XML, or a Factur-X or ZUGFeRD PDF. Stores the file unchanged and checks it against the rules of its profile. A file that breaks rules is accepted with `findings`. The same invoice of a file is refused the second time.',
  tags,
  consumes: ['application/xml', 'text/xml', 'application/pdf', 'application/pkcs7-mime'],
  querystring: Type.Object({ attachment: attachmentQuery }, { additionalProperties: false }),
  body: {
    content: {
      'application/xml': { schema: file },
      'text/xml': { schema: file },
      'application/pdf': { schema: file },
      'application/pkcs7-mime': { schema: file },
    },
  },
  response: { 201: SupplierInvoiceView },
}

export const getSupplierInvoice = {
  operationId: 'getSupplierInvoice',
  summary: 'Read a supplier invoice',
  description: 'With the contents of the file and the rules that it breaks.',
  tags,
  params,
  ...reading(SupplierInvoiceView),
}

const binary = { schema: Type.Unsafe({ type: 'string', format: 'binary' }) }

export const getOriginal = {
  operationId: 'downloadSupplierInvoice',
  summary: 'Download the original of a supplier invoice',
  description: 'The unchanged bytes, always as a download.',
  tags,
  params,
  ...reading({
    description: 'The file.',
    content: {
      'application/xml': binary,
      'application/pdf': binary,
      'application/pkcs7-mime': binary,
    },
  }),
}

const rendered = {
  tags,
  params,
  querystring: Type.Object(
    {
      language: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
          maxLength: 35,
          description: 'Language of the labels. Default: that of the settings.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
}

export const getHtml = {
  ...rendered,
  operationId: 'getSupplierInvoiceHtml',
  summary: 'A supplier invoice as HTML',
  description: 'The contents of the file as a plain page without scripts.',
  ...reading({ description: 'HTML.', ...htmlContent }),
}

export const getPdf = {
  ...rendered,
  operationId: 'getSupplierInvoicePdf',
  summary: 'A supplier invoice as PDF',
  description: 'The same page, printed. The paper of the supplier, if any, is the original.',
  ...reading({ description: 'PDF.', ...pdfContent }, [504]),
}

const change = { tags, params, headers: ConditionalHeaders }
const decided = {
  200: SupplierInvoiceView,
}

export const acceptSupplierInvoice = {
  ...change,
  operationId: 'acceptSupplierInvoice',
  summary: 'Accept a supplier invoice',
  description: 'Records that the invoice is correct and will be paid, even if there are findings.',
  response: decided,
}

export const rejectSupplierInvoice = {
  ...change,
  operationId: 'rejectSupplierInvoice',
  summary: 'Reject a supplier invoice',
  description: 'Stores the reason. The supplier gets no message.',
  body: Type.Object(
    {
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
        description: 'The reason for the rejection.',
      }),
    },
    {
      title: 'SupplierInvoiceReject',
      ...closed,
      examples: [{ reason: 'The delivery was incomplete.' }],
    },
  ),
  response: decided,
}

export const paySupplierInvoice = {
  ...change,
  operationId: 'paySupplierInvoice',
  summary: 'Mark a supplier invoice as paid',
  description: 'Records only the day. Billwright does not pay or book the invoice.',
  body: Type.Object(
    { paid_on: day('Default: today.') },
    { title: 'SupplierInvoicePay', ...closed, examples: [{ paid_on: '2026-12-01' }] },
  ),
  response: decided,
}

export const reopenSupplierInvoice = {
  ...change,
  operationId: 'reopenSupplierInvoice',
  summary: 'Undo a decision',
  description: 'An accepted or rejected invoice becomes `new` again, a paid one `accepted`.',
  response: decided,
}

export const deleteSupplierInvoice = {
  ...change,
  operationId: 'deleteSupplierInvoice',
  summary: 'Delete a new supplier invoice',
  description: 'For files received by mistake. Accepted, rejected and paid ones stay.',
  response: { 204: Type.Null({ description: 'Deleted.' }) },
}
