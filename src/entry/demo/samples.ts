import type { ItemBody } from '../../sales/contents/input-schema.ts'
import type { EntryInput } from '../../sales/entries/input.ts'
import type { InvoiceCreateBody } from '../../sales/invoices/input-schema.ts'

/* What the demo puts into an empty installation. */

type Tax = NonNullable<ItemBody['tax']>
/** The unit is a code of UNECE Recommendation 20. */
type SampleItem = readonly [description: string, quantity: string, unit: string, unitPrice: string]

export interface SampleInvoice<Name extends string = CustomerName> {
  readonly to: Name
  /** Days before today; without it a draft. */
  readonly ago?: number
  readonly items: readonly SampleItem[]
  /** Replaces the customer's tax. */
  readonly tax?: Tax
  /** Days after the invoice. */
  readonly paidAfter?: number
  /** The paid amount, if it is partial. */
  readonly part?: string
  /** Default: bank transfer. */
  readonly method?: string
  readonly outcome?: 'void' | 'uncollectible' | 'credited' | 'refund_due'
}

export const COMPANY = {
  companyName: 'Atelier Nordlicht',
  companyEmail: 'hello@nordlicht.example',
  companyPhone: '+49 30 5550 1234',
  companyWebsite: 'nordlicht.example',
  companyAddress: {
    line1: 'Lindenallee 12',
    postalCode: '10999',
    city: 'Berlin',
    countryCode: 'DE',
  },
  companyTaxId: 'DE123456788',
  bankAccount: {
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Beispielbank',
    creditorId: 'DE98ZZZ09999999999',
  },
  currency: 'EUR',
  locale: 'en',
  defaultTax: { category: 'S', rate: '19' },
  defaultTerms: 'Please pay within 30 days, without deduction.',
  defaultTexts: [
    { language: 'de', terms: 'Zahlbar innerhalb von 30 Tagen ohne Abzug.' },
    { language: 'fr', terms: 'Paiement à 30 jours, sans escompte.' },
  ],
  accentColor: '#1f5f5b',
}

/** Customers, by short name. Each is written to in its language. */
export const CUSTOMERS = {
  books: {
    name: 'Fernweh Books',
    contact_name: 'Mara Lind',
    email: 'desk@fernweh.example',
    address: { line1: 'Hafenstraße 4', postal_code: '20457', city: 'Hamburg', country_code: 'DE' },
  },
  kiln: {
    name: 'Kiln & Clay Ltd',
    email: 'accounts@kilnclay.example',
    currency: 'GBP',
    address: {
      line1: '8 Potter Lane',
      city: 'Bristol',
      postal_code: 'BS1 4DJ',
      country_code: 'GB',
    },
  },
  coffee: {
    name: 'Kaffeerösterei Elbufer',
    contact_name: 'Jonas Petersen',
    email: 'buero@elbufer.example',
    language: 'de',
    address: { line1: 'Am Kai 17', postal_code: '22767', city: 'Hamburg', country_code: 'DE' },
  },
  optics: {
    name: 'Lumen Optique SARL',
    email: 'compta@lumen.example',
    language: 'fr',
    tax_id: 'FR32123456789',
    address: {
      line1: '3 rue des Lilas',
      postal_code: '69002',
      city: 'Lyon',
      country_code: 'FR',
    },
  },
  bikes: {
    name: 'Alpenrad AG',
    email: 'rechnungen@alpenrad.example',
    currency: 'CHF',
    language: 'de-CH',
    address: { line1: 'Seestrasse 88', postal_code: '8002', city: 'Zürich', country_code: 'CH' },
  },
  school: {
    name: 'Kinderhaus Sonnenhof e. V.',
    email: 'verwaltung@sonnenhof.example',
    language: 'de',
    payment_terms_days: 14,
    address: { line1: 'Gartenweg 2', postal_code: '14193', city: 'Berlin', country_code: 'DE' },
  },
  museum: {
    name: 'Stadtmuseum Lindental',
    contact_name: 'Dr. Ruth Anders',
    email: 'ausstellung@lindental.example',
    address: { line1: 'Am Markt 1', postal_code: '04109', city: 'Leipzig', country_code: 'DE' },
  },
  tea: {
    name: 'Nordic Tea AB',
    email: 'invoice@nordictea.example',
    language: 'en',
    tax_id: 'SE123456789701',
    address: {
      line1: 'Strandvägen 5',
      postal_code: '114 51',
      city: 'Stockholm',
      country_code: 'SE',
    },
  },
} as const
export type CustomerName = keyof typeof CUSTOMERS

