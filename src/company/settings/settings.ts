import type { TaxCategory } from '@billwright/money'
import type { Numbering } from '@billwright/rules/number-pattern'
import type { NumberedKind } from '@billwright/rules/numbering'
import type { PaymentTerms } from '@billwright/rules/payment-terms'
import type { Pain008Format } from '@billwright/sepa/direct-debit'
import type { Rounding } from '@billwright/totals'
import type { CashRounding } from './cash-rounding.ts'
import type { CustomField } from './custom-fields.ts'
import type { AgreedDiscount } from './early-payment.ts'
import type { DefaultText } from './inner/default-texts.ts'
import type { PaymentRoute } from './payment-routing.ts'
import type { TaxPreset } from './tax.ts'
import type { TaxNumber } from './tax-numbers.ts'
import type { Withholding } from './withholdings.ts'

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
  /** For an account without IBAN. */
  readonly number: string | null
  /** The code of its bank: routing number, sort code or the like. */
  readonly bankCode: string | null
  readonly bic: string | null
  readonly bankName: string | null
  /** Creditor identifier of SEPA direct debits (EN 16931 BT-90). */
  readonly creditorId: string | null
  /** The account's second number, for Swiss QR-bills in francs. */
  readonly qrIban: string | null
}

/** SEPA direct debits by file. The account and the creditor identifier are those of `BankAccount`. */
interface DirectDebitSettings {
  /** Null: the holder of the bank account, else the company's name. */
  readonly creditorName: string | null
  /** Calendar days from the notice to the collection. */
  readonly preNotificationDays: number
  /** TARGET days from submitting the file to the collection. */
  readonly submitDays: number
  readonly sequence: 'rcur' | 'frst'
  readonly batchBooking: boolean
  readonly format: Pain008Format
  readonly umlauts: 'auto' | 'expand' | 'strip'
  readonly bookOn: 'statement' | 'due_date'
  /** What customers owe for a returned debit: `none`, the bank's fee (`actual`), or that fee up to this amount in euros. */
  readonly returnFee: string
  /** In euros. A run above it needs the approval of two people; null: never. */
  readonly limit: string | null
}

/** The tax representative in a country where the company is not established (EN 16931 BG-11). */
export interface TaxRepresentative {
  readonly name: string
  readonly taxId: string
  readonly address: Address
}

export { E_INVOICE_PROFILES, type EInvoiceProfile } from '@billwright/einvoice/profiles'

export type { Numbering, NumberReset } from '@billwright/rules/number-pattern'
export type { NumberedKind } from '@billwright/rules/numbering'

/** The numberings, and the kinds of documents that get their numbers from them. */
export const NUMBERINGS = [
  ['invoiceNumbering', 'invoice'],
  ['creditNoteNumbering', 'credit_note'],
  ['quoteNumbering', 'quote'],
  ['deliveryNoteNumbering', 'delivery_note'],
] as const satisfies readonly (readonly [string, NumberedKind])[]

export type { Rounding } from '@billwright/totals'

export interface DefaultTax {
  readonly category: TaxCategory
  /** Percent in millionths: 19 % is `19_000_000n`. */
  readonly rateMicro: bigint
}

/** The company's one settings document. Declared in `fields.ts`. */
export const BANK_AUTO_BOOK = ['off', 'certain'] as const
export type BankAutoBook = (typeof BANK_AUTO_BOOK)[number]

/** References with check digits, which banks carry unchanged; see `printedReference`. */
export const REFERENCE_KINDS = ['rf', 'ogm', 'viite', 'kid', 'ocr', 'bk', 'vs', 'si', 'hr'] as const
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]
/** `none`: documents print their number. */
export const PAYMENT_REFERENCES = ['none', 'auto', ...REFERENCE_KINDS] as const
export type PaymentReference = (typeof PAYMENT_REFERENCES)[number]

/** The earliest day of a collection, unless the notice makes it later. */
export const COLLECT_ON = ['due_date', 'issue'] as const
export type CollectOn = (typeof COLLECT_ON)[number]

