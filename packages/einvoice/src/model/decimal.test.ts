import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  centsOfDecimal,
  decimal,
  decimalOfMicro,
  formatCents,
  formatDecimal,
  microOfDecimal,
  parseDecimal,
  subtract,
} from './decimal.ts'

test.each([
  ['0', '0'],
  ['-0.00', '0'],
  ['12.50', '12.5'],
  ['+7', '7'],
  ['.5', '0.5'],
  ['-.05', '-0.05'],
  ['5.', '5'],
  ['007', '7'],
  ['100', '100'],
  ['0.0000000000001', '0.0000000000001'],
])('%s is %s', (text, plain) => {
  const value = parseDecimal(text)
  expect(value && formatDecimal(value)).toBe(plain)
})

test.each([
  '',
  '.',
  '-',
  '1e3',
  '1,5',
  ' 1',
  '0x1',
  'NaN',
  '1'.repeat(65),
])('%j is none', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})

describe('for all decimals', () => {
  const any = fc
    .tuple(fc.bigInt(), fc.nat({ max: 30 }))
    .map(([digits, scale]) => decimal(digits % 10n ** 30n, scale))

  test('written decimals can be read, and equal numbers are equal values', () => {
    const isKept = fc.property(any, (it) => {
      expect(parseDecimal(formatDecimal(it))).toEqual(it)
    })
    fc.assert(isKept)
  })

  test('taking away undoes adding', () => {
    const isUndone = fc.property(any, any, (one, other) => {
      expect(subtract(add(one, other), other)).toEqual(one)
    })
    fc.assert(isUndone)
  })
})

test('hundredths and millionths, if nothing is lost', () => {
  expect(decimalOfMicro(1_500_000n)).toEqual({ digits: 15n, scale: 1 })
  expect(microOfDecimal(decimal(-15n, 1))).toBe(-1_500_000n)
  expect(microOfDecimal(decimal(1n, 7))).toBeUndefined()
  expect(centsOfDecimal(decimal(125n, 1))).toBe(1250n)
  expect(centsOfDecimal(decimal(125n, 3))).toBeUndefined()
})

test.each([
  [0n, '0.00'],
  [-5n, '-0.05'],
  [123_456n, '1234.56'],
])('%s hundredths are %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})