const REVERSE = { category: 'AE', rate: '0' } as const
const EXPORT = { category: 'O', rate: '0', reason: 'Not subject to German VAT' } as const
const BOOKS = { category: 'S', rate: '7' } as const

/** Of customers abroad. */
export const TAXES: Partial<Readonly<Record<CustomerName, Tax>>> = {
  kiln: EXPORT,
  optics: REVERSE,
  bikes: { ...EXPORT, reason: 'In Deutschland nicht steuerbar (§ 3a Abs. 2 UStG)' },
  tea: REVERSE,
}

/** A year of a small design studio, the oldest first, so that numbers follow dates. */
export const YEAR: readonly SampleInvoice[] = [
  {
    to: 'books',
    ago: 352,
    items: [['Cover design “Tidewater”', '1', 'LS', '1280']],
    paidAfter: 21,
  },
  {
    to: 'coffee',
    ago: 341,
    items: [['Verpackung, erster Entwurf', '22', 'HUR', '80']],
    paidAfter: 12,
  },
  { to: 'kiln', ago: 330, items: [['Catalog, spring', '1', 'LS', '1450']], paidAfter: 30 },
  {
    to: 'school',
    ago: 318,
    items: [['Bilderbuch, gedruckt', '120', 'C62', '6.40']],
    tax: BOOKS,
    paidAfter: 9,
  },
  { to: 'optics', ago: 301, items: [['Logo et enseigne', '31', 'HUR', '80']], paidAfter: 34 },
  {
    to: 'museum',
    ago: 290,
    items: [
      ['Exhibition panels', '1', 'LS', '3400'],
      ['Installation', '14', 'HUR', '65'],
    ],
    paidAfter: 44,
  },
  {
    to: 'coffee',
    ago: 276,
    items: [['Etiketten, Rolle mit 500 Stück', '12', 'C62', '48.50']],
    paidAfter: 8,
  },
  { to: 'books', ago: 262, items: [['Typesetting, 240 pages', '1', 'LS', '640']], outcome: 'void' },
  { to: 'books', ago: 261, items: [['Typesetting, 260 pages', '1', 'LS', '690']], paidAfter: 26 },
  {
    to: 'bikes',
    ago: 247,
    items: [['Website, Konzept', '38', 'HUR', '95']],
    paidAfter: 29,
  },
  {
    to: 'tea',
    ago: 233,
    items: [['Tin design, six motifs', '1', 'LS', '2700']],
    paidAfter: 31,
  },
  {
    to: 'school',
    ago: 219,
    items: [['Einladungskarten', '6', 'HUR', '80']],
    paidAfter: 13,
    method: 'Cash',
  },
  {
    to: 'museum',
    ago: 205,
    items: [['Catalog, 96 pages', '1', 'LS', '4150']],
    paidAfter: 38,
    outcome: 'refund_due',
  },
  {
    to: 'coffee',
    ago: 190,
    items: [['Verpackung, zweiter Entwurf', '18', 'HUR', '80']],
    paidAfter: 11,
  },
  { to: 'kiln', ago: 178, items: [['Photographs', '16', 'HUR', '70']], paidAfter: 40 },
  {
    to: 'optics',
    ago: 164,
    items: [['Vitrine', '1', 'LS', '980']],
    outcome: 'uncollectible',
  },
  { to: 'bikes', ago: 151, items: [['Website, Gestaltung', '1', 'LS', '5200']], paidAfter: 27 },
  { to: 'books', ago: 139, items: [['Cover design “Salt”', '1', 'LS', '1280']], paidAfter: 19 },
  {
    to: 'tea',
    ago: 126,
    items: [['Gift boxes', '250', 'C62', '3.20']],
    paidAfter: 33,
  },
  { to: 'school', ago: 114, items: [['Sommerprogramm', '1', 'LS', '420']], outcome: 'credited' },
  { to: 'museum', ago: 101, items: [['Audio guide, layout', '21', 'HUR', '80']], paidAfter: 36 },
  {
    to: 'coffee',
    ago: 88,
    items: [['Messestand', '1', 'LS', '1950']],
    paidAfter: 15,
    method: 'Card',
  },
  { to: 'kiln', ago: 74, items: [['Catalog, autumn', '1', 'LS', '1620']] },
  {
    to: 'bikes',
    ago: 63,
    items: [['Website, Inhalte', '26', 'HUR', '95']],
    paidAfter: 25,
  },
  {
    to: 'books',
    ago: 48,
    items: [['Typesetting, 310 pages', '1', 'LS', '790']],
    paidAfter: 20,
    part: '500',
  },
  { to: 'optics', ago: 41, items: [['Brochure, 12 pages', '17', 'HUR', '80']] },
  { to: 'tea', ago: 24, items: [['Advent calendar', '1', 'LS', '1850']] },
  { to: 'museum', ago: 16, items: [['Poster, three sizes', '1', 'LS', '860']], paidAfter: 10 },
  {
    to: 'coffee',
    ago: 9,
    items: [
      ['Website, Pflege', '5', 'HUR', '80'],
      ['Hosting, ein Jahr', '1', 'LS', '180'],
    ],
  },
  {
    to: 'school',
    ago: 0,
    items: [
      ['Weihnachtskarten', '7', 'HUR', '80'],
      ['Karten, gedruckt', '200', 'C62', '0.65'],
    ],
  },
]

