import { describe, expect, test } from 'vitest'
import { formatOf, partsOf } from './tax-ids.ts'

/** Numbers that the documentation of states and of checking programs prints as examples. */
const VALID = `
  ATU13585627 BE0403019261 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558
  EL094259216 ESB58378431 ES54362315K ESX2482300W FI20774740 FR40303265045 FR83404833048 FRK7399859412 HR33392005961
  HU12892312 IE6433435F IE8D79739I IT00743110157 LT119511515 LT100001919017 LU15027442 LV40003521600
  MT11679112 NL004495445B01 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054
  SK2022749619 GB980780684 XI980780684 CHE100155212MWST NO995525828MVA LI12345 IS12345
`
const numbers = VALID.trim().split(/\s+/)

describe('VAT numbers', () => {
  test.each(numbers)('%s is valid', (number) => {
    expect(formatOf(number)).toBe('valid')
  })

  /** Liechtenstein and Iceland have no check digit. */
  const checked = numbers.filter((it) => !/^(LI|IS)/.test(it))
  test.each(checked)('%s with another check digit is not', (number) => {
    const check = { NL: 10, SE: 11 }[number.slice(0, 2)] ?? number.search(/\d(?=\D*$)/)
    const digit = (Number(number[check]) + 1) % 10
    const wrong = `${number.slice(0, check)}${digit}${number.slice(check + 1)}`
    expect(formatOf(wrong)).toBe('invalid')
  })

  test.each([
    ['de 136.695.976', 'DE', '136695976'],
    ['GR 094259216', 'EL', '094259216'],
    ['CHE-100.155.212 MWST', 'CH', '100155212MWST'],
    ['be 0403.019.261', 'BE', '0403019261'],
  ])('%s is read without its signs', (text, country, number) => {
    expect(partsOf(text)).toEqual({ country, number })
    expect(formatOf(text)).toBe('valid')
  })

  test.each([
    '12/345/67890',
    'US12-3456789',
    '',
    'Steuernummer 12',
    'XX123',
  ])('%s is no VAT number of a known country', (text) => {
    expect(formatOf(text)).toBe('unknown')
  })

  test.each([
    'DE1',
    'ATU1',
    'FR00',
    'NL123456789',
    'GBGD500',
    'ESA',
    'IE',
    'CHE1',
  ])('%s is too short or of another form', (text) => {
    expect(formatOf(text)).toBe('invalid')
  })
})
