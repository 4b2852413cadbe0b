import fc, { type Arbitrary } from 'fast-check'
import { isBlank, withoutForbidden } from '../xml/characters.ts'
import { dayOf } from './day.ts'
import { decimal } from './decimal.ts'
import type { EInvoice, Payment } from './document.ts'
import type { Line } from './line.ts'
import type { Address, Identifier } from './party.ts'

/** Any text that a reader can return: not blank, no control characters. */
const text: Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  .map((it) => withoutForbidden(it).trim())
  .filter((it) => !isBlank(it) && !it.startsWith('#') && it !== 'NA')

const code = fc.stringMatching(/^[A-Z0-9]{1,4}$/)
const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat({ max: 12 }))
  .map(([digits, scale]) => decimal(digits, scale))
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((it) => dayOf(it.toISOString().slice(0, 10)))

/** A record with any of its keys, but at least one. */
const some = <T extends object>(model: { [K in keyof T]: Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] }).filter((it) => Object.keys(it).length > 0)

const identifier: Arbitrary<Identifier> = fc.record(
  { value: text, scheme: code },
  { requiredKeys: ['value'] },
)
/** CII puts identifiers without a scheme first. */
const identifiers = fc
  .array(identifier, { maxLength: 3 })
  .map((all) => [...all.filter(({ scheme }) => !scheme), ...all.filter(({ scheme }) => scheme)])

const address: Arbitrary<Address> = fc.record(
  {
    line1: text,
    line2: text,
    line3: text,
    city: text,
    postalCode: text,
    region: text,
    country: code,
  },
  { requiredKeys: ['country'] },
)
const contact = some({ name: text, phone: text, email: text })
const period = some({ start: day, end: day })
const tax = fc.record({ category: code, rate: number }, { requiredKeys: ['category'] })

const buyer = {
  name: text,
  tradingName: text,
  identifiers,
  registration: identifier,
  vatId: text,
  electronicAddress: identifier,
  address,
  contact,
}
const REQUIRED_OF_PARTIES = ['name', 'identifiers', 'address'] as const

const allowance = {
  amountCents: cents,
  baseCents: cents,
  percent: number,
  reason: text,
  reasonCode: code,
}
const lineAllowances = fc.array(fc.record(allowance, { requiredKeys: ['amountCents'] }), {
  maxLength: 2,
})
const documentAllowances = fc.array(
  fc.record({ ...allowance, tax }, { requiredKeys: ['amountCents', 'tax'] }),
  { maxLength: 2 },
)

const price = fc
  .tuple(
    fc.record({ net: number }),
    fc.option(fc.record({ discount: number, gross: number }), { nil: {} }),
    fc.option(
      fc.record({ baseQuantity: number, baseUnit: code }, { requiredKeys: ['baseQuantity'] }),
      { nil: {} },
    ),
  )
  .map(([net, discount, base]) => ({ ...net, ...discount, ...base }))

const line: Arbitrary<Line> = fc.record(
  {
    id: text,
    note: text,
    object: identifier,
    quantity: number,
    unit: code,
    netCents: cents,
    orderLineReference: text,
    buyerAccountingReference: text,
    period,
    allowances: lineAllowances,
    charges: lineAllowances,
    price,
    tax,
    item: fc.record(
      {
        name: text,
        description: text,
        sellerId: text,
        buyerId: text,
        standardId: identifier,
        classifications: fc.array(
          fc.record(
            { value: text, scheme: code, schemeVersion: code },
            { requiredKeys: ['value'] },
          ),
          { maxLength: 2 },
        ),
        originCountry: code,
        attributes: fc.array(fc.record({ name: text, value: text }), { maxLength: 2 }),
      },
      { requiredKeys: ['name', 'classifications', 'attributes'] },
    ),
  },
  {
    requiredKeys: [
      'id',
      'quantity',
      'unit',
      'netCents',
      'allowances',
      'charges',
      'price',
      'tax',
      'item',
    ],
  },
)

