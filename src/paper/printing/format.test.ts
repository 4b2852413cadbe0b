import { describe, expect, test } from 'vitest'
import type { DateFormat } from '../../company/settings/settings.ts'
import { formatterFor } from './format.ts'

const formatter = (language: string, currency = 'EUR', dateFormat: DateFormat = 'medium') =>
  formatterFor({ language, currency, dateFormat })

/** Spaces that do not break are written as `_`, marks of direction are left out. */
const seen = (text: string) =>
  text.replace(/[\u00a0\u2009\u202f]/g, '_').replace(/[\u200e\u200f\u061c]/g, '')

describe('money', () => {
  test.each([
    ['de-DE', 'EUR', 123450n, '1.234,50_€'],
    ['de-AT', 'EUR', 123450n, '€_1.234,50'],
    ['fr', 'EUR', 123450n, '1_234,50_€'],
    ['en-US', 'USD', -123450n, '-$1,234.50'],
    ['en-CA', 'USD', 123450n, 'US$1,234.50'],
    ['en-IN', 'INR', 12345678901n, '₹12,34,56,789.01'],
    ['ja', 'JPY', 1234n, '￥1,234'],
    ['en', 'KWD', 1234567n, 'KWD_1,234.567'],
    ['ar-EG', 'EGP', 123450n, '١٬٢٣٤٫٥٠_ج.م.'],
    ['sv', 'SEK', -5n, '−0,05_kr'],
    ['it', 'EUR', 123450n, '1.234,50_€'],
    ['es', 'EUR', 123450n, '1.234,50_€'],
    ['pt-PT', 'EUR', 123450n, '1_234,50_€'],
    ['pt', 'EUR', 123450n, '1_234,50_€'],
    ['pt-BR', 'EUR', 123450n, '€_1.234,50'],
    ['pl', 'PLN', 123450n, '1_234,50_zł'],
    ['de-CH', 'CHF', 123450n, "CHF_1'234.50"],
  ] as const)('%s %s %s', (language, currency, minor, expected) => {
    expect(seen(formatter(language, currency).money(minor))).toBe(expected)
  })

  test('an amount beyond a float keeps every digit', () => {
    expect(formatter('en').amount(9_000_000_000_000_001n)).toBe('90,000,000,000,000.01')
  })

  test('digits are those of ISO 4217, not of Intl', () => {
    expect(seen(formatter('en', 'ISK').money(1234n))).toBe('ISK_1,234')
    expect(formatter('en', 'HUF').amount(123456n)).toBe('1,234.56')
  })

  test('a unit price keeps six decimals, and has at least those of the currency', () => {
    expect(formatter('de').price(1_234_567n)).toBe('1,234567')
    expect(formatter('de').price(1_500_000n)).toBe('1,50')
    expect(formatter('en').priceMoney(-80_000_000n)).toBe('-€80.00')
  })
})

test('a document has one way to write numbers, in every language of every country', () => {
  const regions =
    'AE AT BE BR CA CH CO CY CZ DE DK EE EG ES FI FR GB GR HR HU IE IL IN IT JP LI LT LU LV MA MT MX NL NO PL PT RO SA SE SI SK TN TW US VE ZA'
  const languages =
    'ar bg cs da de el en es et fi fr he hi hr hu it ja ko lt lv nb nl pl pt ro ru sk sl sv tr uk zh'
  const tags = languages
    .split(' ')
    .flatMap((language) => [
      language,
      ...regions.split(' ').map((region) => `${language}-${region}`),
    ])
  /** The signs among digits, without the currency. */
  const signsIn = (text: string) => [...text.matchAll(/(?<=\p{Nd})\P{Nd}(?=\p{Nd})/gu)].map(String)
  const mixed = tags.flatMap((tag) =>
    ['EUR', 'CHF', 'USD']
      .filter((currency) => {
        const { money, amount, price, quantity, percent } = formatter(tag, currency)
        const [expected, ...others] = [
          money(123_456_750n),
          amount(123_456_750n),
          price(1_234_567_500_000n),
          quantity(1_234_567_500_000n),
          percent(1_234_567_500_000n),
        ].map((text) => signsIn(text).join(''))
        return others.some((it) => it !== expected)
      })
      .map((currency) => `${tag} ${currency}`),
  )
  expect(mixed).toEqual([])
})

