import { ibanOf, PLACES, type Place } from './einvoice-countries.ts'
import type { Random } from './einvoice-random.ts'
import type { Json } from './givens.ts'

/** An invoice as a business might send it. */
export interface TypicalInvoice {
  readonly title: string
  readonly settings: Json
  readonly invoice: Json
  /** What happens to it once it is issued. */
  readonly outcome: string
}

type Party = 0 | 1

/** Currencies without decimals. */
const WHOLE = new Set(['JPY', 'ISK'])

const OUTCOMES = ['', '', '', '', 'credited', 'partly credited', 'paid', 'partly paid']

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
export function typicalInvoice(index: number, random: Random): TypicalInvoice {
  const seller = PLACES[index % PLACES.length] as Place
  const buyer = random.oneIn(2) ? seller : random.pick(PLACES)
  const trade = tradeOf(seller, buyer, random)
  const currency = random.oneIn(8) ? random.pick(['USD', 'EUR', 'JPY', 'KWD']) : seller.currency
  const outcome = random.pick(OUTCOMES)
  const kind = random.oneIn(10)
    ? random.pick(['corrected', 'prepayment', 'partial', 'self_billed'])
    : 'standard'
  const items = Array.from({ length: random.integer(1, 6) }, () => itemOf(trade, currency, random))
  return {
    title: `${index} ${seller.country}→${buyer.country} ${trade.name} ${currency} ${kind} ${outcome}`,
    settings: settingsOf(seller, trade, random),
    invoice: {
      customer: customerOf(buyer, seller === buyer ? 1 : 0, trade),
      kind,
      currency,
      prices_include_tax: random.oneIn(5),
      items,
      ...(random.oneIn(3) && {
        discounts: [{ ...adjustment(random, currency), tax: items[0].tax }],
      }),
      ...(random.oneIn(4) && {
        charges: [{ ...adjustment(random, currency), reason: 'Freight', tax: items[0].tax }],
      }),
      ...(kind === 'corrected' && {
        preceding: [{ number: 'INV-2026-0001', issue_date: '2026-10-01' }],
      }),
      ...datesOf(trade, random),
      ...paymentOf(seller, buyer, random),
      ...(random.oneIn(2) && { terms: 'Payable within 14 days.' }),
      ...(random.oneIn(2) && { notes: 'Thank you!\nSee you soon.' }),
      ...(random.oneIn(3) && { order_reference: `PO-${index}` }),
      ...(random.oneIn(4) && { references: { project: 'P-1', contract: 'C-2', object: 'M-7' } }),
      ...(seller.mark !== undefined && {
        attachments: [{ reference: seller.mark, description: '##M.AR.K##' }],
      }),
      ...(currency !== seller.currency && {
        tax_in_currency: { currency: seller.currency, amount: '0' },
      }),
    },
    outcome,
  }
}

/** What is sent to the invoice for that, below its address; nothing where nothing happens. */
export function stepOf({ outcome }: TypicalInvoice, { items, totals }: Json) {
  const creditNote = { path: 'credit-note', body: { status: 'sent' } }
  if (outcome === 'credited') return creditNote
  if (outcome === 'partly credited') {
    const [{ id, quantity }] = items
    const half = String(Number(quantity) / 2)
    return { ...creditNote, body: { ...creditNote.body, items: [{ id, quantity: half }] } }
  }
  if (outcome === 'paid') return { path: 'payments', body: { amount: totals.due } }
  if (outcome === 'partly paid')
    return { path: 'payments', body: { amount: String(Math.ceil(Number(totals.due) / 2)) } }
  return undefined
}

interface Trade {
  readonly name: string
  readonly taxes: readonly object[]
  readonly withoutVatId?: boolean
}

