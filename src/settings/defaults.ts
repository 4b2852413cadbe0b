import type { TaxCategory } from '../money/tax.ts'
import type { DateFormat, NumberReset, Rounding } from './settings.ts'

export const DEFAULT_TEMPLATE_ID = 'minimalist-clean'

/**
 * The settings as they are stored: one flat record, a part of a key after a slash. Only what somebody
 * set is stored, so that keys which a later release adds have their default in old databases too.
 */
export interface Leaves {
  readonly templateId: string
  /** SHA-256 of the picture in `logos`. */
  readonly logo: string | null
  readonly accentColor: string
  readonly companyName: string
  readonly companyContact: string | null
  readonly companyEmail: string | null
  readonly companyPhone: string | null
  readonly companyWebsite: string | null
  readonly 'companyAddress/line1': string | null
  readonly 'companyAddress/line2': string | null
  readonly 'companyAddress/city': string | null
  readonly 'companyAddress/postalCode': string | null
  readonly 'companyAddress/region': string | null
  readonly 'companyAddress/countryCode': string | null
  readonly companyTradingName: string | null
  readonly companyLegalForm: string | null
  readonly companyTaxId: string | null
  readonly companyTaxNumber: string | null
  readonly companyRegistrationId: string | null
  readonly companyRegistrationScheme: string | null
  readonly 'taxRepresentative/name': string | null
  readonly 'taxRepresentative/taxId': string | null
  readonly 'taxRepresentative/line1': string | null
  readonly 'taxRepresentative/line2': string | null
  readonly 'taxRepresentative/city': string | null
  readonly 'taxRepresentative/postalCode': string | null
  readonly 'taxRepresentative/region': string | null
  readonly 'taxRepresentative/countryCode': string | null
  readonly 'companyEndpoint/scheme': string | null
  readonly 'companyEndpoint/id': string | null
  readonly 'bankAccount/holder': string | null
  readonly 'bankAccount/iban': string | null
  readonly 'bankAccount/bic': string | null
  readonly 'bankAccount/bankName': string | null
  readonly 'bankAccount/creditorId': string | null
  readonly 'bankAccount/qrIban': string | null
  readonly paymentInstructions: string | null
  readonly paymentMeans: string | null
  readonly eInvoiceProfile: string | null
  readonly currency: string
  readonly locale: string
  readonly timeZone: string
  readonly dateFormat: DateFormat
  readonly taxLabel: string | null
  readonly 'defaultTax/category': TaxCategory
  /** Percent, a plain decimal. */
  readonly 'defaultTax/rate': string
  readonly pricesIncludeTax: boolean
  readonly rounding: Rounding
  readonly paymentTermsDays: number
  readonly defaultTerms: string | null
  readonly defaultNotes: string | null
  readonly 'invoiceNumbering/pattern': string
  readonly 'invoiceNumbering/reset': NumberReset
  readonly 'creditNoteNumbering/pattern': string
  readonly 'creditNoteNumbering/reset': NumberReset
  readonly lockIssuedInvoices: boolean
}

export type Path = keyof Leaves

/**
 * What holds until somebody sets it. Tax: a company that told us nothing is not known to be registered
 * for VAT, and tax shown without registration is owed all the same. So nothing is charged, under O (outside
 * the scope of VAT), the one category that does not claim a registration: Z, E and S all need a
 * VAT number of the seller (EN 16931 BR-Z-02, BR-E-02, BR-S-02).
 */
export const defaultLeaves = (timeZone: string): Leaves => ({
  templateId: DEFAULT_TEMPLATE_ID,
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
  dateFormat: 'medium',
  taxLabel: null,
  'defaultTax/category': 'O',
  'defaultTax/rate': '0',
  pricesIncludeTax: false,
  rounding: 'document',
  paymentTermsDays: 30,
  defaultTerms: null,
  defaultNotes: null,
  'invoiceNumbering/pattern': 'INV-{YYYY}-{SEQ:4}',
  'invoiceNumbering/reset': 'yearly',
  'creditNoteNumbering/pattern': 'CN-{YYYY}-{SEQ:4}',
  'creditNoteNumbering/reset': 'yearly',
  lockIssuedInvoices: true,
})
