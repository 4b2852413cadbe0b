import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CURRENCIES, isCurrency, minorDigits } from './currencies.ts'

const CODE_LISTS = new URL('../../../../shared/einvoice/codelists.json', import.meta.url)

/** Bullion, units of account and codes for testing: no minor unit, nothing to invoice in. */
const WITHOUT_MINOR_UNIT = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ')

test.each([
  ['EUR', 2],
  ['HUF', 2],
  ['PKR', 2],
  ['JPY', 0],
  ['CLP', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['IQD', 3],
  ['CLF', 4],
  ['UYW', 4],
])('%s has %i decimals', (code, digits) => {
  expect(minorDigits(code)).toBe(digits)
})

test('there are 164, each of three capitals', () => {
  expect(CURRENCIES.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
  expect(CURRENCIES).toHaveLength(164)
})

test.each([
  'eur',
  'EURO',
  '',
  'XXX',
  'XAU',
  'DEM',
  'HRK',
  'BGN',
  'toString',
])('%j is no currency', (code) => {
  expect(isCurrency(code)).toBe(false)
})

/** That list has offshore yuan, which ISO 4217 does not, and the dobra's code from before 2018. */
test.skipIf(!existsSync(CODE_LISTS))(
  'the currencies are those of the EN 16931 code list (skipped where that file is absent)',
  () => {
    const { lists } = JSON.parse(readFileSync(CODE_LISTS, 'utf8')) as {
      lists: { currency_ISO_4217: string[] }
    }
    const foreign = new Set([...WITHOUT_MINOR_UNIT, 'CNH', 'STD'])
    const expected = lists.currency_ISO_4217.filter((code) => !foreign.has(code))
    expect(CURRENCIES).toEqual([...expected, 'STN'].sort())
  },
)