function tradeOf(seller: Place, buyer: Place, random: Random): Trade {
  const standard = seller.rates.map((rate) => ({ category: 'S', rate }))
  if (random.oneIn(12))
    return {
      name: 'small',
      taxes: [{ category: 'E', reason: 'Small business, no VAT' }],
      withoutVatId: random.oneIn(2),
    }
  if (seller.vatIds === null) return { name: 'outside', taxes: [{ category: 'O' }] }
  if (seller === buyer) {
    if (seller.country === 'ES' && random.oneIn(4))
      return { name: 'islands', taxes: [{ category: 'L', rate: '7' }] }
    if (seller.country === 'IT' && random.oneIn(4))
      return { name: 'split', taxes: [{ category: 'B', rate: '22' }] }
    if (random.oneIn(6)) return { name: 'domestic reverse', taxes: [{ category: 'AE' }] }
    if (random.oneIn(5)) return { name: 'mixed', taxes: [...standard, { category: 'Z' }, EXEMPT] }
    return { name: 'domestic', taxes: standard }
  }
  if (seller.isInUnion && buyer.isInUnion)
    return random.oneIn(2)
      ? { name: 'services', taxes: [{ category: 'AE' }] }
      : { name: 'goods', taxes: [{ category: 'K' }] }
  if (!buyer.isInUnion && random.oneIn(2)) return { name: 'export', taxes: [{ category: 'G' }] }
  return random.oneIn(2)
    ? { name: 'outside', taxes: [{ category: 'O' }] }
    : { name: 'distance', taxes: standard }
}

const EXEMPT = { category: 'E', reason_code: 'VATEX-EU-132-1I', reason: 'Education' }

function itemOf({ taxes }: Trade, currency: string, random: Random): Json {
  const decimals = WHOLE.has(currency) ? 0 : random.pick([2, 2, 2, 3, 4])
  return {
    description: random.pick(NAMES),
    quantity: random.pick(['1', '2', '3', '10', '0.5', '1.25', '7.333', '-1']),
    unit: random.pick(UNITS),
    unit_price: (
      random.integer(10_000, random.pick([20_000, 210_000, 4_010_000, 50_010_000])) / 10_000
    ).toFixed(decimals),
    tax: random.pick(taxes),
    ...(random.oneIn(4) && { details: 'As agreed.\nSecond line' }),
    ...(random.oneIn(4) && { discount: adjustment(random, currency) }),
    ...(random.oneIn(6) && { charge: { ...adjustment(random, currency), reason: 'Night' } }),
    ...(random.oneIn(5) && { item_number: 'SKU-1', gtin: '4012345000009', origin_country: 'DE' }),
    ...(random.oneIn(6) && { classification: { scheme: 'STI', code: '82141500' } }),
    ...(random.oneIn(6) && { attributes: [{ name: 'Color', value: 'Blue' }], note: 'Express' }),
    ...(random.oneIn(8) && { period_start: '2026-11-05', period_end: '2026-11-09' }),
  }
}

const adjustment = (random: Random, currency: string): object =>
  random.oneIn(2)
    ? { percent: random.pick(['3', '5', '12.5', '33.333']) }
    : { amount: WHOLE.has(currency) ? '1' : random.pick(['0.50', '1.00', '0.99']) }

function datesOf({ name }: Trade, random: Random): object {
  const delivery = name === 'goods' || random.oneIn(2) ? { delivery_date: '2026-11-18' } : {}
  const period = random.oneIn(4) ? { period_start: '2026-11-01', period_end: '2026-11-30' } : {}
  return { ...delivery, ...period }
}

function paymentOf(seller: Place, buyer: Place, random: Random): object {
  if (seller.transfer !== undefined && random.oneIn(2))
    return { payment: { means: seller.transfer } }
  const means = random.pick([
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

function settingsOf(place: Place, { withoutVatId }: Trade, random: Random): Json {
  return {
    companyName: 'Ink & Stone',
    companyTradingName: random.oneIn(2) ? 'Ink' : null,
    companyContact: 'Mara Voss',
    companyEmail: 'billing@ink-and-stone.example',
    companyPhone: '+49 30 5550199',
    companyAddress: {
      line1: 'Lindenweg 4',
      city: place.city,
      postalCode: place.postalCode,
      region: place.region ?? null,
      countryCode: place.country,
    },
    companyTaxId: withoutVatId ? null : (place.vatIds?.[0] ?? null),
    companyTaxNumber: place.taxNumber ?? null,
    companyRegistrationId: place.numbers[0],
    companyRegistrationScheme: place.numberScheme,
    companyLegalForm: random.oneIn(2) ? 'Seat and management' : null,
    companyEndpoint: endpointOf(place, 0),
    bankAccount: {
      holder: 'Ink & Stone',
      iban: ibanOf(place),
      bankName: place.account === null ? 'First Bank 123456789' : null,
      creditorId: random.oneIn(2) ? 'DE98ZZZ09999999999' : null,
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
      region: place.region ?? null,
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
