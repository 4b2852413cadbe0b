import { dayOf } from './day.ts'
import { type Decimal, parseDecimal } from './decimal.ts'
import type { EInvoice } from './document.ts'

/** `number('12.5')`. */
export function number(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new Error(`${text} is not a decimal.`)
  return value
}

const SELLER: EInvoice['seller'] = {
  name: 'Nordlicht Studio GmbH',
  tradingName: 'Nordlicht',
  identifiers: [{ value: 'NL-1001' }, { value: '4000001123452', scheme: '0088' }],
  registration: { value: 'HRB 12345 Kiel', scheme: '0204' },
  vatId: 'DE123456788',
  taxNumber: '20/123/45678',
  legalInformation: 'Sitz Kiel, Geschäftsführung: Ada Beispiel',
  electronicAddress: { value: '4000001123452', scheme: '0088' },
  address: {
    line1: 'Fördestraße 1',
    line2: 'Hinterhaus',
    line3: '3. Stock',
    city: 'Kiel',
    postalCode: '24103',
    region: 'Schleswig-Holstein',
    country: 'DE',
  },
  contact: { name: 'Ada Beispiel', phone: '+49 431 0000', email: 'rechnung@nordlicht.example' },
}

const BUYER: EInvoice['buyer'] = {
  name: 'Fernweh Books & Söhne',
  tradingName: 'Fernweh',
  identifiers: [{ value: 'K-77' }],
  registration: { value: '5566778899', scheme: '0007' },
  vatId: 'SE556677889901',
  electronicAddress: { value: '5566778899', scheme: '0007' },
  address: {
    line1: 'Storgatan 2',
    line2: 'Port B',
    line3: 'c/o Lager',
    city: 'Lund',
    postalCode: '222 22',
    region: 'Skåne',
    country: 'SE',
  },
  contact: { name: 'Bo Exempel', phone: '+46 46 0000', email: 'faktura@fernweh.example' },
}

const LINES: EInvoice['lines'] = [
  {
    id: '1',
    note: 'Sonderanfertigung',
    object: { value: 'KFZ-9', scheme: 'ABZ' },
    quantity: number('10'),
    unit: 'C62',
    netCents: 12075n,
    orderLineReference: '7',
    buyerAccountingReference: '4400',
    period: { start: dayOf('2026-01-05'), end: dayOf('2026-01-09') },
    allowances: [
      {
        amountCents: 625n,
        baseCents: 12500n,
        percent: number('5'),
        reason: 'Rabatt',
        reasonCode: '95',
      },
    ],
    charges: [{ amountCents: 200n, reason: 'Verpackung', reasonCode: 'PC' }],
    price: {
      net: number('12.5'),
      discount: number('0.5'),
      gross: number('13'),
      baseQuantity: number('1'),
      baseUnit: 'C62',
    },
    tax: { category: 'S', rate: number('19') },
    item: {
      name: 'Regalbrett <Eiche> & Buche',
      description: 'Geölt,\nzwei Meter',
      sellerId: 'RB-2',
      buyerId: 'F-99',
      standardId: { value: '4012345678901', scheme: '0160' },
      classifications: [
        { value: '56101700', scheme: 'STI', schemeVersion: '26' },
        { value: '9403', scheme: 'HS' },
      ],
      originCountry: 'PL',
      attributes: [
        { name: 'Farbe', value: 'natur' },
        { name: 'Länge', value: '2 m' },
      ],
    },
  },
  {
    id: '2',
    quantity: number('2.5'),
    unit: 'HUR',
    netCents: 20000n,
    allowances: [],
    charges: [],
    price: { net: number('80') },
    tax: { category: 'S', rate: number('7') },
    item: { name: 'Aufbau', classifications: [], attributes: [] },
  },
  {
    id: '3',
    quantity: number('3'),
    unit: 'C62',
    netCents: 10000n,
    allowances: [],
    charges: [],
    price: { net: number('333330000.0001'), baseQuantity: number('10000000') },
    tax: { category: 'E', rate: number('0') },
    item: { name: 'Schulung', classifications: [], attributes: [] },
  },
]

