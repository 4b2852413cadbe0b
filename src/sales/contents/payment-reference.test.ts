import { describe, expect, test } from 'vitest'
import { creditorReference, isQrIban, qrReference } from './payment-reference.ts'

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
