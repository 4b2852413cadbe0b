import { describe, expect, test } from 'vitest'
import type { Address } from '../../../company/settings/settings.ts'
import { type SwissClaim, swissBill } from './bill.ts'

const IBAN = 'CH9300762011623852957'
const QR_IBAN = 'CH4431999123000889012'

const address = (changes: Partial<Address> = {}): Address => ({
  line1: 'Laternengasse 14',
  line2: null,
  city: 'Zürich',
  postalCode: '8001',
  region: null,
  countryCode: 'CH',
  ...changes,
})

const claim = (changes: Partial<SwissClaim> = {}): SwissClaim => ({
  seller: { name: 'Federkiel & Flut GmbH', address: address() },
  bankAccount: {
    holder: null,
    iban: IBAN,
    bic: null,
    number: null,
    bankCode: null,
    bankName: null,
    creditorId: null,
    qrIban: QR_IBAN,
  },
  buyer: { name: 'Morgentau AG', address: address({ line1: 'Kompasskai 3a', city: 'Luzern' }) },
  currency: 'CHF',
  amountMinor: 246_468n,
  number: 'INV-2026-0042',
  ...changes,
})

const account = (iban: string | null, qrIban: string | null = null) => ({
  bankAccount: { ...claim().bankAccount, iban, qrIban },
})
const seller = (changes: Partial<Address>, name = 'A') => ({
  seller: { name, address: address(changes) },
})

test('a bill in francs: QR-IBAN, QR reference, structured addresses, the exact amount', () => {
  expect(swissBill(claim())).toEqual({
    bill: {
      iban: QR_IBAN,
      creditor: {
        name: 'Federkiel & Flut GmbH',
        street: 'Laternengasse',
        houseNumber: '14',
        postalCode: '8001',
        town: 'Zürich',
        country: 'CH',
      },
      debtor: {
        name: 'Morgentau AG',
        street: 'Kompasskai',
        houseNumber: '3a',
        postalCode: '8001',
        town: 'Luzern',
        country: 'CH',
      },
      currency: 'CHF',
      amount: '2464.68',
      reference: '000000000000000000202600427',
      message: 'INV-2026-0042',
    },
    problem: null,
  })
})

describe('account and reference', () => {
  test.each([
    ['francs without a QR-IBAN', account(IBAN), IBAN, 'RF73INV20260042'],
    [
      'a QR-IBAN where the IBAN should be',
      account(QR_IBAN),
      QR_IBAN,
      '000000000000000000202600427',
    ],
    ['euro', { currency: 'EUR' }, IBAN, 'RF73INV20260042'],
    ['a number that no reference can hold', { ...account(IBAN), number: 'Ä-1' }, IBAN, null],
    ['blanks and small letters', account('ch93 0076 2011 6238 5295 7'), IBAN, 'RF73INV20260042'],
  ])('%s', (_case, changes, iban, reference) => {
    expect(swissBill(claim(changes)).bill).toMatchObject({ iban, reference })
  })

  test('euro on a QR-IBAN: no bill since version 2.4 of the guidelines, and it is said', () => {
    const decision = swissBill(claim({ ...account(QR_IBAN), currency: 'EUR' }))
    expect(decision.bill).toBeNull()
    expect(decision.problem).toContain('QR-IBAN')
  })

  test.each([
    ['an account elsewhere', account('DE89370400440532013000')],
    ['no account', account(null)],
    ['another currency', { currency: 'USD' }],
    ['a wrong check digit', account('CH9400762011623852957')],
  ])('no bill and no problem: %s', (_case, changes) => {
    expect(swissBill(claim(changes))).toEqual({ bill: null, problem: null })
  })
})

describe('no bill, and why', () => {
  test.each([
    ['no postal code', seller({ postalCode: null }), 'postal code is missing'],
    ['no city', seller({ city: ' ' }), 'city is missing'],
    ['no country', seller({ countryCode: null }), 'country is missing'],
    [
      'a name that is too long',
      seller({}, 'x'.repeat(71)),
      'name is too long for a QR-bill: use at most 70',
    ],
    [
      'a city that is too long',
      seller({ city: 'x'.repeat(36) }),
      'city is too long for a QR-bill: use at most 35',
    ],
    ['letters the bill has not', seller({}, 'Łódź 会社'), 'does not allow: 会 社'],
    ['an amount over the limit', { amountMinor: 100_000_000_000n }, '999 999 999.99'],
    ['nothing to pay', { amountMinor: 0n }, '0.01'],
  ])('%s', (_case, changes, problem) => {
    const decision = swissBill(claim(changes))
    expect(decision.bill).toBeNull()
    expect(decision.problem).toContain(problem)
  })
})

test.each([
  ['no city', { name: 'B', address: address({ city: null }) }],
  ['letters the bill has not', { name: '株式会社', address: address() }],
])('a payer with %s is left out, and writes it by hand', (_case, buyer) => {
  expect(swissBill(claim({ buyer })).bill?.debtor).toBeNull()
})

test.each([
  ['Bahnhofstrasse 12', 'Bahnhofstrasse', '12'],
  ['Via  al Lago 12-14b', 'Via al Lago', '12-14b'],
  ['12 rue de Lausanne', '12 rue de Lausanne', ''],
  ['Postfach 12', 'Postfach 12', ''],
  ['Haus am See', 'Haus am See', ''],
  ['42', '42', ''],
])('the street "%s" is "%s" and "%s"', (line1, street, houseNumber) => {
  expect(swissBill(claim(seller({ line1 }))).bill?.creditor).toMatchObject({ street, houseNumber })
})

test('marks are written as a keyboard does, a country before the postal code is left out', () => {
  const { bill } = swissBill(claim(seller({ postalCode: 'CH-8001' }, 'L’Été – «Ș€» GmbH\n')))
  expect(bill?.creditor).toMatchObject({ name: "L'Été - «Ș€» GmbH", postalCode: '8001' })
})

test('the limits: 0.01, 999 999 999.99, seventy characters', () => {
  const name = 'ž'.repeat(70)
  for (const [amountMinor, amount] of [
    [1n, '0.01'],
    [99_999_999_999n, '999999999.99'],
  ] as const) {
    const { bill } = swissBill(claim({ amountMinor, ...seller({}, name) }))
    expect(bill).toMatchObject({ amount, creditor: { name } })
  }
})