test.each([
  ['de-AT', 'EUR', '€_2.469,00', '2.469,00', '1.234,5'],
  ['fr-CH', 'CHF', "2'469.00_CHF", "2'469.00", "1'234.5"],
])('%s: amounts, prices and quantities look alike', (tag, currency, money, amount, quantity) => {
  const format = formatter(tag, currency)
  expect(
    [format.money(246_900n), format.amount(246_900n), format.quantity(1_234_500_000n)].map(seen),
  ).toEqual([money, amount, quantity])
})

describe('percentages and quantities', () => {
  test.each([
    ['de', 19_000_000n, '19_%'],
    ['en', 7_700_000n, '7.7%'],
    ['en', 5_125_000n, '5.125%'],
    ['en', 1n, '0.000001%'],
    ['ar-EG', 5_000_000n, '٥٪'],
  ])('%s %s', (language, micro, expected) => {
    expect(seen(formatter(language).percent(micro))).toBe(expected)
  })

  test('quantities', () => {
    expect(formatter('fr').quantity(1_500_000n)).toBe('1,5')
    expect(formatter('en').quantity(-12_000_000n)).toBe('-12')
  })
})

describe('dates', () => {
  test.each([
    ['en-US', 'short', '11/21/2026'],
    ['en-GB', 'medium', '21 Nov 2026'],
    ['de', 'long', '21. November 2026'],
    ['ja', 'long', '2026年11月21日'],
    ['fa', 'iso', '2026-11-21'],
    // Documents are dated in the Gregorian calendar, whatever the language's own is.
    ['th', 'short', '21/11/2026'],
  ] as const)('%s %s', (language, dateFormat, expected) => {
    expect(seen(formatter(language, 'EUR', dateFormat).date('2026-11-21'))).toBe(expected)
  })

  test('a period may be open on either side', () => {
    const { period } = formatter('en', 'EUR', 'iso')
    expect(period('2026-11-01', '2026-11-30')).toBe('2026-11-01 – 2026-11-30')
    expect(period('2026-11-01', null)).toBe('2026-11-01 –')
    expect(period(null, '2026-11-30')).toBe('– 2026-11-30')
    expect(period(null, null)).toBe('')
  })

  test('a period within a month has the month once', () => {
    expect(seen(formatter('en').period('2026-11-01', '2026-11-30'))).toBe('Nov 1_–_30, 2026')
  })
})

describe('units', () => {
  test.each([
    ['en', 'HUR', 1_000_000n, 'hour'],
    ['en', 'HUR', 1_500_000n, 'hours'],
    ['de', 'DAY', 2_000_000n, 'Tage'],
    ['pl', 'DAY', 5_000_000n, 'dni'],
    ['pl', 'DAY', 1_500_000n, 'dnia'],
    ['ar', 'HUR', 3_000_000n, 'ساعات'],
    ['ja', 'HUR', 3_000_000n, '時間'],
    ['en', 'pallets', 3_000_000n, 'pallets'],
    ['en', 'constructor', 3_000_000n, 'constructor'],
  ])('%s %s %s', (language, code, quantity, expected) => {
    expect(formatter(language).unit(code, quantity)).toBe(expected)
  })
})

test('an invalid language tag is English, and one without words keeps its number format', () => {
  expect(formatter('not a tag').locale).toBe('en')
  expect(formatter('de_CH').locale).toBe('de-CH')
  expect(formatter('cs').amount(123450n).replace(/\s/g, ' ')).toBe('1 234,50')
})

test('direction', () => {
  expect(['ar', 'he', 'fa', 'ur', 'en', 'ja'].map((it) => formatter(it).direction)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ])
})

test('French has a space before a colon', () => {
  expect(seen(formatter('fr-FR').labelled('IBAN', 'FR76'))).toBe('IBAN_: FR76')
  expect(formatter('de').labelled('IBAN', 'DE89')).toBe('IBAN: DE89')
})
