import { describe, expect, test } from 'vitest'
import {
  creditorReference,
  isQrIban,
  paymentReferenceOf,
  printedReference,
  qrReference,
  referenceKindOf,
} from './payment-reference.ts'

describe('QR reference', () => {
  test('the check digit is that of the guidelines (annex B)', () => {
    expect(qrReference('21000000000313947143000901')).toBe('210000000003139471430009017')
  })

  test.each([
    ['INV-2026-0042', '000000000000000000202600427'],
    ['R 7', '000000000000000000000000079'],
  ])('%s: its digits, so that people find the invoice', (number, reference) => {
    expect(qrReference(number)).toBe(reference)
  })

  test.each(['no digits', '0', '9'.repeat(27), ''])('%s: also 27 digits', (number) => {
    expect(qrReference(number)).toMatch(/^\d{27}$/)
    expect(qrReference(number)).toBe(qrReference(number))
    expect(qrReference(number)).not.toBe(qrReference(`${number}!`))
    expect(Number(qrReference(number))).toBeGreaterThan(0)
  })
})

describe('creditor reference (ISO 11649)', () => {
  test.each([
    ['539007547034', 'RF18539007547034'],
    ['inv-2026/0042', 'RF73INV20260042'],
  ])('%s', (number, reference) => {
    expect(creditorReference(number)).toBe(reference)
  })

  test('its value modulo 97 is 1', () => {
    const reference = creditorReference('A-1.b_2') ?? ''
    const digits = [...reference.slice(4), ...reference.slice(0, 4)]
      .map((it) => Number.parseInt(it, 36))
      .join('')
    expect(BigInt(digits) % 97n).toBe(1n)
  })

  test.each(['Ä-1', '', 'x'.repeat(22)])('none for "%s"', (number) => {
    expect(creditorReference(number)).toBeNull()
  })
})

test.each([
  ['CH4431999123000889012', true],
  ['LI2130000123456789012', true],
  ['CH9300762011623852957', false],
  ['CH5632000123456789012', false],
  ['DE8931000044053201300', false],
])('%s is a QR-IBAN: %s', (iban, expected) => {
  expect(isQrIban(iban)).toBe(expected)
})

describe('the reference that a document prints', () => {
  test.each([
    ['rf', 'INV-2026-0042', 'RF73INV20260042'],
    ['ogm', 'INV-2026-0042', '+++002/0260/04240+++'],
    ['viite', 'INV-2026-0042', '202600428'],
    ['viite', 'R7', '0071'],
    ['kid', 'INV-2026-0042', '202600425'],
    ['ocr', 'INV-2026-0042', '202600425'],
    ['bk', 'INV-2026-0042', '6000000020260042'],
    ['vs', 'INV-2026-0042', '20260042'],
    ['si', 'INV-2026-0042', 'SI00 20260042'],
    ['hr', 'INV-2026-0042', 'HR00 20260042'],
  ] as const)('%s of %s is %s', (kind, number, reference) => {
    expect(printedReference(kind, number)).toBe(reference)
  })

  test('a number without digits, or with too many, has the digits of its hash', () => {
    for (const number of ['DRAFT', '20261128123456789']) {
      expect(printedReference('vs', number)).toMatch(/^\d{9,10}$/)
      expect(printedReference('ogm', number)).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/)
    }
  })

  const seller = { paymentReference: 'rf' } as const
  test.each([
    ['A-1', null, 'RF90A1'],
    ['A-1', 'Project Falcon', 'Project Falcon'],
    ['Ä-1', null, 'Ä-1'],
    [null, null, null],
  ])('of number %s with text %s: %s', (number, text, reference) => {
    expect(paymentReferenceOf({ number, payment: { reference: text }, seller })).toBe(reference)
  })

  test.each([
    ['BE', 'ogm'],
    ['FI', 'viite'],
    ['DE', 'rf'],
    ['SE', null],
    [null, 'rf'],
  ])('a company in %s prints %s by itself', (countryCode, kind) => {
    const settings = {
      paymentReference: 'auto',
      bankAccount: { iban: 'DE89370400440532013000' },
      companyAddress: { countryCode },
    } as const
    expect(referenceKindOf(settings)).toBe(kind)
    expect(referenceKindOf({ ...settings, bankAccount: { iban: null } })).toBe(null)
    expect(referenceKindOf({ ...settings, paymentReference: 'none' })).toBe(null)
  })
})
