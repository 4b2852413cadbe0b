import { ITEM } from './givens.ts'

/** The fields of an invoice that most leave out. */
export const ALL = {
  kind: 'corrected',
  preceding: [
    { number: 'INV-1', issue_date: '2026-10-01' },
    { number: 'INV-2', issue_date: null },
  ],
  tax_point_date: '2026-11-20',
  tax_in_currency: { currency: 'SEK', amount: '123.45' },
  references: {
    project: 'P',
    contract: 'C',
    sales_order: 'SO',
    despatch: 'D',
    receipt: 'R',
    tender: 'T',
    object: 'O',
    accounting_code: 'A',
  },
  delivery: {
    name: 'Lager',
    identifier: { scheme: '0088', id: '4012345000009' },
    address: {
      line1: 'Tor 3',
      line2: null,
      city: 'Kiel',
      postal_code: '24103',
      region: null,
      country_code: 'DE',
    },
  },
  payment: {
    means: '59',
    reference: 'RF18',
    mandate: 'M-1',
    payer_iban: 'DE02120300000000202051',
    card_last4: null,
    card_holder: null,
  },
  attachments: [{ reference: 'A1', description: null, url: 'https://files.example/a1' }],
  early_payment: [
    { percent: '3', days: 7 },
    { percent: '2', days: 14 },
  ],
  payment_terms: {
    kind: 'day_of_month',
    days: 30,
    months: 1,
    day: 5,
    on_day_off: 'after',
  },
  e_invoice_profile: 'xrechnung',
  italy: {
    document_type: 'TD24',
    stamp_duty: '2.00',
    withholding: { type: 'RT01', rate: '20', amount: null, reason: 'A' },
  },
  poland: { split_payment: true, cash_accounting: true },
  custom_fields: [{ label: 'Cost center', value: '4711' }],
  external_ids: [{ system: 'shop', id: '1001' }],
}
/** Every field of an item. */
export const ITEM_ALL = {
  ...ITEM,
  charge: { percent: '25', reason: 'Night' },
  tax: { category: 'E', rate: '0', reason: 'Course', reason_code: 'VATEX-EU-132-1I' },
  price_base_quantity: '10',
  duration: '1:30',
  item_number: 'SKU',
  buyer_item_number: 'B',
  gtin: '4012345000009',
  period_start: '2026-11-01',
  period_end: '2026-11-30',
  note: 'Note',
  order_line: '10',
  accounting_code: '8400',
  origin_country: 'DE',
  classification: { scheme: 'STI', code: '82141500' },
  attributes: [{ name: 'Colour', value: 'Blue' }],
}

const ADDRESS = {
  line1: 'Hafenstraße 12',
  line2: 'Hinterhaus',
  city: 'Hamburg',
  postal_code: '20457',
  region: 'HH',
  country_code: 'DE',
}

export const COMPANY = {
  companyContact: 'Ada Falk',
  companyEmail: 'office@nordlicht.example',
  companyPhone: '+49 40 5550142',
  companyWebsite: 'https://nordlicht.example',
  companyAddress: { line1: 'Am Kai 3', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  companyTradingName: 'Nordlicht',
  companyLegalForm: 'Sitz Hamburg',
  companyTaxRegime: 'RF01',
  companyTaxId: 'DE123456789',
  companyTaxNumber: '12/345/67890',
  companyRegistrationId: 'HRB 12345',
  companyRegistrationScheme: '0002',
  companyEndpoint: { scheme: 'EM', id: 'office@nordlicht.example' },
  bankAccount: {
    holder: 'Atelier Nord',
    iban: 'DE02120300000000202051',
    number: '0002020515',
    bankCode: '12030000',
    bic: 'BYLADEM1001',
    bankName: 'Bank',
    creditorId: 'DE98ZZZ09999999999',
  },
  paymentInstructions: 'By transfer',
  paymentMeans: '58',
  taxLabel: 'USt',
  defaultTerms: '30 days',
  defaultNotes: 'Thank you',
}

export const EVERY_FIELD = {
  customer: {
    name: 'Fernweh Books',
    contact_name: 'Ben Roth',
    email: 'desk@fernweh.example',
    phone: '+49 30 5550199',
    address: ADDRESS,
    tax_id: 'DE987654321',
    registration_id: 'HRB 54321',
    registration_scheme: '0002',
    endpoint: { scheme: 'EM', id: 'desk@fernweh.example' },
    trading_name: 'Fernweh',
    identifier: { scheme: '0088', id: '4012345000009' },
  },
  issue_date: '2026-11-20',
  due_date: '2026-12-20',
  delivery_date: '2026-11-19',
  period_start: '2026-10-01',
  period_end: '2026-10-31',
  language: 'de',
  reference: '04011000-12345-03',
  deposit_for: 'Order 4711',
  order_reference: 'PO 7',
  terms: '14 days',
  notes: 'With kind regards',
  internal_notes: 'Ask for the next one',
  metadata: { color: 'blue', empty: '' },
  template: { id: 'professional-modern' },
  ...ALL,
}

export const EVERY_ITEM_FIELD = {
  ...ITEM_ALL,
  details: 'Two rounds',
  quantity: '3',
  duration: '3:00',
  discount: { percent: '10' },
}

export const ADJUSTED = {
  discounts: [
    { percent: '5', reason: 'Season', reason_code: '95', tax: { category: 'S', rate: '19' } },
  ],
  charges: [{ amount: '4.00', reason: 'Freight', reason_code: 'FC', tax: { rate: '19' } }],
}