/** `template`: the face that the template was made with. */
export const TYPEFACES = ['template', 'instrument_sans', 'source_serif', 'noto_sans'] as const
export type Typeface = (typeof TYPEFACES)[number]
export const LOGO_SIZES = ['small', 'medium', 'large'] as const
export type LogoHeight = (typeof LOGO_SIZES)[number]
/** Left and right change sides in languages that are written from right to left. */
export const LOGO_PLACES = ['left', 'center', 'right'] as const
export type LogoPlace = (typeof LOGO_PLACES)[number]
/** The side of the window of envelopes; `country`: right for companies in Switzerland and Liechtenstein. */
export const ADDRESS_WINDOWS = ['country', 'left', 'right'] as const
export type AddressWindow = (typeof ADDRESS_WINDOWS)[number]

export const VIES_CHECKS = ['off', 'manual', 'on_issue'] as const
export type ViesCheck = (typeof VIES_CHECKS)[number]

interface Letterhead {
  readonly logoSize: LogoHeight
  readonly logoPlace: LogoPlace
}

export interface Settings {
  readonly version: number
  readonly updatedAt: string
  readonly templateId: string
  /** SHA-256 (hex) of the picture in `logos`, which stores each picture once. */
  readonly logoId: string | null
  /** `#rrggbb`. */
  readonly accentColor: string
  readonly typeface: Typeface
  readonly letterhead: Letterhead
  readonly addressWindow: AddressWindow
  /** Whether documents greet their reader. */
  readonly greeting: boolean
  readonly companyName: string
  readonly companyContact: string | null
  readonly companyEmail: string | null
  readonly companyPhone: string | null
  readonly companyWebsite: string | null
  readonly companyAddress: Address
  /** The trading name, if it differs from the legal name. */
  readonly companyTradingName: string | null
  /**
   * E.g. `Sitz Berlin, Geschäftsführung …`: legally required information on the company (BT-33).
   */
  readonly companyLegalForm: string | null
  /** The VAT number, or a tax number if there is no other. */
  readonly companyTaxId: string | null
  /** The tax number besides a VAT number, e.g. the German Steuernummer. */
  readonly companyTaxNumber: string | null
  /** `RF01` to `RF19`, for Italian e-invoices. */
  readonly companyTaxRegime: string | null
  readonly companyRegistrationId: string | null
  /** ISO 6523 scheme of `companyRegistrationId`, e.g. `0002` for a SIREN. */
  readonly companyRegistrationScheme: string | null
  readonly taxRepresentative: TaxRepresentative | null
  readonly companyEndpoint: Endpoint | null
  readonly bankAccount: BankAccount
  readonly paymentInstructions: string | null
  readonly paymentReference: PaymentReference
  /** UNCL 4461; null: a transfer if there is an account. */
  readonly paymentMeans: string | null
  /** The profile that invoices must satisfy to be issued; null: none. */
  readonly eInvoiceProfile: string | null
  /** ISO 4217. */
  readonly currency: string
  /** BCP 47, e.g. `de` or `en-GB`: the language of new documents. */
  readonly locale: string
  /** IANA, e.g. `Europe/Berlin`: determines "today". */
  readonly timeZone: string
  /** `short | medium | long`, or `iso` for YYYY-MM-DD. */
  readonly dateFormat: DateFormat
  /** The name of the tax on documents, e.g. `VAT`; null: the word of the document's language. */
  readonly taxLabel: string | null
  readonly defaultTax: DefaultTax
  /** For invoices of late payment charges. */
  readonly chargeTax: ChargeTax
  readonly taxPresets: readonly TaxPreset[]
  readonly pricesIncludeTax: boolean
  readonly rounding: Rounding
  /** When VIES is asked about the VAT numbers of customers. */
  readonly viesCheck: ViesCheck
  readonly paymentTerms: PaymentTerms
  /** Null: the terms are of another kind. */
  readonly paymentTermsDays: number | null
  readonly defaultTerms: string | null
  readonly defaultNotes: string | null
  /** The default texts in other languages. */
  readonly defaultTexts: readonly DefaultText[]
  /** For new invoices, unless the customer has one. */
  readonly customFields: readonly CustomField[]
  /** For new documents, unless the customer has some. */
  readonly earlyPayment: readonly AgreedDiscount[]
  /** Of the amount to pay on new documents, by currency. */
  readonly cashRounding: readonly CashRounding[]
  /** Registrations besides the tax id, which documents print. */
  readonly taxNumbers: readonly TaxNumber[]
  /** For new invoices, unless the customer has its own. */
  readonly withholdings: readonly Withholding[]
  readonly invoiceNumbering: Numbering
  readonly creditNoteNumbering: Numbering
  readonly quoteNumbering: Numbering
  readonly deliveryNoteNumbering: Numbering
  readonly quoteValidDays: number
  readonly quoteTerms: string | null
  /** Whether an answer by the link records the IP address. */
  readonly evidenceKeepAddress: boolean
  readonly lockIssuedInvoices: boolean
  /** Whether issuing an invoice uses the customer's money on account. */
  readonly applyCreditOnIssue: boolean
  /** Whether a share link's page links to other open documents of the customer. */
  readonly shareOtherInvoices: boolean
  /** Sender of messages; a null part is the company's name or e-mail address. */
  readonly mailFrom: { readonly name: string | null; readonly address: string | null }
  readonly mailReplyTo: string | null
  /** Addresses that get a copy of every message, separated by commas. */
  readonly mailBcc: string | null
  readonly mailAttach: MailAttach
  readonly mailLink: boolean
  readonly mailSignature: string | null
  readonly mailAttachmentMaxBytes: number
  readonly mailKeepDays: number
  /** What the service books of bank entries without a person. */
  readonly bankAutoBook: BankAutoBook
  readonly bankFileKeepDays: number
  /** The folder in which other programs put files of banks; null: none. */
  readonly bankFolder: string | null
  /** Days after its end in which an early payment discount may still be meant. */
  readonly discountGraceDays: number
  /** Decimals in the currency of the document. */
  readonly paymentTolerance: string
  readonly feeTolerance: string
  /** Customers may pay a part of an invoice online. */
  readonly allowPartialOnline: boolean
  readonly paymentRouting: readonly PaymentRoute[]
  /** How long a provider's page stays open for a payment. */
  readonly checkoutMinutes: number
  /** Whether customers get a receipt for each payment at a provider. */
  readonly receiptOnPayment: boolean
  /** Decimal. A higher refund at a payment provider needs a person who signed in recently. */
  readonly refundLimit: string | null
  /** Whether customers can agree to automatic payment of recurring invoices. */
  readonly autopay: boolean
  readonly collectOn: CollectOn
  /** Calendar days from the notice to a charge of a card or wallet. */
  readonly noticeDays: number
  /** Days from each failure to the next attempt; empty: a person decides. */
  readonly collectRetries: readonly number[]
  /** Whether a person confirms a mandate before it is used. */
  readonly confirmMandates: boolean
  /** Whether customers can sign a mandate on the page of an invoice. */
  readonly mandateByPage: boolean
  readonly directDebit: DirectDebitSettings
  /** Full years of legal retention after the last invoice. */
  readonly retentionYears: number
  readonly mailPerMinute: number
  readonly mailPerDay: number
  readonly mailPaused: boolean
  readonly automationPaused: boolean
  /** The recipient and the kinds of notices. */
  readonly notify: { readonly email: string | null; readonly on: readonly Notice[] }
  /** `HH:MM`, local: when recurring invoices are created. */
  readonly recurringTime: string
  readonly nonWorkingDays: NonWorkingDays
}

interface ChargeTax {
  readonly category: TaxCategory
  /** Percent, decimal. */
  readonly rate: string
  /** Why no tax is charged; null: the default text. */
  readonly reason: string | null
}

/** The kinds of notices that the company can get by mail, in alphabetical order. */
export const NOTICES = [
  'attention',
  'drafts_waiting',
  'message_failed',
  'payment_received',
  'quote_answered',
] as const
export type Notice = (typeof NOTICES)[number]

/** Days on which nobody works. */
interface NonWorkingDays {
  /** 1 Monday to 7 Sunday, at most six. */
  readonly weekdays: readonly number[]
  readonly dates: readonly string[]
}

/** `auto`: the e-invoice of the customer's profile. */
export type MailEInvoice = 'auto' | 'none'

interface MailAttach {
  readonly pdf: boolean
  readonly eInvoice: MailEInvoice
  readonly files: boolean
}

export type DateFormat = 'short' | 'medium' | 'long' | 'iso'
