import type { TaxCategory } from '../money/tax.ts'

export interface Address {
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly region: string | null
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null
}

/** An electronic address, e.g. on Peppol: an EAS scheme (`0208`, `EM`, …) and the id within it. */
export interface Endpoint {
  readonly scheme: string
  readonly id: string
}

export interface BankAccount {
  readonly holder: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly bankName: string | null
}

export type NumberReset = 'never' | 'yearly' | 'monthly'

/** `pattern` such as `INV-{YYYY}-{SEQ:4}`; see `invoices/numbering.ts`. */
export interface Numbering {
  readonly pattern: string
  readonly reset: NumberReset
}

export type Rounding = 'document' | 'line'

export interface DefaultTax {
  readonly category: TaxCategory
  /** Percent in millionths: 19 % is `19_000_000n`. */
  readonly rateMicro: bigint
}

/** The company's one settings document. Defaults in `settings/defaults.ts`. */
export interface Settings {
  readonly version: number
  readonly updatedAt: string
  readonly templateId: string
  /** SHA-256 (hex) of the stored picture in `logos`; the picture itself is kept once, whoever refers to it. */
  readonly logoId: string | null
  /** `#rrggbb`. */
  readonly accentColor: string
  readonly companyName: string
  readonly companyContact: string | null
  readonly companyEmail: string | null
  readonly companyPhone: string | null
  readonly companyWebsite: string | null
  readonly companyAddress: Address
  readonly companyTaxId: string | null
  readonly companyRegistrationId: string | null
  readonly companyEndpoint: Endpoint | null
  readonly bankAccount: BankAccount
  readonly paymentInstructions: string | null
  /** ISO 4217. */
  readonly currency: string
  /** BCP 47, e.g. `de` or `en-GB`: the language of new documents. */
  readonly locale: string
  /** IANA, e.g. `Europe/Berlin`: what "today" means. */
  readonly timeZone: string
  /** `short | medium | long`, or `iso` for YYYY-MM-DD. */
  readonly dateFormat: DateFormat
  /** What tax is called on documents, e.g. `VAT`; null: the word of the document's language. */
  readonly taxLabel: string | null
  readonly defaultTax: DefaultTax
  readonly pricesIncludeTax: boolean
  readonly rounding: Rounding
  readonly paymentTermsDays: number
  readonly defaultTerms: string | null
  readonly defaultNotes: string | null
  readonly invoiceNumbering: Numbering
  readonly creditNoteNumbering: Numbering
  readonly lockIssuedInvoices: boolean
}

export type DateFormat = 'short' | 'medium' | 'long' | 'iso'
