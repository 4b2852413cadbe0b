import type { Chance } from './einvoice-chance.ts'
import { ibanOf, PLACES, type Place } from './einvoice-countries.ts'
import type { Json } from './givens.ts'

/** An invoice as a business might send it. */
export interface NaturalInvoice {
  readonly title: string
  readonly settings: Json
  readonly invoice: Json
  /** What happens to it once it is issued. */
  readonly fate: string
}

type Party = 0 | 1

/** Currencies without decimals. */
const WHOLE = new Set(['JPY', 'ISK'])

const FATES = ['', '', '', '', 'credited', 'partly credited', 'paid', 'partly paid']

const UNITS =
  'C62 H87 HUR DAY MON KGM GRM LTR MTR MTK MTQ KMT KWH SET LS XPK XBX MIN PCS STD'.split(' ')
const NAMES = [
  'Cover design',
  'Wartung „Basis“ & Zubehör',
  'Café crème 1 < 2',
  '設計',
  'Møbler',
  'Łódź',
]

/** The invoice of that number; the same one in every run. */
export function naturalInvoice(index: number, chance: Chance): NaturalInvoice {
  const seller = PLACES[index % PLACES.length] as Place
  const buyer = chance.isOneIn(2) ? seller : chance.oneOf(PLACES)
  const trade = tradeOf(seller, buyer, chance)
  const currency = chance.isOneIn(8) ? chance.oneOf(['USD', 'EUR', 'JPY', 'KWD']) : seller.currency
  const fate = chance.oneOf(FATES)
  const kind = chance.isOneIn(10)
    ? chance.oneOf(['corrected', 'prepayment', 'partial', 'self_billed'])
    : 'standard'
  const items = Array.from({ length: chance.whole(1, 6) }, () => itemOf(trade, currency, chance))
  return {
    title: `${index} ${seller.country}→${buyer.country} ${trade.name} ${currency} ${kind} ${fate}`,
    settings: settingsOf(seller, trade, chance),
    invoice: {
      customer: customerOf(buyer, seller === buyer ? 1 : 0, trade),
      kind,
      currency,
      prices_include_tax: chance.isOneIn(5),
      items,
      ...(chance.isOneIn(3) && {
        discounts: [{ ...adjustment(chance, currency), tax: items[0].tax }],
      }),
      ...(chance.isOneIn(4) && {
        charges: [{ ...adjustment(chance, currency), reason: 'Freight', tax: items[0].tax }],
      }),
      ...(kind === 'corrected' && {
        preceding: [{ number: 'INV-2026-0001', issue_date: '2026-10-01' }],
      }),
      ...datesOf(trade, chance),
      ...paymentOf(seller, buyer, chance),
      ...(chance.isOneIn(2) && { terms: 'Payable within 14 days.' }),
      ...(chance.isOneIn(2) && { notes: 'Thank you!\nSee you soon.' }),
      ...(chance.isOneIn(3) && { order_reference: `PO-${index}` }),
      ...(chance.isOneIn(4) && { references: { project: 'P-1', contract: 'C-2', object: 'M-7' } }),
      ...(currency !== seller.currency && {
        tax_in_currency: { currency: seller.currency, amount: '0' },
      }),
    },
    fate,
  }
}

/** What is sent to the invoice for that, below its address; nothing where nothing happens. */
export function stepOf({ fate }: NaturalInvoice, { items, totals }: Json) {
  const creditNote = { path: 'credit-note', body: { status: 'sent' } }
  if (fate === 'credited') return creditNote
  if (fate === 'partly credited') {
    const [{ id, quantity }] = items
    const half = String(Number(quantity) / 2)
    return { ...creditNote, body: { ...creditNote.body, items: [{ id, quantity: half }] } }
  }
  if (fate === 'paid') return { path: 'payments', body: { amount: totals.due } }
  if (fate === 'partly paid')
    return { path: 'payments', body: { amount: String(Math.ceil(Number(totals.due) / 2)) } }
  return undefined
}

interface Trade {
  readonly name: string
  readonly taxes: readonly object[]
  readonly withoutVatId?: boolean
}

function tradeOf(seller: Place, buyer: Place, chance: Chance): Trade {
  const standard = seller.rates.map((rate) => ({ category: 'S', rate }))
  if (chance.isOneIn(12))
    return {
      name: 'small',
      taxes: [{ category: 'E', reason: 'Small business, no VAT' }],
      withoutVatId: chance.isOneIn(2),
    }
  if (seller.vatIds === null) return { name: 'outside', taxes: [{ category: 'O' }] }
  if (seller === buyer) {
    if (seller.country === 'ES' && chance.isOneIn(4))
      return { name: 'islands', taxes: [{ category: 'L', rate: '7' }] }
    if (seller.country === 'IT' && chance.isOneIn(4))
      return { name: 'split', taxes: [{ category: 'B', rate: '22' }] }
    if (chance.isOneIn(6)) return { name: 'domestic reverse', taxes: [{ category: 'AE' }] }
    if (chance.isOneIn(5)) return { name: 'mixed', taxes: [...standard, { category: 'Z' }, EXEMPT] }
    return { name: 'domestic', taxes: standard }
  }
  if (seller.isInUnion && buyer.isInUnion)
    return chance.isOneIn(2)
      ? { name: 'services', taxes: [{ category: 'AE' }] }
      : { name: 'goods', taxes: [{ category: 'K' }] }
  if (!buyer.isInUnion && chance.isOneIn(2)) return { name: 'export', taxes: [{ category: 'G' }] }
  return chance.isOneIn(2)
    ? { name: 'outside', taxes: [{ category: 'O' }] }
    : { name: 'distance', taxes: standard }
}