const payment: Arbitrary<Payment> = fc.record(
  {
    reference: text,
    mandate: text,
    creditorId: text,
    means: fc.array(
      fc.record(
        {
          code,
          text: code,
          account: fc.record({ id: text, name: text, bic: code }, { requiredKeys: ['id'] }),
          card: fc.record({ number: text, holder: text }, { requiredKeys: ['number'] }),
          debitedAccount: text,
        },
        { requiredKeys: ['code'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['means'] },
)

const breakdown = fc.record(
  {
    taxableCents: cents,
    taxCents: cents,
    category: code,
    rate: number,
    exemptionReason: text,
    exemptionCode: code,
  },
  { requiredKeys: ['taxableCents', 'taxCents', 'category'] },
)

const totals = fc.record(
  {
    linesCents: cents,
    allowancesCents: cents,
    chargesCents: cents,
    withoutTaxCents: cents,
    taxCents: cents,
    withTaxCents: cents,
    paidCents: cents,
    roundingCents: cents,
    dueCents: cents,
  },
  { requiredKeys: ['linesCents', 'withoutTaxCents', 'taxCents', 'withTaxCents', 'dueCents'] },
)

const file = fc.record({
  name: code,
  mediaType: fc.constantFrom('application/pdf', 'text/csv'),
  base64: fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((bytes) => Buffer.from(bytes).toString('base64')),
})

/** Documents that both syntaxes can express, sensible or not. */
export const document: Arbitrary<EInvoice> = fc.record(
  {
    number: text,
    issueDate: day,
    typeCode: fc.constantFrom('380', '381', '384', '326'),
    currency: fc.constantFrom('EUR', 'JPY'),
    taxPointCode: fc.constantFrom('3', '35', '432'),
    taxPointDate: day,
    dueDate: day,
    buyerReference: text,
    projectReference: text,
    contractReference: text,
    purchaseOrderReference: text,
    salesOrderReference: text,
    receivingAdviceReference: text,
    despatchAdviceReference: text,
    tenderReference: text,
    invoicedObject: identifier,
    buyerAccountingReference: text,
    paymentTerms: text.map((it) => ` ${it}\n`),
    notes: fc.array(
      fc.record({ subjectCode: fc.stringMatching(/^[A-Z]{3}$/), text }, { requiredKeys: ['text'] }),
      { maxLength: 2 },
    ),
    precedingInvoices: fc.array(
      fc.record({ number: text, issueDate: day }, { requiredKeys: ['number'] }),
      { maxLength: 2 },
    ),
    seller: fc.record(
      { ...buyer, taxNumber: text, legalInformation: text },
      { requiredKeys: [...REQUIRED_OF_PARTIES] },
    ),
    buyer: fc.record(buyer, { requiredKeys: [...REQUIRED_OF_PARTIES] }),
    payee: fc.record(
      { name: text, identifier, registration: identifier },
      { requiredKeys: ['name'] },
    ),
    taxRepresentative: fc.record({ name: text, vatId: text, address }),
    delivery: some({ name: text, location: identifier, date: day, address }),
    period,
    payment,
    allowances: documentAllowances,
    charges: documentAllowances,
    totals,
    taxBreakdown: fc.array(breakdown, { minLength: 1, maxLength: 3 }),
    attachments: fc.array(
      fc.record({ id: text, description: text, url: text, file }, { requiredKeys: ['id'] }),
      { maxLength: 2 },
    ),
    lines: fc.array(line, { maxLength: 3 }),
  },
  {
    requiredKeys: [
      'number',
      'issueDate',
      'typeCode',
      'currency',
      'notes',
      'precedingInvoices',
      'seller',
      'buyer',
      'payment',
      'allowances',
      'charges',
      'totals',
      'taxBreakdown',
      'attachments',
      'lines',
    ],
  },
)
