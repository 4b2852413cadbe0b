import type { Refused } from '../national.testing.ts'

/** An ordinary company in Italy. */
export const SELLER = {
  companyName: 'Officina Lago S.r.l.',
  companyAddress: {
    line1: 'Via Garibaldi 7',
    city: 'Como',
    postalCode: '22100',
    region: 'CO',
    countryCode: 'IT',
  },
  companyTaxId: 'IT12345678903',
  companyTaxNumber: null,
  companyTaxRegime: 'RF01',
  companyRegistrationId: 'CO-123456',
  companyEmail: 'fatture@officina-lago.example',
  companyPhone: '+39 031 5550142',
  bankAccount: { iban: 'IT60X0542811101000000123456', bic: 'CRPPIT2P', bankName: 'Banca del Lago' },
  currency: 'EUR',
  locale: 'it',
}

export const BUYER = {
  name: 'Cartiera Adda S.p.A.',
  address: {
    line1: 'Corso Roma 12',
    city: 'Lecco',
    postal_code: '23900',
    region: 'LC',
    country_code: 'IT',
  },
  tax_id: 'IT09876543217',
  endpoint: { scheme: '0205', id: 'ABC1234' },
}

export const WORK = {
  description: 'Manutenzione della linea',
  quantity: '12',
  unit: 'HUR',
  unit_price: '62.50',
  tax: { category: 'S', rate: '22' },
}

interface Case {
  readonly name: string
  readonly settings?: object
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
        { ...WORK, discount: { percent: '10' }, item_number: 'M-12' },
        {
          description: 'Cuscinetto – tipo “A”',
          quantity: '3',
          unit: 'H87',
          unit_price: '19.999',
          discount: { amount: '5.00' },
          gtin: '4012345000009',
          tax: { category: 'S', rate: '22' },
        },
        {
          description: 'Manuale',
          quantity: '2',
          unit_price: '15',
          tax: { category: 'S', rate: '4' },
        },
      ],
      discounts: [{ amount: '20', reason: 'Sconto fedeltà', tax: { category: 'S', rate: '22' } }],
      charges: [{ amount: '12.50', reason: 'Trasporto', tax: { category: 'S', rate: '22' } }],
      order_reference: 'OA-77',
      notes: 'Grazie per la fiducia.\nConsegna a Lecco.',
      preceding: [{ number: 'INV-2025-12', issue_date: '2025-12-01' }],
    },
  },
  {
    name: 'authority-split-payment',
    body: {
      customer: {
        ...BUYER,
        name: 'Comune di Bellagio',
        tax_id: null,
        identifier: { scheme: '0210', id: '00123450139' },
        endpoint: { scheme: '0201', id: 'UF1A2B' },
      },
      items: [{ ...WORK, tax: { category: 'B', rate: '22' } }],
      references: { tender: 'Z1234567AB', project: 'J12E20000010001' },
      order_reference: 'DET-41/2026',
    },
  },
  {
    name: 'flat-rate-stamp-duty',
    settings: { companyTaxRegime: 'RF19' },
    body: {
      customer: BUYER,
      items: [{ ...WORK, tax: { category: 'O', rate: '0' } }],
      italy: { stamp_duty: '2' },
    },
  },
  {
    name: 'withholding-and-fund',
    settings: { companyTaxNumber: 'RSSLRA80A41C933X' },
    body: {
      customer: BUYER,
      items: [{ ...WORK, description: 'Consulenza' }],
      charges: [
        {
          percent: '4',
          reason: 'TC22 Contributo cassa previdenziale 4.00 %',
          tax: { category: 'S', rate: '22' },
        },
      ],
      italy: { document_type: 'TD06', withholding: { type: 'RT01', rate: '20', reason: 'A' } },
    },
  },
  {
    name: 'several-reasons-without-tax',
    body: {
      customer: BUYER,
      items: [
        WORK,
        {
          description: 'Imposta di soggiorno',
          unit_price: '4',
          tax: { category: 'E', rate: '0', reason_code: 'N1', reason: 'Escluse ex art. 15' },
        },
        {
          description: 'Corso di formazione',
          unit_price: '100',
          tax: { category: 'E', rate: '0', reason_code: 'N4', reason: 'Esente art. 10' },
        },
        {
          description: 'Subappalto',
          unit_price: '250',
          tax: { category: 'AE', rate: '0', reason_code: 'N6.3' },
        },
      ],
    },
  },
  {
    name: 'abroad-in-the-eu',
    body: {
      customer: {
        name: 'Nordlicht Maschinen GmbH',
        address: { line1: 'Am Kai 3', city: 'Hamburg', postal_code: '20457', country_code: 'DE' },
        tax_id: 'DE123456789',
      },
      delivery_date: '2026-11-18',
      items: [{ ...WORK, tax: { category: 'K', rate: '0' } }],
    },
  },
  {
    name: 'prices-with-tax',
    body: {
      customer: { ...BUYER, endpoint: { scheme: 'EM', id: 'cartiera@pec.example' } },
      prices_include_tax: true,
      items: [
        { ...WORK, quantity: '3', unit_price: '9.99' },
        { ...WORK, quantity: '7', unit_price: '1.15' },
      ],
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
        { kind: 'heading', description: 'Cucina – “piano”' },
        { ...WORK, note: 'In due turni' },
        { kind: 'subtotal', description: null },
        { kind: 'text', description: 'Consegna gratuita', details: 'Con il nostro furgone' },
        { kind: 'heading', description: 'Bagno' },
        { kind: 'text', description: 'Tutto cromato' },
        { ...WORK, description: 'Specchio' },
      ],
    },
  },
  {
    name: 'several-withholdings',
    body: {
      customer: BUYER,
      items: [WORK],
      withholdings: [
        { kind: 'income_tax', code: 'RT02', reason: 'A', rate: '20' },
        { kind: 'social', code: 'RT04', reason: 'A', rate: '8.5' },
      ],
    },
  },
]

