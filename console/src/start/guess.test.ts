import { describe, expect, test } from 'vitest'
import { countryOf, guessOf } from './guess.ts'

describe('defaults for a new company from its browser', () => {
  test('a German browser in Berlin', () => {
    const browser = { languages: ['de-DE', 'en'], timeZone: 'Europe/Berlin' }
    expect(guessOf(browser, 'de')).toEqual({
      'companyAddress.countryCode': 'DE',
      locale: 'de',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      'defaultTax.category': 'S',
      'defaultTax.rate': '19',
      'invoiceNumbering.pattern': 'RE-{YYYY}-{SEQ:4}',
      'creditNoteNumbering.pattern': 'RK-{YYYY}-{SEQ:4}',
    })
  })

  test.each([
    [
      'Switzerland in French',
      { languages: ['fr-CH'], timeZone: 'Europe/Zurich' },
      'fr',
      'fr-CH',
      'CHF',
      '8.1',
    ],
    ['Britain', { languages: ['en-GB'], timeZone: 'Europe/London' }, 'en', 'en-GB', 'GBP', '20'],
    ['Austria', { languages: ['de-AT'], timeZone: 'Europe/Vienna' }, 'de', 'de-AT', 'EUR', '20'],
  ] as const)('%s', (_, browser, language, locale, currency, rate) => {
    expect(guessOf(browser, language)).toMatchObject({ locale, currency, 'defaultTax.rate': rate })
  })

  test('without a known rate, no tax is charged', () => {
    const browser = { languages: ['en-US'], timeZone: 'America/Chicago' }
    expect(guessOf(browser, 'en')).toMatchObject({
      'companyAddress.countryCode': 'US',
      currency: 'USD',
      'defaultTax.category': 'O',
      'defaultTax.rate': '0',
    })
  })

  test('the time zone is better evidence of the country than the language', () => {
    expect(countryOf({ languages: ['en-US'], timeZone: 'Europe/Paris' })).toBe('FR')
    expect(countryOf({ languages: ['de'], timeZone: 'Etc/UTC' })).toBe(null)
    expect(countryOf({ languages: ['not a tag', 'fr-CA'], timeZone: '' })).toBe('CA')
  })
})
