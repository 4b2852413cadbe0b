import type { Givens, Json } from './givens.ts'

/** A company that has entered everything an e-invoice can ask of it. */
export const SELLER = {
  companyName: 'Ink & Stone Studio GmbH',
  companyTradingName: 'Ink & Stone',
  companyContact: 'Mara Voss',
  companyEmail: 'billing@ink-and-stone.example',
  companyPhone: '+49 30 5550199',
  companyAddress: {
    line1: 'Lindenweg 4',
    line2: 'Hinterhaus',
    city: 'Berlin',
    postalCode: '10115',
    region: 'Berlin',
    countryCode: 'DE',
  },
  companyTaxId: 'DE123456789',
  companyTaxNumber: '30/123/45678',
  companyRegistrationId: 'HRB 12345',
  companyLegalForm: 'Sitz Berlin, Geschäftsführung: Mara Voss',
  companyEndpoint: { scheme: '9930', id: 'DE123456789' },
  bankAccount: {
    holder: 'Ink & Stone',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    creditorId: 'DE98ZZZ09999999999',
  },
  currency: 'EUR',
  locale: 'de',
  defaultTax: { category: 'S', rate: '19' },
}

export const BUYER = {
  name: 'Northwind Robotics GmbH',
  contact_name: 'Ida Brandt',
  email: 'accounts@northwind.example',
  phone: '+49 40 5550123',
  address: { line1: 'Hafenstraße 12', city: 'Hamburg', postal_code: '20457', country_code: 'DE' },
  tax_id: 'DE987654321',
  endpoint: { scheme: '0088', id: '4012345000009' },
  reference: '04011000-12345-03',
}

export const abroad = (country: string, taxId: string | null) => ({
  ...BUYER,
  name: 'Ateliers du Nord',
  address: { line1: 'Quai 1', city: 'Lille', postal_code: '59000', country_code: country },
  tax_id: taxId,
})

export type Profile =
  | 'ubl'
  | 'cii'
  | 'peppol'
  | 'xrechnung'
  | 'xrechnung-cii'
  | 'factur-x'
  | 'factur-x-basic'
  | 'france'
  | 'france-ubl'
  | 'pint'
  | 'nlcius'
  | 'cius-pt'
  | 'cius-ro'
  | 'hr-eracun'
export const PROFILES: readonly Profile[] = [
  'ubl',
  'cii',
  'peppol',
  'xrechnung',
  'xrechnung-cii',
  'factur-x',
  'factur-x-basic',
]
/** BASIC has no place for the cent that prices with tax leave over. */
export const WITHOUT_BASIC = PROFILES.filter((profile) => profile !== 'factur-x-basic')
export const STANDARD: readonly Profile[] = ['ubl', 'cii', 'factur-x']

export interface EInvoiceCase {
  /** Of the company, where it is another one. */
  readonly settings?: object
  readonly invoice: object
  /** What happens to it; answers the document to look at. */
  readonly after?: (given: Givens, invoice: Json) => Promise<Json>
  /** All, unless the profile knows no such invoice. */
  readonly profiles?: readonly Profile[]
}

export const item = (unitPrice: string, tax: object = { rate: '19' }, more: object = {}) => ({
  description: 'Cover design',
  quantity: '3',
  unit: 'HUR',
  unit_price: unitPrice,
  tax,
  ...more,
})

export const ITALIAN = {
  companyAddress: { line1: 'Via Roma 1', city: 'Roma', postalCode: '00100', countryCode: 'IT' },
  companyTaxId: 'IT12345670017',
}
export const SPANISH = {
  companyAddress: { line1: 'Calle 1', city: 'Telde', postalCode: '35200', countryCode: 'ES' },
  companyTaxId: 'ESB12345674',
}

export const credit = async (given: Givens, invoice: Json, body: object = {}): Promise<Json> =>
  given.creditNote(invoice.id, { status: 'sent', ...body })

export const pay = async (given: Givens, invoice: Json, amount: string): Promise<Json> => {
  await given.payment(invoice.id, { amount })
  return given.read(invoice.id)
}
