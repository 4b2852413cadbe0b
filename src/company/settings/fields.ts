import { TAX_CATEGORIES, type TaxCategory } from '@billwright/money'
import { PATTERN_LENGTH_MAX } from '@billwright/rules/number-pattern'
import type { PaymentTerms } from '@billwright/rules/payment-terms'
import { PAIN_008_FORMATS, type Pain008Format } from '@billwright/sepa/direct-debit'
import { type TSchema, Type } from 'typebox'
import type { Field } from '../../kernel/fields/field.ts'
import * as fields from '../../kernel/fields/field.ts'
import { paymentTerms } from '../../kernel/fields/payment-terms.ts'
import type { Rule } from '../../kernel/fields/rules.ts'
import * as rules from '../../kernel/fields/rules.ts'
import { nullable } from '../../kernel/fields/shapes.ts'
import { CASH_ROUNDING } from './cash-rounding.ts'
import { customFields } from './custom-fields.ts'
import { earlyPayment } from './early-payment.ts'
import { DEFAULT_TEXTS } from './inner/default-texts.ts'
import { PAYMENT_ROUTING } from './payment-routing.ts'
import {
  ADDRESS_WINDOWS,
  type AddressWindow,
  BANK_AUTO_BOOK,
  type BankAutoBook,
  COLLECT_ON,
  type CollectOn,
  type DateFormat,
  E_INVOICE_PROFILES,
  LOGO_PLACES,
  LOGO_SIZES,
  type LogoHeight,
  type LogoPlace,
  type MailEInvoice,
  NOTICES,
  type Notice,
  type NumberReset,
  PAYMENT_REFERENCES,
  type PaymentReference,
  type Rounding,
  type Settings,
  TYPEFACES,
  type Typeface,
  VIES_CHECKS,
  type ViesCheck,
} from './settings.ts'
import { TAX_PRESETS } from './tax.ts'
import { taxNumbers } from './tax-numbers.ts'
import { withholdings } from './withholdings.ts'

export const DEFAULT_TEMPLATE_ID = 'minimalist-clean'
const DAYS_MAX = 3650
const TOLERANCE = '^[0-9]{1,6}(\\.[0-9]{1,3})?$'
/** Base64 of the largest logo, with its prefix. */
const LOGO_TEXT_MAX = 720_000

type AnySetting = Omit<Setting<unknown>, 'view' | 'store' | 'change'>

/** A setting or a part of one, with its default. A null in a request restores the default. */
interface Setting<T> extends Field<string, T | null, TSchema> {
  readonly initial: T
}

function orElse<T>(initial: T, field: Field<string, T | null, TSchema>): Setting<T> {
  return {
    ...field,
    initial,
    input: 'anyOf' in field.input ? field.input : nullable(field.input),
    output: outputOf(initial, field),
    change(before, given, at, onFault) {
      const trimmed = typeof given === 'string' ? given.trim() : given
      return trimmed === '' || trimmed === null ? null : field.change(before, trimmed, at, onFault)
    },
  }
}

function outputOf(initial: unknown, { output }: Field<string, unknown, TSchema>): TSchema {
  if (initial === null) return nullable(Type.String())
  if (typeof initial === 'boolean' || Array.isArray(initial)) return output
  return typeof initial === 'number' ? Type.Integer() : Type.String()
}

/* Without a wire name, because the key is the name in every place. */

/** Without a default. */
const text = (maxLength: number, description?: string, rule?: Rule) =>
  orElse<string | null>(null, fields.text('', maxLength, description, rule))
const textOr = (initial: string, maxLength: number, description?: string, rule?: Rule) =>
  orElse<string>(initial, fields.text('', maxLength, description, rule))
const code = (pattern: string, description: string) =>
  orElse<string | null>(null, fields.code('', pattern, description))
const codeOr = (initial: string, pattern: string, description: string) =>
  orElse<string>(initial, fields.code('', pattern, description))
const choiceOr = <const V extends string>(
  initial: NoInfer<V>,
  words: readonly V[],
  description?: string,
) => orElse<V>(initial, fields.choice('', words, description))
const flagOr = (initial: boolean, description?: string) =>
  orElse<boolean>(initial, fields.flag('', description))