/** Items of the draft and of the published invoice. */
export const ITEMS: InvoiceCreateBody['items'] = [
  {
    description: 'Cover design',
    details: 'Two drafts, one final',
    quantity: '12',
    unit: 'HUR',
    unit_price: '80',
  },
  { description: 'Typesetting, 240 pages', quantity: '1', unit: 'LS', unit_price: '640' },
  {
    description: 'Proof prints',
    quantity: '3',
    unit: 'C62',
    unit_price: '18.50',
    discount: { percent: '10' },
  },
]

interface SampleDebit {
  readonly to: CustomerName
  readonly holder: string
  readonly iban: string
  readonly items: readonly SampleItem[]
  /** Why the bank took it back. */
  readonly returned?: string
}

/** An invoice for each mandate, collected by direct debit. Without a return, a person has to approve it. */
export const DEBITS: readonly SampleDebit[] = [
  {
    to: 'school',
    holder: 'Kinderhaus Sonnenhof',
    iban: 'DE02200505501015871393',
    items: [['Newsletter, Herbst', '1', 'LS', '120']],
    returned: 'AM04',
  },
  {
    to: 'coffee',
    holder: 'Kaffeerösterei Elbufer',
    iban: 'DE02300209000106531065',
    items: [['Website, Wartung', '1', 'LS', '140']],
  },
]

const TAX = { category: 'S', rate: '19' } as const
const price = (unit_price: string) => ({ currency: 'EUR', unit_price })
export const PRODUCTS = [
  {
    name: 'Cover design',
    description: 'Two drafts, one final',
    item_number: 'D-100',
    unit: 'HUR',
    tax: TAX,
    prices: [price('80'), { ...price('72'), min_quantity: '20' }],
  },
  { name: 'Typesetting', item_number: 'D-200', unit: 'LS', tax: TAX, prices: [price('640')] },
  {
    name: 'Proof print',
    item_number: 'P-10',
    unit: 'C62',
    kind: 'goods',
    tax: TAX,
    prices: [price('18.50')],
  },
]