const EXEMPT = { category: 'E', reason_code: 'VATEX-EU-132-1I', reason: 'Education' }

function itemOf({ taxes }: Trade, currency: string, chance: Chance): Json {
  const decimals = WHOLE.has(currency) ? 0 : chance.oneOf([2, 2, 2, 3, 4])
  return {
    description: chance.oneOf(NAMES),
    quantity: chance.oneOf(['1', '2', '3', '10', '0.5', '1.25', '7.333', '-1']),
    unit: chance.oneOf(UNITS),
    unit_price: (chance.next() * chance.oneOf([1, 20, 400, 5000]) + 1).toFixed(decimals),
    tax: chance.oneOf(taxes),
    ...(chance.isOneIn(4) && { details: 'As agreed.\nSecond line' }),
    ...(chance.isOneIn(4) && { discount: adjustment(chance, currency) }),
    ...(chance.isOneIn(6) && { charge: { ...adjustment(chance, currency), reason: 'Night' } }),
    ...(chance.isOneIn(5) && { item_number: 'SKU-1', gtin: '4012345000009', origin_country: 'DE' }),
    ...(chance.isOneIn(6) && { classification: { scheme: 'STI', code: '82141500' } }),
    ...(chance.isOneIn(6) && { attributes: [{ name: 'Color', value: 'Blue' }], note: 'Express' }),
    ...(chance.isOneIn(8) && { period_start: '2026-11-05', period_end: '2026-11-09' }),
  }
}

const adjustment = (chance: Chance, currency: string): object =>
  chance.isOneIn(2)
    ? { percent: chance.oneOf(['3', '5', '12.5', '33.333']) }
    : { amount: WHOLE.has(currency) ? '1' : chance.oneOf(['0.50', '1.00', '0.99']) }

function datesOf({ name }: Trade, chance: Chance): object {
  const delivery = name === 'goods' || chance.isOneIn(2) ? { delivery_date: '2026-11-18' } : {}
  const period = chance.isOneIn(4) ? { period_start: '2026-11-01', period_end: '2026-11-30' } : {}
  return { ...delivery, ...period }
}

function paymentOf(seller: Place, buyer: Place, chance: Chance): object {
  if (seller.transfer !== undefined && chance.isOneIn(2))
    return { payment: { means: seller.transfer } }
  const means = chance.oneOf([
    null,
    null,
    null,
    null,
    '30',
    '58',
    '59',
    '49',
    '48',
    '10',
    '57',
    '68',
  ])
  if (means === null) return {}
  const payer = ibanOf(buyer)
  if (means === '59' || means === '49')
    return payer === null ? {} : { payment: { means, mandate: 'M-4711', payer_iban: payer } }
  if (means === '48') return { payment: { means, card_last4: '4242' } }
  return { payment: { means } }
}

function settingsOf(place: Place, { withoutVatId }: Trade, chance: Chance): Json {
  return {
    companyName: 'Ink & Stone',
    companyTradingName: chance.isOneIn(2) ? 'Ink' : null,
    companyContact: 'Mara Voss',
    companyEmail: 'billing@ink-and-stone.example',
    companyPhone: '+49 30 5550199',
    companyAddress: {
      line1: 'Lindenweg 4',
      city: place.city,
      postalCode: place.postalCode,
      countryCode: place.country,
    },
    companyTaxId: withoutVatId ? null : (place.vatIds?.[0] ?? null),
    companyTaxNumber: place.taxNumber ?? null,
    companyRegistrationId: place.numbers[0],
    companyRegistrationScheme: place.numberScheme,
    companyLegalForm: chance.isOneIn(2) ? 'Seat and management' : null,
    companyEndpoint: endpointOf(place, 0),
    bankAccount: {
      holder: 'Ink & Stone',
      iban: ibanOf(place),
      bankName: place.account === null ? 'First Bank 123456789' : null,
      creditorId: chance.isOneIn(2) ? 'DE98ZZZ09999999999' : null,
    },
    taxRepresentative: null,
    eInvoiceProfile: null,
    paymentMeans: null,
    paymentTermsDays: 14,
    currency: place.currency,
    locale: place.language,
    defaultTax: { category: 'O', rate: '0' },
    rounding: 'document',
    pricesIncludeTax: false,
  }
}

function customerOf(place: Place, party: Party, { name }: Trade): Json {
  return {
    name: 'Northwind Robotics',
    contact_name: 'Ida Brandt',
    email: 'accounts@northwind.example',
    phone: '+49 40 5550123',
    address: {
      line1: 'Hafenstraße 12',
      city: place.city,
      postal_code: place.postalCode,
      country_code: place.country,
    },
    tax_id: name === 'distance' ? null : (place.vatIds?.[party] ?? null),
    registration_id: place.numbers[party],
    registration_scheme: place.numberScheme,
    endpoint: endpointOf(place, party),
    reference: '04011000-12345-03',
  }
}

function endpointOf({ endpoint: [scheme, of], vatIds, numbers, country }: Place, party: Party) {
  const id = of === 'vat' ? vatIds?.[party] : numbers[party]
  if (country === 'KW') return { scheme, id: '4012345000009' }
  return id === undefined ? null : { scheme, id }
}
