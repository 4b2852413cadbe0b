import { formatMicro, parseMicro, TAX_CATEGORIES, type TaxCategory } from '@billwright/money'
import { PATTERN_LENGTH_MAX } from '@billwright/rules/number-pattern'
import { type TNull, type TSchema, type TUnion, Type } from 'typebox'
import type { Field as Entries } from '../../kernel/fields/field.ts'
import type { Rule } from '../../kernel/fields/rules.ts'
import * as rules from '../../kernel/fields/rules.ts'
import { FieldError } from '../../kernel/fields/rules.ts'
import { customFields } from './custom-fields.ts'
import { DEFAULT_TEXTS } from './inner/default-texts.ts'
import {
  type DateFormat,
  E_INVOICE_PROFILES,
  type MailEInvoice,
  NOTICES,
  type Notice,
  type NumberReset,
  type Rounding,
  type Settings,
  VIES_CHECKS,
  type ViesCheck,
} from './settings.ts'
import { TAX_PRESETS } from './tax.ts'

export const DEFAULT_TEMPLATE_ID = 'minimalist-clean'
const DAYS_MAX = 3650
/** Base64 of the largest logo, with its prefix. */
const LOGO_TEXT_MAX = 720_000

/** A setting or a part of one: its default, its schema, and the canonical form of its text. */
interface Field<T> {
  readonly initial: T
  readonly input: TSchema
  readonly rule?: Rule | undefined
  /** For a list, which a request replaces as a whole. */
  readonly entries?: ListField | undefined
}

/** How the entries of a list are read and answered. */
export type ListField = Pick<Entries<string, unknown, TSchema>, 'change' | 'view' | 'output'>

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })
const oneOf = (values: readonly string[], description?: string) =>
  Type.String({ enum: [...values], ...(description === undefined ? {} : { description }) })

const field = <T>(initial: T, input: TSchema, rule?: Rule): Field<T> => ({ initial, input, rule })
/** Without a default. */
const optional = (input: TSchema, rule?: Rule): Field<string | null> => field(null, input, rule)

const listOf = <V>(
  entries: Entries<string, readonly V[], TUnion<[TSchema, TNull]>>,
): Field<readonly V[]> => {
  const [input] = entries.input.anyOf
  return { initial: [], input, entries: entries as ListField }
}

/** The parts of a group, with the group's name and a slash as prefix. */
const group = <G extends keyof Settings, Parts extends Readonly<Record<string, Field<unknown>>>>(
  name: G,
  parts: Parts,
) =>
  Object.fromEntries(
    Object.entries(parts).map(([part, declared]) => [`${name}/${part}`, declared]),
  ) as { readonly [P in keyof Parts & string as `${G}/${P}`]: Parts[P] }

const ADDRESS = {
  line1: optional(text(200)),
  line2: optional(text(200)),
  city: optional(text(100)),
  postalCode: optional(text(30)),
  region: optional(text(100)),
  countryCode: optional(text(2, 'ISO 3166-1 alpha-2.'), rules.country),
}

const numbering = (pattern: string) => ({
  pattern: field(
    pattern,
    text(PATTERN_LENGTH_MAX, 'Contains {YYYY}, {YY}, {MM} and exactly one {SEQ} or {SEQ:n}.'),
  ),
  reset: field<NumberReset>(
    'yearly',
    oneOf(['never', 'yearly', 'monthly'], 'When the series restarts at 1.'),
  ),
})

/** Percent as the shortest plain decimal. */
export function taxRate(text: string): string {
  const micro = parseMicro(text)
  if (micro >= 0n && micro <= 100_000_000n) return formatMicro(micro)
  throw new FieldError('out_of_range', 'Out of range: use a tax rate from 0 to 100 percent.', {
    min: 0,
    max: 100,
  })
}

/**
 * Each setting, declared once. They are stored as one flat record without the
 * defaults, so that old databases have the default of a setting that a later release adds.
 *
 * Tax: by default nothing is charged, under O (outside the scope of VAT). The other untaxed categories
 * claim a registration: Z, E and S need a VAT number (EN 16931 BR-Z-02, BR-E-02, BR-S-02). A seller
 * without registration owes the tax that its invoices show.
 */
