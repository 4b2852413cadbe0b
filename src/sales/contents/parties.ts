import {
  ADDRESS_WINDOWS,
  LOGO_PLACES,
  LOGO_SIZES,
  REFERENCE_KINDS,
  type Settings,
  TYPEFACES,
} from '../../company/settings/settings.ts'
import { taxNumbers } from '../../company/settings/tax-numbers.ts'
import { address } from '../../kernel/fields/address.ts'
import {
  choice,
  choiceOr,
  compound,
  group,
  load,
  required,
  store,
  text,
  type Values,
} from '../../kernel/fields/field.ts'
import { contactOf } from '../customers/contacts/book.ts'
import type { Customer } from '../customers/customer.ts'
import { COPIED_FIELDS } from '../customers/fields.ts'
import { referenceKindOf } from './payment-reference.ts'

/* Seller and buyer as printed; the copies are fixed when the invoice is issued. */

const IDENTIFIER = { scheme: required(text('scheme', 4)), id: required(text('id', 100)) }

const PUBLIC_ACCOUNT = {
  holder: text('holder', 200),
  iban: text('iban', 60),
  number: text('number', 60),
  bankCode: text('bank_code', 60),
  bic: text('bic', 11),
  bankName: text('bank_name', 200),
  qrIban: text('qr_iban', 60),
}
/** With the creditor identifier of SEPA direct debits (EN 16931 BT-90). */
const ACCOUNT = { ...PUBLIC_ACCOUNT, creditorId: text('creditor_id', 35) }

/** The seller's fields on the public page. */
export const PUBLIC_SELLER_FIELDS = {
  name: required(text('name', 200)),
  contactName: text('contact_name', 200),
  email: text('email', 254),
  phone: text('phone', 50),
  website: text('website', 200),
  address,
  taxId: text('tax_id', 50),
  taxNumbers: taxNumbers('tax_numbers'),
  registrationId: text('registration_id', 100),
  bankAccount: group('bank_account', PUBLIC_ACCOUNT),
  paymentInstructions: text('payment_instructions', 2000),
}

export const SELLER_FIELDS = {
  ...PUBLIC_SELLER_FIELDS,
  bankAccount: group('bank_account', ACCOUNT),
  endpoint: compound('endpoint', IDENTIFIER),
  tradingName: text('trading_name', 200),
  taxNumber: text('tax_number', 50),
  registrationScheme: text('registration_scheme', 4),
  legalForm: text('legal_form', 1000),
  taxRegime: text('tax_regime', 4),
  taxRepresentative: compound('tax_representative', {
    name: required(text('name', 200)),
    taxId: required(text('tax_id', 50)),
    address,
  }),
}

/** Other settings that a document prints. */
const STYLE_FIELDS = {
  logoId: text('logo_id', 64),
  accentColor: required(text('accent_color', 7)),
  typeface: choiceOr('typeface', TYPEFACES, 'template'),
  logoSize: choiceOr('logo_size', LOGO_SIZES, 'medium'),
  logoPlace: choiceOr('logo_place', LOGO_PLACES, 'left'),
  addressWindow: choiceOr('address_window', ADDRESS_WINDOWS, 'country'),
  greeting: choiceOr('greeting', ['on', 'off'], 'on'),
  dateFormat: choiceOr('date_format', ['short', 'medium', 'long', 'iso'], 'medium'),
  taxLabel: text('tax_label', 20),
  paymentMeans: text('payment_means', 3),
  paymentReference: choice('payment_reference', REFERENCE_KINDS),
}

export const STORED_SELLER_FIELDS = { ...SELLER_FIELDS, ...STYLE_FIELDS }
export type Seller = Values<typeof STORED_SELLER_FIELDS>

const { name, contactName, taxId } = COPIED_FIELDS

/** The customer's own fields on the public page. */
export const PUBLIC_BUYER_FIELDS = { name, contactName, address, taxId }

export const BUYER_FIELDS = { ...PUBLIC_BUYER_FIELDS, ...COPIED_FIELDS }
export type Buyer = Values<typeof BUYER_FIELDS>

/** The seller from the current settings. */
export const toSeller = (settings: Settings): Seller => ({
  name: settings.companyName,
  contactName: settings.companyContact,
  email: settings.companyEmail,
  phone: settings.companyPhone,
  website: settings.companyWebsite,
  address: settings.companyAddress,
  taxId: settings.companyTaxId,
  taxNumbers: settings.taxNumbers,
  registrationId: settings.companyRegistrationId,
  endpoint: settings.companyEndpoint,
  bankAccount: settings.bankAccount,
  paymentInstructions: settings.paymentInstructions,
  logoId: settings.logoId,
  accentColor: settings.accentColor,
  typeface: settings.typeface,
  logoSize: settings.letterhead.logoSize,
  logoPlace: settings.letterhead.logoPlace,
  addressWindow: settings.addressWindow,
  greeting: settings.greeting ? 'on' : 'off',
  dateFormat: settings.dateFormat,
  taxLabel: settings.taxLabel,
  tradingName: settings.companyTradingName,
  taxNumber: settings.companyTaxNumber,
  registrationScheme: settings.companyRegistrationScheme,
  legalForm: settings.companyLegalForm,
  taxRegime: settings.companyTaxRegime,
  taxRepresentative: settings.taxRepresentative,
  paymentMeans: settings.paymentMeans,
  paymentReference: referenceKindOf(settings),
})

/** The buyer from the current customer, with the contact of the document. */
export function toBuyer(customer: Customer, contactId: string | null = null): Buyer {
  const buyer = load(BUYER_FIELDS, store(BUYER_FIELDS, customer))
  const contact = contactOf(customer, contactId)
  if (!contact) return buyer
  const { name, email, phone } = contact
  return { ...buyer, contactName: name, email: email ?? buyer.email, phone: phone ?? buyer.phone }
}