/** A valid invoice with nearly every term, for EN 16931, Peppol and XRechnung. */
export const FULL: EInvoice = {
  number: 'NL-2026-0042',
  issueDate: dayOf('2026-01-31'),
  typeCode: '380',
  currency: 'EUR',
  taxCurrency: 'SEK',
  taxPointCode: '35',
  dueDate: dayOf('2026-02-28'),
  buyerReference: '04011000-12345-03',
  projectReference: 'PROJEKT-5',
  contractReference: 'V-2025-9',
  purchaseOrderReference: 'PO-1234',
  salesOrderReference: 'AB-88',
  receivingAdviceReference: 'WE-3',
  despatchAdviceReference: 'LS-17',
  tenderReference: 'LOS-2',
  invoicedObject: { value: 'ZAEHLER-6', scheme: 'AVE' },
  buyerAccountingReference: '4711',
  paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#\n',
  notes: [{ subjectCode: 'AAI', text: 'Vielen Dank für den Auftrag.\nBis bald!' }],
  precedingInvoices: [{ number: 'NL-2025-0999', issueDate: dayOf('2025-12-01') }],
  seller: SELLER,
  buyer: BUYER,
  payee: {
    name: 'Kontor Nord Factoring AG',
    identifier: { value: '4012345000009', scheme: '0088' },
    registration: { value: 'HRB 999', scheme: '0204' },
  },
  taxRepresentative: {
    name: 'Steuerhaus Öresund AB',
    vatId: 'SE112233445501',
    address: { line1: 'Hamngatan 3', city: 'Malmö', postalCode: '211 22', country: 'SE' },
  },
  delivery: {
    name: 'Fernweh Lager',
    location: { value: '7300010000001', scheme: '0088' },
    date: dayOf('2026-01-09'),
    address: { line1: 'Industrivägen 5', city: 'Lund', postalCode: '222 33', country: 'SE' },
  },
  period: { start: dayOf('2026-01-01'), end: dayOf('2026-01-31') },
  payment: {
    reference: 'RF18 5390 0754 7034',
    means: [
      {
        code: '58',
        text: 'SEPA-Überweisung',
        account: { id: 'DE02120300000000202051', name: 'Kontor Nord', bic: 'BYLADEM1001' },
      },
      { code: '58', account: { id: 'DE02500105170137075030' } },
    ],
  },
  allowances: [
    {
      amountCents: 2000n,
      baseCents: 20000n,
      percent: number('10'),
      reason: 'Treuerabatt',
      reasonCode: '95',
      tax: { category: 'S', rate: number('7') },
    },
  ],
  charges: [
    {
      amountCents: 800n,
      reason: 'Fracht',
      reasonCode: 'FC',
      tax: { category: 'S', rate: number('19') },
    },
  ],
  totals: {
    linesCents: 42075n,
    allowancesCents: 2000n,
    chargesCents: 800n,
    withoutTaxCents: 40875n,
    taxCents: 3706n,
    taxInTaxCurrencyCents: 42619n,
    withTaxCents: 44581n,
    paidCents: 10000n,
    roundingCents: -1n,
    dueCents: 34580n,
  },
  taxBreakdown: [
    { taxableCents: 12875n, taxCents: 2446n, category: 'S', rate: number('19') },
    { taxableCents: 18000n, taxCents: 1260n, category: 'S', rate: number('7') },
    {
      taxableCents: 10000n,
      taxCents: 0n,
      category: 'E',
      rate: number('0'),
      exemptionReason: 'Bildungsleistung',
      exemptionCode: 'VATEX-EU-132-1I',
    },
  ],
  attachments: [
    { id: 'ANLAGE-1', description: 'Stundenzettel', url: 'https://nordlicht.example/stunden' },
    {
      id: 'ANLAGE-2',
      file: {
        name: 'stunden.csv',
        mediaType: 'text/csv',
        base64: 'VGFnO1N0dW5kZW4KMTsyLDUK',
      },
    },
  ],
  lines: LINES,
}

/** A credit note with direct debit: terms that occur only there. */
export const CREDIT_NOTE: EInvoice = {
  ...FULL,
  number: 'NL-2026-G003',
  typeCode: '381',
  taxCurrency: undefined,
  taxPointCode: undefined,
  taxPointDate: dayOf('2026-01-31'),
  projectReference: undefined,
  payee: undefined,
  taxRepresentative: undefined,
  payment: {
    reference: 'G003',
    means: [{ code: '59', debitedAccount: 'DE02100500000054540402' }],
    mandate: 'MANDAT-1',
    creditorId: 'DE98ZZZ09999999999',
  },
  totals: { ...FULL.totals, taxInTaxCurrencyCents: undefined },
}

/** Little more than the required terms, paid by card. */
export const MINIMAL: EInvoice = {
  number: '1',
  issueDate: dayOf('2026-03-01'),
  typeCode: '380',
  currency: 'EUR',
  notes: [],
  precedingInvoices: [],
  seller: {
    name: 'Kleinbetrieb Muster',
    identifiers: [],
    taxNumber: '12/345/67890',
    registration: { value: 'GnR 5' },
    address: { city: 'Ulm', postalCode: '89073', country: 'DE' },
  },
  buyer: {
    name: 'Privat',
    identifiers: [],
    address: { city: 'Ulm', postalCode: '89075', country: 'DE' },
  },
  payment: { means: [{ code: '48', card: { number: '123456', holder: 'P. Muster' } }] },
  allowances: [],
  charges: [],
  totals: {
    linesCents: 5000n,
    withoutTaxCents: 5000n,
    taxCents: 0n,
    withTaxCents: 5000n,
    paidCents: 5000n,
    dueCents: 0n,
  },
  taxBreakdown: [
    {
      taxableCents: 5000n,
      taxCents: 0n,
      category: 'E',
      rate: number('0'),
      exemptionReason: 'Kleinunternehmer nach § 19 UStG',
    },
  ],
  attachments: [],
  lines: [
    {
      id: '1',
      quantity: number('1'),
      unit: 'H87',
      netCents: 5000n,
      allowances: [],
      charges: [],
      price: { net: number('50') },
      tax: { category: 'E', rate: number('0') },
      item: { name: 'Fahrrad geprüft', classifications: [], attributes: [] },
    },
  ],
}