const integerOr = (
  initial: number,
  range: { readonly minimum: number; readonly maximum: number; readonly description?: string },
) => orElse<number>(initial, fields.integer('', range))
/** An empty list is the default. */
const listOf = <V>(entries: Field<string, readonly V[], TSchema>) =>
  orElse<readonly V[]>([], {
    ...(entries as Field<string, readonly V[] | null, TSchema>),
    change(_before, given, at, onFault) {
      const list = entries.change([], given, at, onFault)
      return list.length === 0 ? null : list
    },
  })

export const EARLY_PAYMENT = earlyPayment(
  'earlyPayment',
  'Discounts for early payment that new documents offer, unless the customer has its own.',
)

/** Plain values, also none. */
const valuesOr = <V extends string | number>(
  initial: readonly V[],
  schema: TSchema,
  change = (given: readonly V[]): readonly V[] => given,
) =>
  orElse<readonly V[]>(initial, {
    wire: '',
    kind: 'list',
    input: schema,
    output: schema,
    empty: null,
    change: (_before, given) => change(given as readonly V[]),
    load: (stored) => stored as readonly V[],
    store: (value) => value ?? undefined,
    view: (value) => value,
  })

/** Different values, which are stored in order. */
const setOf = <V extends string | number>(initial: readonly V[], schema: TSchema) =>
  valuesOr(initial, schema, (given) =>
    [...new Set(given)].toSorted((one, other) => (one < other ? -1 : 1)),
  )

const PERCENT = {
  minMicro: 0n,
  maxMicro: 100_000_000n,
  allowed: 'a tax rate from 0 to 100 percent',
  params: { min: 0, max: 100 },
}
const rate = orElse<bigint>(0n, fields.microInJson('', PERCENT, 'Percent, e.g. "19".'))
const category = choiceOr<TaxCategory>('O', TAX_CATEGORIES, 'UNCL 5305.')

/** The parts of a group, with the group's name and a slash as prefix. */
const group = <G extends keyof Settings, Parts extends Readonly<Record<string, AnySetting>>>(
  name: G,
  parts: Parts,
) =>
  Object.fromEntries(
    Object.entries(parts).map(([part, declared]) => [`${name}/${part}`, declared]),
  ) as { readonly [P in keyof Parts & string as `${G}/${P}`]: Parts[P] }

export const PAYMENT_TERMS = paymentTerms(
  'paymentTerms',
  'When new invoices are due. Default: 30 days.',
)
const [TERMS_INPUT] = PAYMENT_TERMS.input.anyOf
const TERMS_OUTPUT = Type.Object(fields.outputOf(PAYMENT_TERMS.parts ?? {}), {
  title: 'PaymentTerms',
})

const ADDRESS = {
  line1: text(200),
  line2: text(200),
  city: text(100),
  postalCode: text(30),
  region: text(100),
  countryCode: text(2, 'ISO 3166-1 alpha-2.', rules.country),
}

const numbering = (pattern: string) => ({
  pattern: textOr(
    pattern,
    PATTERN_LENGTH_MAX,
    'Contains {YYYY}, {YY}, {MM} and exactly one {SEQ} or {SEQ:n}.',
  ),
  reset: choiceOr<NumberReset>(
    'yearly',
    ['never', 'yearly', 'monthly'],
    'When the series restarts at 1.',
  ),
})

/**
 * Each setting, declared once. They are stored as one flat record without the
 * defaults, so that old databases have the default of a setting that a later release adds.
 *
 * Tax: by default nothing is charged, under O (outside the scope of VAT). The other untaxed categories
 * claim a registration: Z, E and S need a VAT number (EN 16931 BR-Z-02, BR-E-02, BR-S-02). A seller
 * without registration owes the tax that its invoices show.
 */