export const FIELDS = {
  templateId: field(DEFAULT_TEMPLATE_ID as string, text(64, 'The template of new documents.')),
  /** Stored as SHA-256 of the picture in `logos`. */
  logo: optional(
    text(LOGO_TEXT_MAX, 'A data URL (PNG, JPEG, WebP, SVG; ≤ 512 KB) or an https URL.'),
  ),
  accentColor: field('#1f4e79', text(7, '`#rrggbb`.'), rules.hexColor),
  companyName: field('', text(200)),
  companyContact: optional(text(200)),
  companyEmail: optional(text(254), rules.email),
  companyPhone: optional(text(50)),
  companyWebsite: optional(text(300), rules.website),
  ...group('companyAddress', ADDRESS),
  companyTradingName: optional(text(200, 'Trading name, if different from the legal name.')),
  companyLegalForm: optional(
    text(1000, 'Legally required details: legal form, registered office, directors, capital.'),
  ),
  companyTaxId: optional(text(50, 'VAT number or tax number.')),
  companyTaxNumber: optional(
    text(50, 'Tax number in addition to a VAT number, e.g. the Steuernummer.'),
  ),
  companyTaxRegime: optional(
    Type.String({
      pattern: '^(RF(0[124-9]|1[0-9]))?$',
      description: 'Tax regime of an Italian company, e.g. RF01 (ordinary) or RF19 (flat rate).',
    }),
  ),
  companyRegistrationId: optional(text(100, 'Number in the commercial register.')),
  companyRegistrationScheme: optional(
    Type.String({
      pattern: '^([0-9]{4})?$',
      description: 'Register of that number (ISO 6523), e.g. 0002 for a SIREN.',
    }),
  ),
  ...group('taxRepresentative', {
    name: optional(text(200)),
    taxId: optional(text(50, 'VAT number of the representative.')),
    ...ADDRESS,
  }),
  ...group('companyEndpoint', {
    scheme: optional(text(4, 'EAS code, e.g. 0088 or EM.'), rules.endpointScheme),
    id: optional(text(100)),
  }),
  ...group('bankAccount', {
    // The limit of SEPA transfers and of the Swiss payment part.
    holder: optional(text(70)),
    iban: optional(text(60), rules.iban),
    number: optional(text(60, 'Number of an account without IBAN, e.g. a Bankgiro number.')),
    bankCode: optional(
      text(60, 'Its bank or clearing: routing number, sort code, SE:BANKGIRO or the like.'),
    ),
    bic: optional(text(15), rules.bic),
    bankName: optional(text(200, 'IBAN or other account details.')),
    creditorId: optional(text(35, 'Creditor identifier of SEPA direct debits.')),
    qrIban: optional(text(60, 'For Swiss QR-bills in francs with a QR reference.'), rules.qrIban),
  }),
  paymentInstructions: optional(text(2000, 'Printed with the bank account.')),
  paymentMeans: optional(
    Type.String({
      pattern: '^([0-9]{1,2}|ZZZ)?$',
      description: 'UNCL 4461, e.g. 58. Null: a transfer if there is an account.',
    }),
  ),
  eInvoiceProfile: optional(
    oneOf(E_INVOICE_PROFILES, 'E-invoice profile that invoices must satisfy before issuing.'),
  ),
  currency: field('EUR', text(3, 'ISO 4217.'), rules.currency),
  locale: field('en', text(35, 'BCP 47: the language of new documents.'), rules.language),
  /** The installation determines the default. */
  timeZone: field('UTC', text(60, 'IANA time zone; determines the current date.'), rules.timeZone),
  dateFormat: field<DateFormat>('medium', oneOf(['short', 'medium', 'long', 'iso'])),
  taxLabel: optional(text(40, "Name of the tax. Null: the language's usual word.")),
  ...group('defaultTax', {
    category: field<TaxCategory>('O', oneOf(TAX_CATEGORIES, 'UNCL 5305.')),
    rate: field(
      '0',
      Type.Union([text(40), Type.Number()], { description: 'Percent, e.g. "19".' }),
      taxRate,
    ),
  }),
  ...group('chargeTax', {
    category: field<TaxCategory>('O', oneOf(TAX_CATEGORIES, 'UNCL 5305.')),
    rate: field(
      '0',
      Type.Union([text(40), Type.Number()], { description: 'Percent, e.g. "19".' }),
      taxRate,
    ),
    reason: optional(
      text(200, "Why no tax is charged. Null: the document language's usual words."),
    ),
  }),
  taxPresets: listOf(TAX_PRESETS),
  pricesIncludeTax: field(false, Type.Boolean()),
  rounding: field<Rounding>(
    'document',
    oneOf(['document', 'line'], 'Round tax per rate (EN 16931) or per line.'),
    // The word of older installations for "tax per rate, over the document".
    (text) => (text === 'total' ? 'document' : text),
  ),
  viesCheck: field<ViesCheck>(
    'manual',
    oneOf(VIES_CHECKS, 'When VIES is asked about the VAT numbers of customers.'),
  ),
  paymentTermsDays: field(30, Type.Integer({ minimum: 0, maximum: DAYS_MAX })),
  defaultTerms: optional(text(5000)),
  defaultNotes: optional(text(10_000)),
  defaultTexts: listOf(DEFAULT_TEXTS),
  customFields: listOf(
    customFields(
      'customFields',
      'Lines that new invoices print among the references, unless the customer has its own.',
    ),
  ),
  ...group('invoiceNumbering', numbering('INV-{YYYY}-{SEQ:4}')),
  ...group('creditNoteNumbering', numbering('CN-{YYYY}-{SEQ:4}')),
  ...group('quoteNumbering', numbering('Q-{YYYY}-{SEQ:4}')),
  ...group('deliveryNoteNumbering', numbering('DN-{YYYY}-{SEQ:4}')),
  quoteValidDays: field(
    30,
    Type.Integer({ minimum: 0, maximum: DAYS_MAX, description: 'How long new quotes are valid.' }),
  ),
  quoteTerms: optional(text(5000, 'Terms of new quotes.')),
  evidenceKeepAddress: field(
    true,
    Type.Boolean({ description: 'Whether the answer to a quote records the IP address.' }),
  ),
  lockIssuedInvoices: field(
    true,
    Type.Boolean({ description: 'Whether issued invoices are locked.' }),
  ),
  applyCreditOnIssue: field(
    false,
    Type.Boolean({
      description: "Whether issuing an invoice takes the customer's money on account.",
    }),
  ),
  shareOtherInvoices: field(
    false,
    Type.Boolean({
      description:
        'Whether the page of an invoice lists its credit notes and the other open invoices of the customer that have a link.',
    }),
  ),
  recurringTime: field(
    '06:00',
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'Local time at which recurring invoices are created.',
    }),
  ),
  ...group('nonWorkingDays', {
    weekdays: field<readonly number[]>(
      [],
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        maxItems: 6,
        description: '1: Monday, 7: Sunday.',
      }),
    ),
    dates: field<readonly string[]>(
      [],
      Type.Array(Type.String({ format: 'date' }), { maxItems: 400, description: 'Holidays.' }),
    ),
  }),
  ...group('mailFrom', {
    name: optional(text(200), rules.line),
    address: optional(text(254), rules.email),
  }),
  mailReplyTo: optional(
    text(254, 'Answers to messages go there. Null: to the sender.'),
    rules.email,
  ),
  mailBcc: optional(
    text(800, 'Up to 3 addresses, separated by commas, that get a copy of every message.'),
    rules.emails,
  ),
  ...group('mailAttach', {
    pdf: field(true, Type.Boolean()),
    eInvoice: field<MailEInvoice>(
      'auto',
      oneOf(['auto', 'none'], "`auto`: by the customer's e-invoice profile."),
    ),
    files: field(true, Type.Boolean({ description: 'Files of the document.' })),
  }),
  mailLink: field(true, Type.Boolean({ description: 'Whether messages link to the document.' })),
  mailSignature: optional(text(2000, 'Appears below the text of every message.')),
  mailAttachmentMaxBytes: field(
    10_000_000,
    Type.Integer({ minimum: 100_000, maximum: 25_000_000 }),
  ),
  mailKeepDays: field(
    0,
    Type.Integer({
      minimum: 0,
      maximum: DAYS_MAX,
      description: 'How long the bytes of sent messages are kept; 0: forever.',
    }),
  ),
  retentionYears: field(
    10,
    Type.Integer({
      minimum: 0,
      maximum: 30,
      description:
        'Full years for which documents must be kept after the last invoice. Until then you must export the company before you delete it.',
    }),
  ),
  mailPerMinute: field(
    30,
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Messages a minute.' }),
  ),
  mailPerDay: field(
    1000,
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Messages a day.' }),
  ),
  ...group('notify', {
    email: optional(
      text(800, 'Up to 3 addresses, separated by commas. Null: no notices.'),
      rules.emails,
    ),
    on: field<readonly Notice[]>(
      [...NOTICES],
      Type.Array(Type.Enum([...NOTICES]), { maxItems: NOTICES.length, uniqueItems: true }),
    ),
  }),
  mailPaused: field(false, Type.Boolean({ description: '`true`: no message leaves.' })),
  automationPaused: field(
    false,
    Type.Boolean({
      description:
        '`true`: nothing is created or sent automatically until you resume, e.g. after a restored backup.',
    }),
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
