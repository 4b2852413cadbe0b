import { CLASSIFICATION_SCHEMES } from '@billwright/einvoice/item-codes'
import { CASH_STEPS } from '@billwright/rules/cash-rounding'
import { type TBoolean, type TOptional, type TSchema, Type } from 'typebox'
import { customFields } from '../../company/settings/custom-fields.ts'
import { earlyPayment } from '../../company/settings/early-payment.ts'
import { E_INVOICE_PROFILES } from '../../company/settings/settings.ts'
import { withholdings } from '../../company/settings/withholdings.ts'
import { externalIds } from '../../core/external-ids/field.ts'
import type { OnFault } from '../../kernel/errors.ts'
import { duration } from '../../kernel/fields/durations.ts'
import {
  change,
  choice,
  choiceOr,
  code,
  compound,
  day,
  emptyOf,
  type Field,
  type Fields,
  flag,
  group,
  link,
  list,
  microInJson,
  pairs,
  required,
  store,
  text,
  type Values,
  view,
  type Wired,
} from '../../kernel/fields/field.ts'
import { paymentTerms } from '../../kernel/fields/payment-terms.ts'
import * as rules from '../../kernel/fields/rules.ts'
import { FieldError, type Rule } from '../../kernel/fields/rules.ts'
import { nullable } from '../../kernel/fields/shapes.ts'
import { METADATA_PAIRS_MAX } from '../customers/fields.ts'

/* Each input field of an invoice, declared once. Fields with amounts are handled separately. */

interface Traits {
  /** Printed on documents and shown on the public page. */
  readonly isPublic: boolean
  /** Locked when the invoice is issued. */
  readonly isLocked: boolean
  /** Copied to a duplicate and a credit note, or to a duplicate only. */
  readonly copied: 'always' | 'duplicate' | 'never'
}
type Declared = Readonly<Record<string, Field<string, unknown, TSchema> & Traits>>

const PRINTED = { isPublic: true, isLocked: true } as const
const LOCKED = { isPublic: false, isLocked: true } as const
const OPEN = { isPublic: false, isLocked: false } as const

const languageTag: Rule = (tag) => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    const message = 'Unknown language: use a BCP 47 tag such as de or en-GB.'
    throw new FieldError('wrong_format', message, { reason: 'language' })
  }
}

/** A flag that counts as empty when it is off. */
const mark = <W extends string>(wire: W): Field<W, boolean, TOptional<TBoolean>> => {
  const field = flag(wire)
  return { ...field, input: Type.Optional(field.input), store: (value) => value || undefined }
}

/** Fields with a column, which has the wire name. */
export const FIELDS = {
  issueDate: { ...required(day('issue_date', 'Default: today.')), ...PRINTED, copied: 'never' },
  dueDate: {
    ...day('due_date', 'Default: issue date plus payment terms.'),
    ...PRINTED,
    copied: 'never',
  },
  deliveryDate: { ...day('delivery_date'), ...PRINTED, copied: 'always' },
  periodStart: { ...day('period_start'), ...PRINTED, copied: 'always' },
  periodEnd: { ...day('period_end'), ...PRINTED, copied: 'always' },
  currency: {
    ...required(code('currency', '^[A-Z]{3}$', 'ISO 4217.')),
    ...PRINTED,
    copied: 'always',
  },
  language: {
    ...required(text('language', 35, 'BCP 47.', languageTag), 2),
    ...PRINTED,
    copied: 'always',
  },
  orderReference: {
    ...text('order_reference', 200, "The buyer's order number."),
    ...PRINTED,
    copied: 'always',
  },
  reference: {
    ...text('reference', 200, 'Buyer reference, e.g. a Leitweg-ID.'),
    ...PRINTED,
    copied: 'always',
  },
  pricesIncludeTax: { ...flag('prices_include_tax'), ...PRINTED, copied: 'always' },
  rounding: {
    ...choiceOr(
      'rounding',
      ['document', 'line'],
      'document',
      'Round tax per rate (EN 16931) or per line.',
    ),
    ...LOCKED,
    copied: 'always',
  },
  terms: { ...text('terms', 5000), ...PRINTED, copied: 'duplicate' },
  notes: { ...text('notes', 10_000), ...PRINTED, copied: 'duplicate' },
  depositFor: {
    ...text(
      'deposit_for',
      100,
      'Of a deposit (`kind` prepayment or partial): the quote, or a key of your own. A final invoice deducts the deposits with that key.',
    ),
    ...LOCKED,
    copied: 'never',
  },
  internalNotes: {
    ...text('internal_notes', 10_000, 'Never printed or public.'),
    ...OPEN,
    copied: 'duplicate',
  },
  metadata: { ...pairs('metadata', METADATA_PAIRS_MAX), ...OPEN, copied: 'duplicate' },
} as const satisfies Declared

