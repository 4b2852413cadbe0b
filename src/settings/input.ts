import { type TSchema, Type } from 'typebox'
import { nullable } from '../http/shapes.ts'
import { TAX_CATEGORIES } from '../money/tax.ts'
import { OLDER_NAMES, snakeCase } from './aliases.ts'
import { PATTERN_LENGTH_MAX } from './numbering-pattern.ts'
import { E_INVOICE_PROFILES } from './settings.ts'

const DAYS_MAX = 3650
/** Base64 of the largest logo and the words before it. */
const LOGO_TEXT_MAX = 720_000

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })
const oneOf = (values: readonly string[], description?: string) =>
  Type.String({ enum: [...values], ...(description === undefined ? {} : { description }) })

/** The parts of the keys that have parts, and every other key, with what they take. */
const ADDRESS = {
  line1: text(200),
  line2: text(200),
  city: text(100),
  postalCode: text(30),
  region: text(100),
  countryCode: text(2, 'ISO 3166-1 alpha-2.'),
}
const ENDPOINT = { scheme: text(4, 'EAS code, e.g. 0088 or EM.'), id: text(100) }
const BANK_ACCOUNT = {
  holder: text(140),
  iban: text(60),
  bic: text(15),
  bankName: text(200, 'IBAN or other account details.'),
  creditorId: text(35, 'Creditor identifier of SEPA direct debits.'),
  qrIban: text(60, 'For Swiss QR-bills in francs with a QR reference.'),
}
const REPRESENTATIVE = { name: text(200), taxId: text(50, 'Their VAT number.'), ...ADDRESS }
const PROFILE = oneOf(
  E_INVOICE_PROFILES,
  'E-invoice profile that invoices must satisfy before issuing.',
)
const CATEGORY = oneOf(TAX_CATEGORIES, 'UNCL 5305.')
const NUMBERING = {
  pattern: text(
    PATTERN_LENGTH_MAX,
    'Contains {YYYY}, {YY}, {MM} and exactly one {SEQ} or {SEQ:n}.',
  ),
  reset: oneOf(['never', 'yearly', 'monthly'], 'When the series restarts at 1.'),
}
const RATE_INPUT = Type.Union([text(40), Type.Number()], { description: 'Percent, e.g. "19".' })
const TAX_INPUT = { category: CATEGORY, rate: RATE_INPUT }

const SINGLE = {
  templateId: text(64, 'The template of new documents.'),
  logo: text(LOGO_TEXT_MAX, 'A data URL (PNG, JPEG, WebP, SVG; ≤ 512 KB) or an https URL.'),
  accentColor: text(7, '`#rrggbb`.'),
  companyName: text(200),
  companyContact: text(200),
  companyEmail: text(254),
  companyPhone: text(50),
  companyWebsite: text(300),
  companyTradingName: text(200, 'Name you are known by, if different from the legal name.'),
  companyLegalForm: text(
    1000,
    'Legally required details: legal form, registered office, directors, capital.',
  ),
  companyTaxId: text(50, 'VAT number or tax number.'),
  companyTaxNumber: text(50, 'Tax number in addition to a VAT number, e.g. the Steuernummer.'),
  companyRegistrationId: text(100, 'Number in the commercial register.'),
  companyRegistrationScheme: Type.String({
    pattern: '^([0-9]{4})?$',
    description: 'Register of that number (ISO 6523), e.g. 0002 for a SIREN.',
  }),
  paymentInstructions: text(2000, 'Printed with the bank account.'),
  paymentMeans: Type.String({
    pattern: '^([0-9]{1,2}|ZZZ)?$',
    description: 'UNCL 4461, e.g. 58. Null: a transfer if there is an account.',
  }),
  eInvoiceProfile: PROFILE,
  currency: text(3, 'ISO 4217.'),
  locale: text(35, 'BCP 47: the language of new documents.'),
  timeZone: text(60, 'IANA time zone; determines the current date.'),
  dateFormat: oneOf(['short', 'medium', 'long', 'iso']),
  taxLabel: text(40, "Name of the tax. Null: the language's usual word."),
  pricesIncludeTax: Type.Boolean(),
  rounding: oneOf(['document', 'line'], 'Round tax per rate (EN 16931) or per line.'),
  paymentTermsDays: Type.Integer({ minimum: 0, maximum: DAYS_MAX }),
  defaultTerms: text(5000),
  defaultNotes: text(10_000),
  lockIssuedInvoices: Type.Boolean({
    description: 'Whether issued invoices are locked.',
  }),
}

type Properties = Record<string, TSchema>

/** A part may be null, and is taken in both spellings. */
const parts = (properties: Properties, description: string, textLengthMax?: number) =>
  Type.Unsafe<object>({
    // One schema and no union, so that a fault inside is not also reported as "must be a text".
    type: textLengthMax === undefined ? ['object', 'null'] : ['object', 'string', 'null'],
    ...(textLengthMax === undefined ? {} : { maxLength: textLengthMax }),
    properties: bothSpellings(mapValues(properties, nullable)),
    additionalProperties: false,
    description,
  })

const KEYS: Properties = {
  ...mapValues(SINGLE, nullable),
  companyAddress: parts(ADDRESS, 'An object with its parts; formerly lines of text.', 500),
  companyEndpoint: parts(ENDPOINT, 'Electronic address, e.g. on Peppol.'),
  bankAccount: parts(
    BANK_ACCOUNT,
    'An object with its parts; formerly an IBAN or other details as text.',
    200,
  ),
  taxRepresentative: parts(REPRESENTATIVE, 'Represents you for tax in a foreign country.'),
  defaultTax: parts(TAX_INPUT, 'Default of new items.'),
  invoiceNumbering: parts(NUMBERING, 'Numbering of invoices.'),
  creditNoteNumbering: parts(NUMBERING, 'Numbering of credit notes.'),
}

/** Older names that take another form than the key they stand for. */
const OLDER_FORMS: Properties = {
  defaultTaxRate: nullable(RATE_INPUT),
  defaultPricesIncludeTax: nullable(Type.Union([Type.Boolean(), oneOf(['true', 'false'])])),
  defaultRoundingMode: nullable(oneOf(['document', 'total', 'line'])),
  invoiceNumberPattern: nullable(NUMBERING.pattern),
}

const olderKeys = (): Properties =>
  Object.fromEntries(
    Object.entries(OLDER_NAMES).map(([name, target]) => {
      const own = KEYS[target] ?? nullable(ADDRESS[target.split('/')[1] as keyof typeof ADDRESS])
      return [
        name,
        { ...(OLDER_FORMS[name] ?? own), deprecated: true, description: `Older: ${target}.` },
      ]
    }),
  )

export const SettingsInput = Type.Unsafe<object>(
  Type.Object(
    bothSpellings({ ...mapValues(KEYS, Type.Optional), ...mapValues(olderKeys(), Type.Optional) }),
    {
      title: 'SettingsInput',
      additionalProperties: false,
      examples: [
        { companyName: 'Ink & Stone', companyAddress: { city: 'Berlin', countryCode: 'DE' } },
      ],
    },
  ),
)

function mapValues<V, W>(record: Readonly<Record<string, V>>, map: (value: V) => W) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function bothSpellings(properties: Properties): Properties {
  const snake = Object.entries(properties)
    .filter(([name]) => snakeCase(name) !== name)
    .map(([name, schema]) => [
      snakeCase(name),
      Type.Optional({ ...schema, deprecated: true, description: `Same as \`${name}\`.` }),
    ])
  return { ...mapValues(properties, Type.Optional), ...Object.fromEntries(snake) }
}
