import type { TaxCategory } from '../money/tax.ts'
import type { DateFormat, NumberReset, Rounding } from './settings.ts'

export const DEFAULT_TEMPLATE_ID = 'minimalist-clean'

/**
 * The settings as they are stored: one flat record, a part of a key after a slash. Only what somebody
 * set is stored, so that keys which a later release adds have their default in old databases too.
 */
export type Leaves = {
  readonly [P in Path]: Defaults[P] extends null ? string | null : Defaults[P]
}
export type Path = keyof Defaults
type Defaults = ReturnType<typeof defaultLeaves>

/**
 * What holds until somebody sets it. Tax: a company that told us nothing is not known to be registered
 * for VAT, and tax shown without registration is owed all the same. So nothing is charged, under O (outside
 * the scope of VAT), the one category that does not claim a registration: Z, E and S all need a
 * VAT number of the seller (EN 16931 BR-Z-02, BR-E-02, BR-S-02).
 */
export const defaultLeaves = (timeZone: string) => ({
  templateId: DEFAULT_TEMPLATE_ID,
  /** SHA-256 of the picture in `logos`. */
  logo: null,
  accentColor: '#1f4e79',
  companyName: '',
  companyContact: null,
  companyEmail: null,
  companyPhone: null,
  companyWebsite: null,
  'companyAddress/line1': null,
  'companyAddress/line2': null,
  'companyAddress/city': null,
  'companyAddress/postalCode': null,
  'companyAddress/region': null,
  'companyAddress/countryCode': null,
  companyTradingName: null,
  companyLegalForm: null,
  companyTaxId: null,
  companyTaxNumber: null,
  companyRegistrationId: null,
  companyRegistrationScheme: null,
  'taxRepresentative/name': null,
  'taxRepresentative/taxId': null,
  'taxRepresentative/line1': null,
  'taxRepresentative/line2': null,
  'taxRepresentative/city': null,
  'taxRepresentative/postalCode': null,
  'taxRepresentative/region': null,
  'taxRepresentative/countryCode': null,
  'companyEndpoint/scheme': null,
  'companyEndpoint/id': null,
  'bankAccount/holder': null,
  'bankAccount/iban': null,
  'bankAccount/bic': null,
  'bankAccount/bankName': null,
  'bankAccount/creditorId': null,
  'bankAccount/qrIban': null,
  paymentInstructions: null,
  paymentMeans: null,
  eInvoiceProfile: null,
  currency: 'EUR',
  locale: 'en',
  timeZone,
  dateFormat: 'medium' as DateFormat,
  taxLabel: null,
  'defaultTax/category': 'O' as TaxCategory,
  /** Percent, a plain decimal. */
  'defaultTax/rate': '0',
  pricesIncludeTax: false,
  rounding: 'document' as Rounding,
  paymentTermsDays: 30,
  defaultTerms: null,
  defaultNotes: null,
  'invoiceNumbering/pattern': 'INV-{YYYY}-{SEQ:4}',
  'invoiceNumbering/reset': 'yearly' as NumberReset,
  'creditNoteNumbering/pattern': 'CN-{YYYY}-{SEQ:4}',
  'creditNoteNumbering/reset': 'yearly' as NumberReset,
  lockIssuedInvoices: true,
})

const PATHS = Object.keys(defaultLeaves('UTC')) as readonly Path[]
const BY_KEY = Map.groupBy(PATHS, (path) => path.split('/', 1)[0])

/** The paths of a key's parts. */
export const pathsOf = (key: string): readonly Path[] => BY_KEY.get(key) ?? []

type PartsOf<G extends string> = {
  readonly [P in Path as P extends `${G}/${infer Part}` ? Part : never]: Leaves[P]
}

/** The parts of a key, by their names. */
export const partsOf = <G extends string>(leaves: Leaves, key: G): PartsOf<G> =>
  Object.fromEntries(
    pathsOf(key).map((path) => [path.slice(key.length + 1), leaves[path]]),
  ) as PartsOf<G>

const SINGLE = PATHS.filter((path) => !path.includes('/'))

/** The keys without parts. */
export const singleOf = (leaves: Leaves): Omit<Leaves, `${string}/${string}`> =>
  Object.fromEntries(SINGLE.map((path) => [path, leaves[path]])) as Leaves
