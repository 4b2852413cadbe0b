import { describe, expect, test } from 'vitest'
import { shownDecimal, shownPercent, toDecimal } from './decimal-text.ts'

describe('a number as people type it', () => {
  test.each([
    ['en', '1234.5', '1234.5'],
    ['en', '1,234.5', '1234.5'],
    ['en', '1,234', '1234'],
    ['en', '1.234', '1.234'],
    ['en', '12,5', '12.5'],
    ['en', '0,123', '0.123'],
    ['en', '1,234,567', '1234567'],
    ['en', "1'234.50", '1234.50'],
    ['en', '1.234,50', '1234.50'],
    ['en', '-5', '-5'],
    ['en', '\u2212\u00a05', '-5'],
    ['en', '.5', '0.5'],
    ['en', '-.5', '-0.5'],
    ['en', '5.', '5'],
    ['de', '1.234,5', '1234.5'],
    ['de', '1.234', '1234'],
    ['de', '1,234', '1.234'],
    ['de', '1234.50', '1234.50'],
    ['de', '1.234.567', '1234567'],
    ['fr', '1\u202f234,50', '1234.50'],
    ['fr', ' 1 234 ', '1234'],
  ] as const)('%s: "%s" is %s', (language, text, expected) => {
    expect(toDecimal(text, language)).toBe(expected)
  })

  test.each([
    '',
    'abc',
    '12 EUR',
    '1e5',
    '1-2',
    '--1',
  ])('"%s" stays for the message to name', (text) => {
    expect(toDecimal(text, 'de')).toBe(text.replaceAll(' ', ''))
  })

  test('is shown with the decimal mark of the language, and read back unchanged', () => {
    for (const [language, shown] of [
      ['en', '1234.5'],
      ['de', '1234,5'],
      ['fr', '1234,5'],
    ] as const) {
      expect(shownDecimal('1234.5', language)).toBe(shown)
      expect(toDecimal(shown, language)).toBe('1234.5')
    }
  })
})

test.each([
  ['en', '12.5%'],
  ['de', '12,5\u00a0%'],
  ['fr', '12,5\u00a0%'],
])('%s: a percentage is %s', (language, expected) => {
  expect(shownPercent('12.5', language)).toBe(expected)
})
