import type { Refused } from '../national.testing.ts'

/** An ordinary company in Poland. */
export const SELLER = {
  companyName: 'Warsztat Nad Wisłą sp. z o.o.',
  companyAddress: {
    line1: 'ul. Bednarska 7',
    city: 'Warszawa',
    postalCode: '00-310',
    countryCode: 'PL',
  },
  companyTaxId: 'PL9999999999',
  companyRegistrationId: 'KRS 0000123456',
  companyEmail: 'biuro@warsztat.example',
  companyPhone: '+48 22 555 01 42',
  bankAccount: { iban: 'PL61109010140000071219812874', bic: 'WBKPPLPP', bankName: 'Bank Wisły' },
  currency: 'PLN',
  locale: 'pl',
}

export const BUYER = {
  name: 'Księgarnia Żuraw',
  address: { line1: 'ul. Długa 3', city: 'Gdańsk', postal_code: '80-831', country_code: 'PL' },
  tax_id: '1111111111',
  email: 'zuraw@ksiegarnia.example',
}

export const WORK = {
  description: 'Oprawa książek',
  quantity: '12',
  unit: 'HUR',
  unit_price: '62.50',
  tax: { category: 'S', rate: '23' },
}

const BERLIN = {
  name: 'Nordlicht Verlag GmbH',
  address: { line1: 'Am Kai 3', city: 'Hamburg', postal_code: '20457', country_code: 'DE' },
  tax_id: 'DE123456789',
}

interface Case {
  readonly name: string
  readonly body: object
  /** Whether the file is a credit note for it. */
  readonly credit?: boolean
}

export const CASES: readonly Case[] = [
  {
    name: 'ordinary',
    body: {
      customer: BUYER,
      items: [
        { ...WORK, discount: { percent: '10' }, item_number: 'OP-12', note: 'Skóra' },
        {
          description: 'Papier – ryza',
          quantity: '3',
          unit: 'H87',
          unit_price: '19.999',
          gtin: '4012345000009',
          classification: { scheme: 'HS', code: '48025620' },
          tax: { category: 'S', rate: '23' },
        },
        {
          description: 'Książka',
          quantity: '2',
          unit: 'H87',
          unit_price: '15',
          tax: { category: 'S', rate: '5' },
        },
        {
          description: 'Kurs introligatorski',
          unit: 'H87',
          unit_price: '100',
          tax: { category: 'E', rate: '0', reason: 'art. 43 ust. 1 pkt 29 ustawy' },
        },
      ],
      order_reference: 'ZAM-77',
      references: { contract: 'U-12' },
      delivery_date: '2026-11-18',
      notes: 'Dziękujemy.',
      custom_fields: [{ label: 'Projekt', value: 'Kodeks' }],
      poland: { split_payment: true },
    },
  },
  {
    name: 'services-in-the-eu',
    body: {
      customer: BERLIN,
      currency: 'EUR',
      items: [{ ...WORK, tax: { category: 'AE', rate: '0' } }],
    },
  },
  {
    name: 'euros-with-tax',
    body: {
      customer: BUYER,
      currency: 'EUR',
      tax_in_currency: { currency: 'PLN', amount: '760.38' },
      items: [WORK, { ...WORK, quantity: '1', tax: { category: 'S', rate: '8' } }],
    },
  },
  {
    name: 'consumer-in-the-eu',
    body: {
      customer: { ...BERLIN, tax_id: null },
      currency: 'EUR',
      items: [{ ...WORK, tax: { category: 'S', rate: '19' } }],
    },
  },
  {
    name: 'prices-with-tax',
    body: {
      customer: BUYER,
      prices_include_tax: true,
      items: [
        { ...WORK, quantity: '3', unit_price: '9.99' },
        { ...WORK, quantity: '7', unit_price: '1.15' },
      ],
    },
  },
  {
    name: 'discounts-and-charges',
    body: {
      customer: BUYER,
      items: [WORK],
      discounts: [
        { amount: '20', reason: 'Rabat stałego klienta', tax: { category: 'S', rate: '23' } },
      ],
      charges: [{ amount: '12.50', reason: 'Dostawa', tax: { category: 'S', rate: '23' } }],
    },
  },
  { name: 'credit-note', credit: true, body: { customer: BUYER, items: [WORK] } },
  {
    name: 'early-payment',
    body: {
      customer: BUYER,
      items: [WORK],
      due_date: '2026-12-20',
      early_payment: [
        { percent: '3', days: 7 },
        { percent: '2', days: 14 },
      ],
    },
  },
  {
    name: 'headings-and-texts',
    body: {
      customer: BUYER,
      items: [
        { kind: 'heading', description: 'Kuchnia – „parter”' },
        { ...WORK, note: 'Na dwie zmiany' },
        { kind: 'subtotal', description: null },
        { kind: 'text', description: 'Dostawa gratis', details: 'Naszym busem' },
        { kind: 'heading', description: 'Łazienka' },
        { kind: 'text', description: 'Кухня' },
        { ...WORK, description: 'Lustro' },
      ],
    },
  },
]

/** An invoice with one fault, the broken rule and its pointer. */
export const REFUSED: readonly Refused[] = [
  { rule: 'FA-NIP', pointer: '/companyTaxId', settings: { companyTaxId: null } },
  { rule: 'FA-NIP', pointer: '/companyTaxId', settings: { companyTaxId: 'PL9999999998' } },
  {
    rule: 'FA-Adres',
    pointer: '/companyAddress',
    settings: { companyAddress: { countryCode: null } },
  },
  { rule: 'FA-NIP', pointer: '/tax_id', customer: { tax_id: 'PL1234567890' } },
  { rule: 'FA-Adres', pointer: '/address', customer: { address: { country_code: null } } },
  {
    rule: 'FA-P_12',
    pointer: '/items/0/tax/rate',
    body: { items: [{ ...WORK, tax: { category: 'S', rate: '19' } }] },
  },
  {
    rule: 'FA-P_19',
    pointer: '/items/0/tax/reason',
    body: { items: [{ ...WORK, tax: { category: 'E', rate: '0' } }] },
  },
  { rule: 'FA-P_14W', pointer: '/tax_in_currency', body: { currency: 'EUR' } },
  { rule: 'FA-RodzajFaktury', pointer: '/kind', body: { kind: 'corrected' } },
]