export const FIELDS = {
  templateId: textOr(DEFAULT_TEMPLATE_ID, 64, 'The template of new documents.'),
  /** Stored as SHA-256 of the picture in `logos`. */
  logo: text(LOGO_TEXT_MAX, 'A data URL (PNG, JPEG, WebP, SVG; ≤ 512 KB) or an https URL.'),
  accentColor: textOr('#1f4e79', 7, '`#rrggbb`.', rules.hexColor),
  typeface: choiceOr<Typeface>('template', TYPEFACES, 'The face of documents.'),
  ...group('letterhead', {
    logoSize: choiceOr<LogoHeight>('medium', LOGO_SIZES, 'At most 9, 13 or 18 mm high.'),
    logoPlace: choiceOr<LogoPlace>('left', LOGO_PLACES),
  }),
  addressWindow: choiceOr<AddressWindow>(
    'country',
    ADDRESS_WINDOWS,
    'Side of the window of your envelopes. `country`: right in Switzerland and Liechtenstein, left elsewhere.',
  ),
  greeting: flagOr(true, 'Whether documents begin with a greeting and end with your name.'),
  companyName: textOr('', 200),
  companyContact: text(200),
  companyEmail: text(254, undefined, rules.email),
  companyPhone: text(50),
  companyWebsite: text(300, undefined, rules.website),
  ...group('companyAddress', ADDRESS),
  companyTradingName: text(200, 'Trading name, if different from the legal name.'),
  companyLegalForm: text(
    1000,
    'Legally required details: legal form, registered office, directors, capital.',
  ),
  companyTaxId: text(50, 'VAT number or tax number.'),
  companyTaxNumber: text(50, 'Tax number in addition to a VAT number, e.g. the Steuernummer.'),
  companyTaxRegime: code(
    '^(RF(0[124-9]|1[0-9]))?$',
    'Tax regime of an Italian company, e.g. RF01 (ordinary) or RF19 (flat rate).',
  ),
  companyRegistrationId: text(100, 'Number in the commercial register.'),
  companyRegistrationScheme: code(
    '^([0-9]{4})?$',
    'Register of that number (ISO 6523), e.g. 0002 for a SIREN.',
  ),
  ...group('taxRepresentative', {
    name: text(200),
    taxId: text(50, 'VAT number of the representative.'),
    ...ADDRESS,
  }),
  ...group('companyEndpoint', {
    scheme: text(4, 'EAS code, e.g. 0088 or EM.', rules.endpointScheme),
    id: text(100),
  }),
  ...group('bankAccount', {
    // The limit of SEPA transfers and of the Swiss payment part.
    holder: text(70),
    iban: text(60, undefined, rules.iban),
    number: text(60, 'Number of an account without IBAN, e.g. a Bankgiro number.'),
    bankCode: text(60, 'Its bank or clearing: routing number, sort code, SE:BANKGIRO or the like.'),
    bic: text(15, undefined, rules.bic),
    bankName: text(200, 'IBAN or other account details.'),
    creditorId: text(35, 'Creditor identifier of SEPA direct debits.', rules.creditorId),
    qrIban: text(60, 'For Swiss QR-bills in francs with a QR reference.', rules.qrIban),
  }),
  paymentInstructions: text(2000, 'Printed with the bank account.'),
  paymentReference: choiceOr<PaymentReference>(
    'none',
    PAYMENT_REFERENCES,
    "Reference of a transfer that new invoices print. `auto`: the one of the company's country; `none`: the invoice number.",
  ),
  paymentMeans: code(
    '^([0-9]{1,2}|ZZZ)?$',
    'UNCL 4461, e.g. 58. Null: a transfer if there is an account.',
  ),
  eInvoiceProfile: orElse<string | null>(
    null,
    fields.choice(
      '',
      E_INVOICE_PROFILES,
      'E-invoice profile that invoices must satisfy before issuing.',
    ) as Field<string, string | null, TSchema>,
  ),
  currency: textOr('EUR', 3, 'ISO 4217.', rules.currency),
  locale: textOr('en', 35, 'BCP 47: the language of new documents.', rules.language),
  /** The installation determines the default. */
  timeZone: textOr('UTC', 60, 'IANA time zone; determines the current date.', rules.timeZone),
  dateFormat: choiceOr<DateFormat>('medium', ['short', 'medium', 'long', 'iso']),
  taxLabel: text(40, "Name of the tax. Null: the language's usual word."),
  ...group('defaultTax', {
    category,
    rate,
  }),
  ...group('chargeTax', {
    category,
    rate,
    reason: text(200, "Why no tax is charged. Null: the document language's usual words."),
  }),
  taxPresets: listOf(TAX_PRESETS),
  pricesIncludeTax: flagOr(false),
  rounding: choiceOr<Rounding>(
    'document',
    ['document', 'line'],
    'Round tax per rate (EN 16931) or per line.',
  ),
  viesCheck: choiceOr<ViesCheck>(
    'manual',
    VIES_CHECKS,
    'When VIES is asked about the VAT numbers of customers.',
  ),
  /** Null where `paymentTermsDays` says all of it. */
  paymentTerms: {
    ...orElse<PaymentTerms | null>(null, PAYMENT_TERMS),
    // One schema and no union: older installations send the default terms as a text.
    input: { ...TERMS_INPUT, type: ['object', 'string', 'null'], maxLength: 5000 } as TSchema,
    output: TERMS_OUTPUT,
  },
  paymentTermsDays: {
    ...integerOr(30, {
      minimum: 0,
      maximum: DAYS_MAX,
      description: '`paymentTerms` of the kind `days`; null with another kind.',
    }),
    output: nullable(Type.Integer()),
  },
  defaultTerms: text(5000),
  defaultNotes: text(10_000),
  defaultTexts: listOf(DEFAULT_TEXTS),
  customFields: listOf(
    customFields(
      'customFields',
      'Lines that new invoices print among the references, unless the customer has its own.',
    ),
  ),
  earlyPayment: listOf(EARLY_PAYMENT),
  cashRounding: listOf(CASH_ROUNDING),
  taxNumbers: listOf(taxNumbers('taxNumbers')),
  withholdings: listOf(
    withholdings(
      'withholdings',
      'What customers keep of new invoices and pay to the tax office for you. A customer can have its own.',
    ),
  ),
  ...group('invoiceNumbering', numbering('INV-{YYYY}-{SEQ:4}')),
  ...group('creditNoteNumbering', numbering('CN-{YYYY}-{SEQ:4}')),
  ...group('quoteNumbering', numbering('Q-{YYYY}-{SEQ:4}')),
  ...group('deliveryNoteNumbering', numbering('DN-{YYYY}-{SEQ:4}')),
  quoteValidDays: integerOr(30, {
    minimum: 0,
    maximum: DAYS_MAX,
    description: 'How long new quotes are valid.',
  }),
  quoteTerms: text(5000, 'Terms of new quotes.'),
  evidenceKeepAddress: flagOr(true, 'Whether the answer to a quote records the IP address.'),
  lockIssuedInvoices: flagOr(true, 'Whether issued invoices are locked.'),
  applyCreditOnIssue: flagOr(
    false,
    "Whether issuing an invoice takes the customer's money on account.",
  ),
  shareOtherInvoices: flagOr(
    false,
    'Whether the page of an invoice lists its credit notes and the other open invoices of the customer that have a link.',
  ),
  recurringTime: codeOr(
    '06:00',
    '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'Local time at which recurring invoices are created.',
  ),
  ...group('nonWorkingDays', {
    weekdays: setOf<number>(
      [],
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        maxItems: 6,
        description: '1: Monday, 7: Sunday.',
      }),
    ),
    dates: setOf<string>(
      [],
      Type.Array(Type.String({ format: 'date' }), { maxItems: 400, description: 'Holidays.' }),
    ),
  }),
  ...group('mailFrom', {
    name: text(200, undefined, rules.line),
    address: text(254, undefined, rules.email),
  }),
  mailReplyTo: text(254, 'Answers to messages go there. Null: to the sender.', rules.email),
  mailBcc: text(
    800,
    'Up to 3 addresses, separated by commas, that get a copy of every message.',
    rules.emails,
  ),
  ...group('mailAttach', {
    pdf: flagOr(true),
    eInvoice: choiceOr<MailEInvoice>(
      'auto',
      ['auto', 'none'],
      "`auto`: by the customer's e-invoice profile.",
    ),
    files: flagOr(true, 'Files of the document.'),
  }),
  mailLink: flagOr(true, 'Whether messages link to the document.'),
  mailSignature: text(2000, 'Appears below the text of every message.'),
  mailAttachmentMaxBytes: integerOr(10_000_000, { minimum: 100_000, maximum: 25_000_000 }),
  mailKeepDays: integerOr(0, {
    minimum: 0,
    maximum: DAYS_MAX,
    description: 'How long the bytes of sent messages are kept; 0: forever.',
  }),
  bankAutoBook: choiceOr<BankAutoBook>(
    'off',
    BANK_AUTO_BOOK,
    '`certain`: the service books bank entries whose invoice is certain.',
  ),
  bankFileKeepDays: integerOr(3650, {
    minimum: 365,
    maximum: DAYS_MAX * 3,
    description: 'How long the original files of banks are kept.',
  }),
  bankFolder: code(
    '^([A-Za-z0-9][A-Za-z0-9._-]{0,63}(/[A-Za-z0-9][A-Za-z0-9._-]{0,63}){0,3})?$',
    'Folder from which the service takes files of banks, below the one that the operator allows. Null: none.',
  ),
  discountGraceDays: integerOr(3, {
    minimum: 0,
    maximum: 60,
    description: 'Days after its end in which an early payment discount is still proposed.',
  }),
  paymentTolerance: codeOr(
    '0',
    TOLERANCE,
    'A payment that is short by at most this amount is proposed with a write-off.',
  ),
  feeTolerance: codeOr(
    '0',
    TOLERANCE,
    'A payment that is short by at most this amount is proposed with a bank fee.',
  ),
  allowPartialOnline: flagOr(false, '`true`: customers may pay a part of an invoice online.'),
  paymentRouting: listOf(PAYMENT_ROUTING),
  checkoutMinutes: integerOr(60, {
    minimum: 30,
    maximum: 1440,
    description:
      "How long a provider's page stays open for a payment, where the provider lets you choose.",
  }),
  receiptOnPayment: flagOr(
    true,
    'Whether customers get a receipt by mail for each payment at a provider.',
  ),
  refundLimit: code(
    '^[0-9]{1,11}(\\.[0-9]{1,3})?$',
    'Above this amount only a person who signed in within 15 minutes may refund a payment at a provider. Null: no limit.',
  ),
  autopay: flagOr(
    false,
    'Whether customers can agree, on the page of a recurring invoice, that their next ones are paid automatically.',
  ),
  collectOn: choiceOr<CollectOn>(
    'due_date',
    COLLECT_ON,
    'The earliest day of a collection: the due date, or the day of issue. The notice can make it later.',
  ),
  noticeDays: integerOr(3, {
    minimum: 1,
    maximum: 60,
    description:
      'Days between the notice and the charge of a card or wallet. Of debits: `directDebit.preNotificationDays`.',
  }),
  collectRetries: valuesOr<number>(
    [3, 5, 7],
    Type.Array(Type.Integer({ minimum: 1, maximum: 30 }), {
      maxItems: 3,
      description:
        'Days from each failure to the next attempt. There are at most four attempts in 35 days. Empty: a person decides.',
    }),
  ),
  confirmMandates: flagOr(
    true,
    'Whether a person must confirm a mandate with its evidence before it is used.',
  ),
  mandateByPage: flagOr(
    false,
    'Whether customers can sign a mandate on the page of an invoice. Your bank must accept mandates without a signature on paper.',
  ),
  ...group('directDebit', {
    creditorName: text(70, "Default: the holder of the bank account, else the company's name."),
    preNotificationDays: integerOr(14, {
      minimum: 1,
      maximum: 60,
      description: 'Days between the notice and the collection, unless the mandate says fewer.',
    }),
    submitDays: integerOr(2, {
      minimum: 1,
      maximum: 10,
      description: 'TARGET days that your bank needs before the collection.',
    }),
    sequence: choiceOr<'rcur' | 'frst'>(
      'rcur',
      ['rcur', 'frst'],
      'How the first collection of a mandate is marked.',
    ),
    batchBooking: flagOr(true, 'Whether the bank books the collections of a day as one entry.'),
    format: choiceOr<Pain008Format>('pain.008.001.08', PAIN_008_FORMATS),
    umlauts: choiceOr<'auto' | 'expand' | 'strip'>(
      'auto',
      ['auto', 'expand', 'strip'],
      'How ä is written: `expand` as ae, `strip` as a. `auto`: by the country of the account.',
    ),
    bookOn: choiceOr<'statement' | 'due_date'>(
      'statement',
      ['statement', 'due_date'],
      'When a collection is booked: once a bank statement shows it, or two TARGET days after its day.',
    ),
    returnFee: codeOr(
      'none',
      '^(none|actual|[0-9]{1,6}(\\.[0-9]{1,2})?)$',
      "What the customer owes for a returned debit: `none`, the bank's fee (`actual`), or at most this amount of it.",
    ),
    limit: code(
      '^[0-9]{1,11}(\\.[0-9]{1,2})?$',
      'In euros. Above it, two people must approve a run. Null: one person is enough.',
    ),
  }),
  retentionYears: integerOr(10, {
    minimum: 0,
    maximum: 30,
    description:
      'Full years for which documents must be kept after the last invoice. Until then you must export the company before you delete it.',
  }),
  mailPerMinute: integerOr(30, { minimum: 1, maximum: 1000, description: 'Messages a minute.' }),
  mailPerDay: integerOr(1000, { minimum: 1, maximum: 1_000_000, description: 'Messages a day.' }),
  ...group('notify', {
    email: text(800, 'Up to 3 addresses, separated by commas. Null: no notices.', rules.emails),
    on: setOf<Notice>(
      [...NOTICES],
      Type.Array(Type.Enum([...NOTICES]), { maxItems: NOTICES.length, uniqueItems: true }),
    ),
  }),
  mailPaused: flagOr(false, '`true`: no message leaves.'),
  automationPaused: flagOr(
    false,
    '`true`: nothing is created or sent automatically until you resume, e.g. after a restored backup.',
  ),
}