const address = (change: object) => ({ customer: { address: { ...BUYER.address, ...change } } })

/** An invoice with one fault, the broken rule and its pointer. */
export const REFUSED: readonly Refused[] = [
  { rule: '00200', pointer: '/companyTaxRegime', settings: { companyTaxRegime: null } },
  { rule: '00200', pointer: '/companyTaxId', settings: { companyTaxId: null } },
  { rule: '00301', pointer: '/companyTaxId', settings: { companyTaxId: 'IT12345678901' } },
  { rule: '00417', pointer: '/tax_id', customer: { tax_id: null } },
  { rule: '00305', pointer: '/tax_id', customer: { tax_id: '09876543210' } },
  {
    rule: '00306',
    pointer: '/identifier/id',
    customer: { identifier: { scheme: '0210', id: 'RSS' } },
  },
  {
    rule: '00427',
    pointer: '/endpoint/id',
    customer: { endpoint: { scheme: '0205', id: 'ABC12' } },
  },
  { rule: '00200', pointer: '/address/postal_code', ...address({ postal_code: '2390' }) },
  { rule: '00200', pointer: '/address/line1', ...address({ line1: null }) },
  { rule: '00200', pointer: '/name', customer: { name: 'Мосты' } },
  {
    rule: '00400',
    pointer: '/items/0/tax/reason_code',
    body: { items: [{ ...WORK, tax: { category: 'AE', rate: '0' } }] },
  },
  {
    rule: '00424',
    pointer: '/items/0/tax/rate',
    body: { items: [{ ...WORK, tax: { category: 'S', rate: '12.345' } }] },
  },
  { rule: '00200', pointer: '/notes', body: { notes: '請求書' } },
  {
    rule: '00200',
    pointer: '/items/1/description',
    body: { items: [WORK, { kind: 'heading', description: 'Кухня' }, WORK] },
  },
  {
    rule: '00200',
    pointer: '/items/0/details',
    body: { items: [{ kind: 'text', description: 'Cucina', details: 'Кухня' }, WORK] },
  },
  {
    rule: '00200',
    pointer: '/items/1/note',
    body: {
      items: [
        { kind: 'heading', description: 'Cucina' },
        { ...WORK, note: 'Кухня' },
      ],
    },
  },
  {
    rule: '00200',
    pointer: '/charges/0/reason',
    body: { charges: [{ amount: '5', reason: 'Доставка', tax: WORK.tax }] },
  },
  {
    rule: '00200',
    pointer: '/discounts/0/reason',
    body: { discounts: [{ amount: '5', reason: 'Скидка', tax: WORK.tax }] },
  },
  {
    rule: '00200',
    pointer: '/italy/withholding/reason',
    body: { italy: { withholding: { type: 'RT01', rate: '20', reason: 'F' } } },
  },
]