export const TIME_SHEET = {
  name: 'Time sheet.csv',
  text: 'Task,Hours\nCover design,9\nCorrections,3\n',
}

/** The first entry has today's date; each next one is a day older. */
export const ENTRIES: readonly Omit<EntryInput, 'customer_id' | 'date'>[] = [
  { description: 'Poster, first draft', quantity: '3.5', unit_price: '80.00' },
  { description: 'Call about the catalog', quantity: '0.5', unit_price: '80.00' },
  { kind: 'expense', description: 'Train to the printer', unit_price: '46.80', reference: 'R-17' },
]

export const RECURRING = [
  {
    to: 'books',
    /** Days from today. */
    startsIn: 3,
    name: 'Hosting',
    action: 'draft',
    schedule: { unit: 'month', end: { after: 12 } },
    period: { basis: 'calendar' },
    invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49' }] },
  },
  {
    to: 'kiln',
    startsIn: 20,
    name: 'Studio rent',
    action: 'issue',
    schedule: { unit: 'month', every: 3, days: [31] },
    period: { basis: 'anchor' },
    invoice: { items: [{ description: 'Studio rent, {period}', unit_price: '900' }] },
  },
] satisfies readonly { readonly to: CustomerName; readonly [field: string]: unknown }[]

export const QUOTE = {
  items: [
    { description: 'Website for the spring list', quantity: '1', unit: 'LS', unit_price: '2400' },
    { description: 'Photographs of the shop', quantity: '6', unit: 'HUR', unit_price: '90' },
    {
      description: 'Newsletter template',
      quantity: '1',
      unit: 'LS',
      unit_price: '380',
      optional: true,
    },
  ],
  terms_text: 'Work begins two weeks after acceptance. Half is due then, half on delivery.',
}

interface SampleQuote {
  readonly to: CustomerName
  readonly isDraft?: boolean
  /** The discount of a second revision. */
  readonly revision?: { readonly reason: string; readonly percent: string }
  readonly answer?: 'accepted' | 'declined'
  readonly answered?: { readonly name: string; readonly note: string }
  /** Percent of the first item. */
  readonly invoiced?: string
}

/** A quote in each state. */
export const QUOTES: readonly SampleQuote[] = [
  { to: 'books', isDraft: true },
  { to: 'books' },
  { to: 'books', revision: { reason: 'Returning customer', percent: '5' } },
  { to: 'books', answer: 'declined', answered: { name: 'Mara Lind', note: 'Not this year.' } },
  {
    to: 'kiln',
    answer: 'accepted',
    answered: { name: 'Rowan Pike', note: 'By phone.' },
    invoiced: '50',
  },
]

/** A small second company. */
export const SECOND_COMPANY = {
  companyName: 'Töpferei Südwind',
  companyEmail: 'werkstatt@suedwind.example',
  companyAddress: {
    line1: 'Brunnengasse 7',
    postalCode: '79098',
    city: 'Freiburg',
    countryCode: 'DE',
  },
  companyTaxId: 'DE136695976',
  bankAccount: {
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    bankName: 'Beispielbank',
  },
  currency: 'EUR',
  locale: 'de',
  defaultTax: { category: 'S', rate: '19' },
  accentColor: '#8a3b1e',
}

export const YEAR_OF_SECOND: readonly SampleInvoice<string>[] = [
  {
    to: 'Café am Stadtgarten',
    items: [['Becher, glasiert', '60', 'C62', '14.50']],
    ago: 75,
    paidAfter: 14,
    method: 'Überweisung',
  },
  { to: 'Hofladen Rebland', items: [['Krug, 1 Liter', '24', 'C62', '32']], ago: 48 },
  { to: 'Café am Stadtgarten', items: [['Teller, 24 cm', '40', 'C62', '19']], ago: 9 },
  { to: 'Hofladen Rebland', items: [['Schale, groß', '12', 'C62', '46']] },
]
