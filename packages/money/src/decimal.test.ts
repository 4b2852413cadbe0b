import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AmountError } from './amount-error.ts'
import { formatMicro, parseMicro } from './decimal.ts'
import { formatMinor, parseMinor } from './minor.ts'

const codeOf = (parse: () => unknown): string => {
  try {
    parse()
  } catch (error) {
    if (error instanceof AmountError) return error.code
    throw error
  }
  return 'taken'
}

describe('parseMicro', () => {
  test.each<[string | number, bigint]>([
    ['0', 0n],
    ['-0', 0n],
    [-0, 0n],
    ['1', 1_000_000n],
    ['1.5', 1_500_000n],
    ['-12.345678', -12_345_678n],
    ['0.000001', 1n],
    [1e-6, 1n],
    [0.1, 100_000n],
    [19, 19_000_000n],
    [1.1e3, 1_100_000_000n],
    ['007.50', 7_500_000n],
    ['158.1250000000', 158_125_000n],
    ['999999999.999999', 999_999_999_999_999n],
    ['9000000000000', 9_000_000_000_000_000_000n],
  ])('%j is exact', (value, micro) => {
    expect(parseMicro(value)).toBe(micro)
  })

  test.each<[string | number, string]>([
    ['', 'not_a_number'],
    [' 1', 'not_a_number'],
    ['1\n', 'not_a_number'],
    ['+1', 'not_a_number'],
    ['--1', 'not_a_number'],
    ['1.', 'not_a_number'],
    ['.5', 'not_a_number'],
    ['1,5', 'not_a_number'],
    ['1_000', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1e400', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['١', 'not_a_number'],
    ['1'.repeat(1_000_000), 'not_a_number'],
    [Number.NaN, 'not_a_number'],
    [Number.POSITIVE_INFINITY, 'too_large'],
    [Number.NEGATIVE_INFINITY, 'too_large'],
    [JSON.parse('1e400'), 'too_large'],
    [1e21, 'too_large'],
    ['1000000000000000', 'too_large'],
    ['9000000000000.1', 'too_large'],
    ['-9000000000001', 'too_large'],
    [0.1 + 0.2, 'too_precise'],
    [1e-7, 'too_precise'],
    [1.5e-300, 'too_precise'],
    ['0.0000001', 'too_precise'],
    ['1234567890.123456', 'too_precise'],
  ])('%j is refused: %s', (value, code) => {
    expect(codeOf(() => parseMicro(value))).toBe(code)
  })

  test('the message names the value, shortened', () => {
    expect(() => parseMicro('12,50')).toThrow('"12,50" is not a number')
    expect(() => parseMicro('9'.repeat(60))).toThrow(`"${'9'.repeat(40)}…" is too large`)
  })

  test('the output of formatMicro can be parsed, for every number', () => {
    const micro = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n })
    fc.assert(fc.property(micro, (it) => parseMicro(formatMicro(it)) === it))
  })
})

test.each<[bigint, string]>([
  [0n, '0'],
  [1n, '0.000001'],
  [-500_000n, '-0.5'],
  [10_000_000n, '10'],
  [100_000n, '0.1'],
  [10_010_000n, '10.01'],
  [-9_000_000_000_000_000_000n, '-9000000000000'],
])('formatMicro(%s) is %s', (micro, text) => {
  expect(formatMicro(micro)).toBe(text)
})

describe('minor units', () => {
  test.each<[string | number, string, bigint, string]>([
    ['1234.5', 'EUR', 123_450n, '1234.50'],
    ['-0.5', 'EUR', -50n, '-0.50'],
    ['0', 'EUR', 0n, '0.00'],
    [0.07, 'USD', 7n, '0.07'],
    ['1234', 'JPY', 1234n, '1234'],
    ['1234.00', 'JPY', 1234n, '1234'],
    ['1.234', 'KWD', 1234n, '1.234'],
    ['-0.001', 'KWD', -1n, '-0.001'],
    ['39.1234', 'CLF', 391_234n, '39.1234'],
    ['12.5', 'HUF', 1250n, '12.50'],
    ['9999999999999.99', 'EUR', 999_999_999_999_999n, '9999999999999.99'],
  ])('%j %s is %s minor units, written %s', (value, currency, minor, text) => {
    expect(parseMinor(value, currency)).toBe(minor)
    expect(formatMinor(minor, currency)).toBe(text)
  })

  test.each<[string | number, string, string]>([
    ['0.001', 'EUR', 'too_precise'],
    ['0.5', 'JPY', 'too_precise'],
    ['0.0001', 'KWD', 'too_precise'],
    ['0.00001', 'CLF', 'too_precise'],
    [1e-7, 'JPY', 'too_precise'],
    ['100000000000000', 'EUR', 'too_large'],
    ['-100000000000000', 'EUR', 'too_large'],
    ['1.00 EUR', 'EUR', 'not_a_number'],
  ])('%j %s is refused: %s', (value, currency, code) => {
    expect(codeOf(() => parseMinor(value, currency))).toBe(code)
  })

  test('an unknown currency is a programming error', () => {
    expect(() => formatMinor(1n, 'XXX')).toThrow('XXX is not an ISO 4217 currency.')
  })
})
