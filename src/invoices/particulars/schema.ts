import { type TSchema, Type } from 'typebox'
import { closed, nullable } from '../../http/shapes.ts'
import { E_INVOICE_PROFILES } from '../../settings/settings.ts'
import { ATTACHMENTS_MAX, ATTRIBUTES_MAX, INVOICE_KINDS, PRECEDING_MAX } from './particulars.ts'

const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))
const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })
const line = (description: string) => optional(text(200, description))
const filled = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) })
const day = Type.String({ format: 'date' })
const code = (pattern: string, description: string) => Type.String({ pattern, description })

const ReferencesInput = Type.Object(
  {
    project: line('Project number.'),
    contract: line('Contract number.'),
    sales_order: line('Your own order number.'),
    despatch: line('Despatch note.'),
    receipt: line('Receiving note.'),
    tender: line('Tender or lot.'),
    object: line('The invoiced object: a meter, a subscription, a phone number.'),
    accounting_code: line("The buyer's cost center or account."),
  },
  { title: 'ReferencesInput', ...closed },
)

const DeliveryInput = Type.Object(
  {
    name: line('Recipient, if different from the buyer.'),
    identifier: optional(Type.Object({ scheme: text(4), id: filled(100) }, closed)),
    address: optional(
      Type.Object(
        {
          line1: line('Street and number.'),
          line2: line('Further line.'),
          city: optional(text(100)),
          postal_code: optional(text(30)),
          region: optional(text(100)),
          country_code: optional(code('^[A-Z]{2}$', 'ISO 3166-1 alpha-2.')),
        },
        closed,
      ),
    ),
  },
  { title: 'DeliveryInput', ...closed },
)

const PaymentInput = Type.Object(
  {
    means: optional(code('^([0-9]{1,2}|ZZZ)$', 'UNCL 4461, e.g. 58 for a SEPA transfer.')),
    reference: optional(text(140, 'Text for the transfer. Default: the invoice number.')),
    mandate: optional(text(100, 'Of a direct debit.')),
    payer_iban: optional(text(60, 'The account debited.')),
    card_last4: optional(code('^[0-9]{4,6}$', 'Last digits of the card used for payment.')),
    card_holder: line('Name of the cardholder.'),
  },
  { title: 'PaymentInstructionsInput', ...closed },
)

const PrecedingInput = Type.Object(
  { number: filled(100), issue_date: optional(day) },
  { title: 'PrecedingInvoiceInput', ...closed },
)

const AttachmentInput = Type.Object(
  {
    reference: filled(100),
    description: optional(text(200)),
    url: optional(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' })),
  },
  { title: 'AttachmentInput', ...closed },
)

/** Fields of an invoice that most leave out; each named one replaces, those with parts merge. */
export const PARTICULARS_INPUT = {
  kind: optional(Type.String({ enum: [...INVOICE_KINDS], description: 'Kind of invoice.' })),
  preceding: optional(
    Type.Array(PrecedingInput, {
      maxItems: PRECEDING_MAX,
      description: 'Invoices that this one corrects or follows.',
    }),
  ),
  tax_point_date: optional(
    Type.String({ format: 'date', description: 'When the tax is due, if not on delivery.' }),
  ),
  tax_in_currency: optional(
    Type.Object(
      {
        currency: code('^[A-Z]{3}$', 'ISO 4217 currency of your books.'),
        amount: Type.String({ maxLength: 40, pattern: '^-?[0-9]{1,13}(\\.[0-9]{1,2})?$' }),
      },
      { ...closed, description: 'Tax in the currency of your books, if it differs.' },
    ),
  ),
  references: optional(ReferencesInput),
  delivery: optional(DeliveryInput),
  payment: optional(PaymentInput),
  attachments: optional(Type.Array(AttachmentInput, { maxItems: ATTACHMENTS_MAX })),
  e_invoice_profile: optional(
    Type.String({
      enum: [...E_INVOICE_PROFILES],
      description:
        'E-invoice profile that must be satisfied before issuing. Default: the customer or settings.',
    }),
  ),
}

export const ITEM_PARTICULARS_INPUT = {
  item_number: optional(text(100, 'Your own item number.')),
  buyer_item_number: optional(text(100, "The buyer's item number.")),
  gtin: optional(code('^([0-9]{8}|[0-9]{12,14})$', 'The number under the barcode.')),
  period_start: optional(day),
  period_end: optional(day),
  note: optional(text(1000)),
  order_line: optional(text(100, "Line of the buyer's order.")),
  accounting_code: optional(text(100, "The buyer's cost center or account.")),
  origin_country: optional(code('^[A-Z]{2}$', 'ISO 3166-1 alpha-2.')),
  classification: optional(
    Type.Object(
      { scheme: filled(20, 'UNTDID 7143, e.g. STI for CPV.'), code: filled(100) },
      closed,
    ),
  ),
  attributes: optional(
    Type.Array(Type.Object({ name: filled(100), value: filled(200) }, closed), {
      maxItems: ATTRIBUTES_MAX,
      description: 'For example color or size.',
    }),
  ),
}

const out = nullable(Type.String())
const IdentifierView = nullable(Type.Object({ scheme: Type.String(), id: Type.String() }))

export const PARTICULARS_VIEW = {
  kind: Type.String({ enum: [...INVOICE_KINDS] }),
  preceding: Type.Array(Type.Object({ number: Type.String(), issue_date: out })),
  tax_point_date: out,
  tax_in_currency: nullable(Type.Object({ currency: Type.String(), amount: Type.String() })),
  references: Type.Object({
    project: out,
    contract: out,
    sales_order: out,
    despatch: out,
    receipt: out,
    tender: out,
    object: out,
    accounting_code: out,
  }),
  delivery: Type.Object({
    name: out,
    identifier: IdentifierView,
    address: Type.Object({
      line1: out,
      line2: out,
      city: out,
      postal_code: out,
      region: out,
      country_code: out,
    }),
  }),
  payment: Type.Object({
    means: out,
    reference: out,
    mandate: out,
    payer_iban: out,
    card_last4: out,
    card_holder: out,
  }),
  attachments: Type.Array(Type.Object({ reference: Type.String(), description: out, url: out })),
  e_invoice_profile: out,
}

export const ITEM_PARTICULARS_VIEW = {
  item_number: out,
  buyer_item_number: out,
  gtin: out,
  period_start: out,
  period_end: out,
  note: out,
  order_line: out,
  accounting_code: out,
  origin_country: out,
  classification: nullable(Type.Object({ scheme: Type.String(), code: Type.String() })),
  attributes: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
}