/** What an invoice is beyond an ordinary one (EN 16931 BT-3, UNCL 1001). */
const INVOICE_KINDS = ['standard', 'corrected', 'prepayment', 'partial', 'self_billed'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export const PRECEDING_MAX = 50
const AMOUNT = '^[0-9]{1,11}(\\.[0-9]{1,2})?$'
export const ATTACHMENTS_MAX = 20

/** UNTDID 4461: SEPA direct debit. */
export const DIRECT_DEBIT = '59'

/** Fields that most invoices leave out, stored together in the JSON of `optional_fields`. */
export const OPTIONAL_FIELDS = {
  kind: {
    ...choiceOr('kind', INVOICE_KINDS, 'standard', 'Kind of invoice.'),
    ...LOCKED,
    copied: 'never',
  },
  // EN 16931 BG-3.
  preceding: {
    ...list(
      'preceding',
      { number: required(text('number', 100)), issueDate: day('issue_date') },
      {
        title: 'PrecedingInvoice',
        maxItems: PRECEDING_MAX,
        description: 'Invoices that this one corrects or follows.',
      },
    ),
    ...LOCKED,
    copied: 'never',
  },
  taxPointDate: {
    ...day('tax_point_date', 'When the tax is due, if not on delivery.'),
    ...LOCKED,
    copied: 'never',
  },
  // EN 16931 BT-6 and BT-111.
  taxInCurrency: {
    ...compound(
      'tax_in_currency',
      {
        currency: required(
          code('currency', '^[A-Z]{3}$', 'ISO 4217 currency of your books.', rules.currency),
        ),
        amount: required(code('amount', '^-?[0-9]{1,13}(\\.[0-9]{1,2})?$')),
      },
      { description: 'Tax in the currency of your books, if it differs.' },
    ),
    ...LOCKED,
    copied: 'never',
  },
  references: {
    ...group(
      'references',
      {
        project: text('project', 200, 'Project number.'),
        contract: text('contract', 200, 'Contract number.'),
        salesOrder: text('sales_order', 200, 'Your own order number.'),
        despatch: text('despatch', 200, 'Despatch note.'),
        receipt: text('receipt', 200, 'Receiving note.'),
        tender: text('tender', 200, 'Tender or lot.'),
        object: text(
          'object',
          200,
          'The invoiced object: a meter, a subscription, a phone number.',
        ),
        accountingCode: text('accounting_code', 200, "The buyer's cost center or account."),
      },
      { title: 'References' },
    ),
    ...LOCKED,
    copied: 'always',
  },
  // EN 16931 BG-13 and BG-15: the place of delivery, if it is not the buyer's address.
  delivery: {
    ...group(
      'delivery',
      {
        name: text('name', 200, 'Recipient, if different from the buyer.'),
        identifier: compound('identifier', {
          scheme: required(text('scheme', 4, undefined, rules.endpointScheme)),
          id: required(text('id', 100)),
        }),
        address: group('address', {
          line1: text('line1', 200, 'Street and number.'),
          line2: text('line2', 200, 'Further line.'),
          city: text('city', 100),
          postalCode: text('postal_code', 30),
          region: text('region', 100),
          countryCode: code('country_code', '^[A-Z]{2}$', 'ISO 3166-1 alpha-2.', rules.country),
        }),
      },
      { title: 'Delivery' },
    ),
    ...LOCKED,
    copied: 'always',
  },
  // EN 16931 BG-16 to BG-19; the account is the seller's.
  payment: {
    ...group(
      'payment',
      {
        means: code('means', '^([0-9]{1,2}|ZZZ)$', 'UNCL 4461, e.g. 58 for a SEPA transfer.'),
        reference: text('reference', 140, 'Text for the transfer. Default: the invoice number.'),
        mandate: text('mandate', 100, 'Of a direct debit.'),
        payerIban: text('payer_iban', 60, 'The account debited.', rules.iban),
        cardLast4: code('card_last4', '^[0-9]{4,6}$', 'Last digits of the card used for payment.'),
        cardHolder: text('card_holder', 200, 'Name of the cardholder.'),
      },
      { title: 'PaymentInstructions' },
    ),
    ...LOCKED,
    copied: 'duplicate',
  },
  // EN 16931 BG-24.
  attachments: {
    ...list(
      'attachments',
      {
        reference: required(text('reference', 100)),
        description: text('description', 200),
        url: link('url'),
      },
      { title: 'Attachment', maxItems: ATTACHMENTS_MAX },
    ),
    ...LOCKED,
    copied: 'duplicate',
  },
  // The fields that only FatturaPA has.
  italy: {
    ...group(
      'italy',
      {
        documentType: code(
          'document_type',
          '^TD(0[12356]|2[0-9])$',
          'TipoDocumento of an invoice, e.g. TD06 or TD24. Default: by `kind`.',
        ),
        stampDuty: code('stamp_duty', AMOUNT, 'Stamp duty paid electronically, e.g. "2.00".'),
        withholding: compound(
          'withholding',
          {
            type: required(code('type', '^RT0[1-6]$', 'RT01: natural person, RT02: company.')),
            rate: required(code('rate', '^[0-9]{1,2}(\\.[0-9]{1,2})?$', 'Percent.')),
            amount: code('amount', AMOUNT, 'Default: the rate on the net of the items.'),
            reason: required(code('reason', '^[A-Z][A-Z0-9]?$', 'Reason for payment, e.g. A.')),
          },
          { description: 'Tax that the buyer keeps and pays for the seller.' },
        ),
      },
      { title: 'Italy' },
    ),
    ...LOCKED,
    copied: 'always',
  },
  // The fields that only FA(3) has.
  poland: {
    ...group(
      'poland',
      { splitPayment: mark('split_payment'), cashAccounting: mark('cash_accounting') },
      {
        title: 'Poland',
        description: 'Split payment mechanism (P_18A), and VAT due when it is paid (P_16).',
      },
    ),
    ...LOCKED,
    copied: 'always',
  },
  earlyPayment: {
    ...earlyPayment(
      'early_payment',
      'Discount for early payment: days ascending, percents descending. Default: those of the customer or the settings.',
    ),
    ...LOCKED,
    copied: 'duplicate',
  },
  paymentTerms: {
    ...paymentTerms(
      'payment_terms',
      'When it is due. They compute `due_date` until you send one. Default: those of the customer or settings, if they are more than a number of days.',
    ),
    ...LOCKED,
    copied: 'duplicate',
  },
  cashRounding: {
    ...choice(
      'cash_rounding',
      CASH_STEPS,
      'The amount to pay is rounded to a multiple of it. Default: the setting for the currency. Null: none.',
    ),
    ...LOCKED,
    copied: 'always',
  },
  withholdings: {
    ...withholdings(
      'withholdings',
      'What the customer keeps and pays to the tax office for you. Default: that of the customer, else of the settings.',
    ),
    ...LOCKED,
    copied: 'always',
  },
  customFields: {
    ...customFields(
      'custom_fields',
      'Lines of your own, printed among the references. Default: those of the customer or settings.',
    ),
    ...PRINTED,
    copied: 'always',
  },
  eInvoiceProfile: {
    ...choice(
      'e_invoice_profile',
      E_INVOICE_PROFILES,
      'E-invoice profile that must be satisfied before issuing. Default: the customer or settings.',
    ),
    ...LOCKED,
    copied: 'always',
  },
  contactId: {
    ...code(
      'contact_id',
      '^cnt_[0-9a-f-]{36}$',
      'Contact of the customer, printed and written to. Default: the default contact.',
    ),
    ...LOCKED,
    copied: 'always',
  },
  deliveryAddressId: {
    ...code(
      'delivery_address_id',
      '^adr_[0-9a-f-]{36}$',
      'Address of the customer that becomes the `delivery`. Default: the default delivery address.',
    ),
    ...LOCKED,
    copied: 'always',
  },
  numberSeries: {
    ...code(
      'number_series',
      '^[A-Za-z0-9-]{1,20}$',
      'Key of the number series that issuing takes the number from. Default: of the customer, else of the settings.',
    ),
    ...LOCKED,
    copied: 'never',
  },
  externalIds: { ...externalIds, ...OPEN, copied: 'never' },
} as const satisfies Declared

/** Wire names of the fields that only invoices have. */
export const INVOICE_ONLY = [
  FIELDS.dueDate.wire,
  OPTIONAL_FIELDS.kind.wire,
  OPTIONAL_FIELDS.preceding.wire,
  FIELDS.depositFor.wire,
  OPTIONAL_FIELDS.taxPointDate.wire,
  OPTIONAL_FIELDS.taxInCurrency.wire,
] as const

/** The fields by which other systems know an invoice or a quote; lists have them, too. */
export const NAMES = {
  externalIds: OPTIONAL_FIELDS.externalIds,
  metadata: FIELDS.metadata,
} as const

/** Of one item. */
export const ATTRIBUTES_MAX = 30

export const classificationScheme: Rule = (given) => {
  const scheme = given.toUpperCase()
  if (CLASSIFICATION_SCHEMES.has(scheme)) return scheme
  throw new FieldError(
    'not_allowed',
    `${given.slice(0, 40)} is not a classification scheme of UNTDID 7143. Use STI for CPV or HS for customs codes.`,
  )
}

const withhold = flag('withhold', 'Whether `withholdings` count it. Default: true.')

/** Fields of an item that are stored together as JSON: its `optional_fields`. */
export const OPTIONAL_ITEM_FIELDS = {
  productId: code(
    'product_id',
    '^prd_[0-9a-f-]{36}$',
    'Product that gives what the request leaves out.',
  ),
  // EN 16931 BT-149.
  priceBaseQuantityMicro: microInJson(
    'price_base_quantity',
    {
      minMicro: 1n,
      maxMicro: 10n ** 15n,
      allowed: 'more than 0 and at most 1000000000',
      params: { above: 0, max: 1_000_000_000 },
    },
    'How many units `unit_price` is for. Null: one.',
  ),
  durationSeconds: duration('duration'),
  itemNumber: text('item_number', 100, 'Your own item number.'),
  buyerItemNumber: text('buyer_item_number', 100, "The buyer's item number."),
  gtin: code('gtin', '^([0-9]{8}|[0-9]{12,14})$', 'The number under the barcode.'),
  periodStart: day('period_start'),
  periodEnd: day('period_end'),
  note: text('note', 1000),
  orderLine: text('order_line', 100, "Line of the buyer's order."),
  accountingCode: text('accounting_code', 100, "The buyer's cost center or account."),
  originCountry: code('origin_country', '^[A-Z]{2}$', 'ISO 3166-1 alpha-2.', rules.country),
  classification: compound('classification', {
    scheme: required(text('scheme', 20, 'UNTDID 7143, e.g. STI for CPV.', classificationScheme)),
    code: required(text('code', 100)),
  }),
  attributes: list(
    'attributes',
    { name: required(text('name', 100)), value: required(text('value', 200)) },
    { maxItems: ATTRIBUTES_MAX, description: 'For example color or size.' },
  ),
  /** Stored as a word, because the hash of a document leaves out what is false. */
  withhold: {
    ...withhold,
    input: nullable(withhold.input),
    empty: true,
    change: (_before: boolean, given: unknown) => given !== false,
    load: (stored: unknown) => stored !== 'no',
    store: (value: boolean) => (value ? undefined : 'no'),
  },
} as const

/** The texts in which placeholders such as {month} are filled in, by wire name, wherever they are. */
export const TEXTS: ReadonlySet<string> = new Set([
  'description',
  'details',
  'note',
  'notes',
  'terms',
  'internal_notes',
  'reason',
  'reference',
  'order_reference',
  'project',
  'contract',
  'sales_order',
  'object',
  'accounting_code',
  'value',
])

export type FieldValues = Values<typeof FIELDS>
export type OptionalValues = Values<typeof OPTIONAL_FIELDS>
export type OptionalItemValues = Values<typeof OPTIONAL_ITEM_FIELDS>

type Declarations = FieldValues & OptionalValues
const DECLARED: Declared = { ...FIELDS, ...OPTIONAL_FIELDS }
const valueIn = (values: Declarations, name: string): unknown => values[name as keyof Declarations]

/** The empty fields of an invoice or an item. */
export const EMPTY: Declarations = { ...emptyOf(FIELDS), ...emptyOf(OPTIONAL_FIELDS) }
export const EMPTY_ITEM: OptionalItemValues = emptyOf(OPTIONAL_ITEM_FIELDS)

type Names<F> = { [K in keyof F]: F[K] extends { isPublic: true } ? K : never }[keyof F]
export type PublicName = Names<typeof FIELDS> | Names<typeof OPTIONAL_FIELDS>
type PublicValues = Pick<Declarations, PublicName>

/** The fields that documents print and the public page shows. */
export const PUBLIC_FIELDS: Fields = Object.fromEntries(
  Object.entries(DECLARED).filter(([, { isPublic }]) => isPublic),
)
export const PUBLIC_NAMES = Object.keys(PUBLIC_FIELDS) as readonly PublicName[]

export const publicView = (values: PublicValues): Wired => view(PUBLIC_FIELDS, values)

export const declaredView = (values: Declarations): Wired => ({
  ...view(FIELDS, values),
  ...view(OPTIONAL_FIELDS, values),
})

/** For revisions: an optional field without its empty parts. */
export const declaredRecord = (values: Declarations): Wired => {
  const said = store(OPTIONAL_FIELDS, values) ?? {}
  const optional = Object.values(OPTIONAL_FIELDS).map(({ wire }) => [wire, said[wire] ?? null])
  return { ...view(FIELDS, values), ...Object.fromEntries(optional) }
}

/** The fields after a request. */
export const changeDeclared = (
  before: Declarations,
  given: object,
  onFault: OnFault,
): Declarations => ({
  ...change(FIELDS, { before, given, at: '', onFault }),
  ...change(OPTIONAL_FIELDS, { before, given, at: '', onFault }),
})

/** The fields that a duplicate or a credit note copies. */
export const copiedInto = (
  target: 'duplicate' | 'credit note',
  source: Declarations,
): Declarations => {
  const isCopied = ({ copied }: Traits) =>
    copied === 'always' || (copied === 'duplicate' && target === 'duplicate')
  const left = Object.entries(DECLARED).filter(([, field]) => !isCopied(field))
  const all = Object.keys(DECLARED).map((name) => [name, valueIn(source, name)] as const)
  return Object.fromEntries([...all, ...left.map(([name, { empty }]) => [name, empty])])
}

/** The fields that issuing does not lock. */
export const openValues = (values: Declarations): Partial<Declarations> =>
  Object.fromEntries(
    Object.entries(DECLARED)
      .filter(([, { isLocked }]) => !isLocked)
      .map(([name]) => [name, valueIn(values, name)]),
  )

/** The locked fields, by wire name. */
export const lockedValues = (values: Declarations): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(DECLARED)
      .filter(([, { isLocked }]) => isLocked)
      .map(([name, { wire }]) => [wire, valueIn(values, name)]),
  )