/** The stored settings: the part of a group follows a slash. */
export type Leaves = { readonly [P in Path]: (typeof FIELDS)[P]['initial'] }
export type Path = keyof typeof FIELDS
/** A key with parts, e.g. `companyAddress`. */
export type Group = Path extends infer P ? (P extends `${infer G}/${string}` ? G : never) : never

interface GroupTraits {
  readonly description: string
  /** Older installations send the group as a text. */
  readonly textLengthMax?: number
  /** Parts without which the group is null. */
  readonly needs?: readonly string[]
}

export const GROUPS: Readonly<Record<Group, GroupTraits>> = {
  letterhead: { description: 'How documents print the logo.' },
  companyAddress: {
    description: 'An object with its parts; formerly lines of text.',
    textLengthMax: 500,
  },
  companyEndpoint: {
    description: 'Electronic address, e.g. on Peppol.',
    needs: ['scheme', 'id'],
  },
  bankAccount: {
    description: 'An object with its parts; formerly an IBAN or other details as text.',
    textLengthMax: 200,
  },
  taxRepresentative: {
    description: 'Represents you for tax in a foreign country.',
    needs: ['name', 'taxId'],
  },
  defaultTax: { description: 'Default of new items.' },
  chargeTax: { description: 'Tax of invoices for late payment charges.' },
  invoiceNumbering: { description: 'Numbering of invoices.' },
  creditNoteNumbering: { description: 'Numbering of credit notes.' },
  quoteNumbering: { description: 'Numbering of quotes.' },
  deliveryNoteNumbering: { description: 'Numbering of delivery notes.' },
  nonWorkingDays: {
    description: 'Days off: no reminder is sent, and recurring invoices can avoid them.',
  },
  notify: {
    description: 'Notices to yourself by mail: collected, at most every 15 minutes.',
  },
  mailFrom: {
    description: 'Sender of messages. Default: the name and e-mail of the company.',
  },
  mailAttach: { description: 'Attachments of messages about documents.' },
  directDebit: {
    description:
      'SEPA direct debits by file. They use the IBAN, BIC and creditor identifier of `bankAccount`.',
  },
}

