import { expect, test } from 'vitest'
import { isTaxOf, presetTax, supplyDay } from './taxes.ts'

const STANDARD = {
  category: 'S',
  rates: [
    { from: '2020-07-01', rate: '16' },
    { from: null, rate: '19' },
    { from: '2021-01-01', rate: '19' },
  ],
}

test.each([
  ['2020-06-30', 19_000_000n],
  ['2020-07-01', 16_000_000n],
  ['2020-12-31', 16_000_000n],
  ['2021-01-01', 19_000_000n],
])('on %s the rate of the latest begun day applies', (day, rateMicro) => {
  expect(presetTax(STANDARD, day)).toEqual({ category: 'S', rateMicro })
})

test('before its first rate a preset has no tax; without rates it has zero', () => {
  const later = { category: 'S', rates: [{ from: '2027-01-01', rate: '20' }] }
  expect(presetTax(later, '2026-12-31')).toBeUndefined()
  expect(presetTax({ category: 'AE', rates: [] }, '2026-12-31')).toEqual({
    category: 'AE',
    rateMicro: 0n,
  })
})

test('a tax is that of a preset at any of its rates, in its category', () => {
  expect(isTaxOf(STANDARD, { category: 'S', rateMicro: 16_000_000n })).toBe(true)
  expect(isTaxOf(STANDARD, { category: 'S', rateMicro: 7_000_000n })).toBe(false)
  expect(isTaxOf(STANDARD, { category: 'B', rateMicro: 19_000_000n })).toBe(false)
})

test('the day of supply is that of delivery, else the end of the period, else the issue', () => {
  const dates = { deliveryDate: '2026-01-02', periodEnd: '2026-01-31', issueDate: '2026-02-01' }
  expect(supplyDay(dates)).toBe('2026-01-02')
  expect(supplyDay({ ...dates, deliveryDate: null })).toBe('2026-01-31')
  expect(supplyDay({ ...dates, deliveryDate: null, periodEnd: null })).toBe('2026-02-01')
})
