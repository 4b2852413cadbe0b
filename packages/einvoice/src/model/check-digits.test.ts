import { expect, test } from 'vitest'
import * as digits from './check-digits.ts'

test.each([
  ['GLN', digits.isGln, '4012345000009', '4012345000008'],
  ['GLN', digits.isGln, '7300010000001', '730001000000A'],
  ['Norway', digits.isNorwegian, '974760673', '974760674'],
  ['Norway', digits.isNorwegian, '923609016', '92360901'],
  ['Denmark', digits.isDanish, 'DK12345678', 'DK1234567'],
  ['Denmark', digits.isDanish, '12345678', 'SE12345678'],
  ['Belgium', digits.isBelgian, '0403170701', '0403170702'],
  ['Belgium', digits.isBelgian, '0202239951', '202239951'],
  ['Sweden', digits.isSwedish, '5560125790', '5560125791'],
  ['Sweden', digits.isSwedish, '2120000142', '212000014'],
  ['Australia', digits.isAustralian, '51824753556', '51824753557'],
  ['Australia', digits.isAustralian, '53004085616', '5300408561'],
])('%s: %s accepts %s and refuses %s', (_name, isRight, right, wrong) => {
  expect(isRight(right)).toBe(true)
  expect(isRight(wrong)).toBe(false)
  expect(isRight('')).toBe(false)
})