const PATHS = Object.keys(FIELDS) as readonly Path[]
const BY_KEY = Map.groupBy(PATHS, (path) => path.split('/', 1)[0] ?? '')

/** Every key of the settings, in the order of the declarations. */
export const KEYS = [...BY_KEY.keys()]

/** The paths of a key's parts. */
export const pathsOf = (key: string): readonly Path[] => BY_KEY.get(key) ?? []

export const isGroup = (key: string): key is Group => Object.hasOwn(GROUPS, key)

/** A value for each part of a group, by name. */
export const mapParts = <V>(key: Group, toValue: (path: Path, part: string) => V) =>
  Object.fromEntries(namesOf(key).map(([part, path]) => [part, toValue(path, part)] as const))

export const defaultLeaves = (timeZone: string): Leaves => ({
  ...(Object.fromEntries(PATHS.map((path) => [path, FIELDS[path].initial])) as Leaves),
  timeZone,
})

type PartsOf<G extends string> = {
  readonly [P in Path as P extends `${G}/${infer Part}` ? Part : never]: Leaves[P]
}

const namesOf = (key: string) =>
  pathsOf(key).map((path) => [path.slice(key.length + 1), path] as const)
const PARTS = new Map(KEYS.map((key) => [key, namesOf(key)]))

/** The parts of a key, by their names. */
export const partsOf = <G extends Group>(leaves: Leaves, key: G): PartsOf<G> =>
  picked(leaves, PARTS.get(key) ?? []) as PartsOf<G>

const SINGLE = PATHS.filter((path) => !path.includes('/')).map((path) => [path, path] as const)

/** The keys without parts. */
export const singleOf = (leaves: Leaves): Omit<Leaves, `${string}/${string}`> =>
  picked(leaves, SINGLE) as Leaves

/** A loop, because every request passes through here. */
function picked(leaves: Leaves, names: readonly (readonly [name: string, path: Path])[]): object {
  const result: Record<string, unknown> = {}
  for (const [name, path] of names) result[name] = leaves[path]
  return result
}
