import { describe, expect, test } from 'vitest'
import { amount, document, groupText, item, percent, sumOf, taxOf } from './calculate.testing.ts'
import { type CalculationInput, type CalculationItem, calculate } from './calculate.ts'

describe('prices with tax', () => {
  const gross = (items: readonly CalculationItem[], more: Partial<CalculationInput> = {}) =>
    document(items, { pricesIncludeTax: true, ...more })

  test.each<[string, CalculationInput, string]>([
    ['a sum that divides', gross([item('1', '119')]), '100.00 + 19.00 = 119.00'],
    ['a cent too few', gross([item('1', '9.99')]), '8.39 + 1.59 + 0.01 = 9.99'],
    ['the same, credited', gross([item('-1', '9.99')]), '-8.39 + -1.59 + -0.01 = -9.99'],
    ['a cent too many', gross([item('1', '99.99')]), '84.03 + 15.97 + -0.01 = 99.99'],
    [
      'two groups may both leave one, and cancel out',
      gross([item('1', '9.99'), item('1', '14.90', { tax: taxOf('7') })]),
      '22.32 + 2.57 = 24.89',
    ],
    ['JPY', gross([item('1', '16')], { currency: 'JPY' }), '13 + 2 + 1 = 16'],
    ['KWD', gross([item('1', '0.009')], { currency: 'KWD' }), '0.008 + 0.002 + -0.001 = 0.009'],
    [
      'no tax',
      gross([item('1', '9.99', { tax: taxOf('19', 'E', 'Education') })]),
      '9.99 + 0.00 = 9.99',
    ],
    [
      'each line by itself',
      gross([item('1', '9.99'), item('2', '9.99'), item('1', '99.99')], { rounding: 'line' }),
      '109.21 + 20.75 = 129.96',
    ],
    [
      'left-over cents of lines add up',
      gross([item('1', '9.99'), item('1', '9.99')], { rounding: 'line' }),
      '16.78 + 3.18 + 0.02 = 19.98',
    ],
  ])('%s', (_title, input, sum) => {
    expect(sumOf(input)).toBe(sum)
  })

  test('the nets of lines, discounts and charges add up to the net of their group', () => {
    const { items, discounts, charges, taxes, totals } = calculate(
      gross([item('1', '3.33'), item('1', '3.33'), item('1', '3.33')], {
        discounts: [{ value: percent('10'), tax: taxOf('19') }],
        charges: [{ value: amount('1.00'), tax: taxOf('19') }],
      }),
    )
    expect(items.map(({ netMinor }) => netMinor)).toEqual([280n, 280n, 279n])
    expect(discounts).toEqual([{ amountMinor: 100n, netMinor: 84n }])
    expect(charges).toEqual([{ amountMinor: 100n, netMinor: 84n }])
    expect(taxes.map(groupText)).toEqual(['S 19: 839 159'])
    expect(totals.roundingMinor).toBe(1n)
    expect(totals.totalMinor).toBe(999n)
  })

  test('goods taken back in full keep their own nets', () => {
    const { items, totals } = calculate(gross([item('1', '9.99'), item('-1', '9.99')]))
    expect(items.map(({ netMinor }) => netMinor)).toEqual([839n, -839n])
    expect(totals.totalMinor).toBe(0n)
  })

  test('16 % of the sums up to 200.00 leave a cent at 19 %, never two', () => {
    const left = Array.from({ length: 20_000 }, (_, index) => {
      const unitPriceMicro = BigInt(index + 1) * 10_000n
      const { totals } = calculate(gross([{ ...item('1', '0'), unitPriceMicro }]))
      return totals.roundingMinor
    })
    expect(left.filter((it) => it === 1n || it === -1n)).toHaveLength(3193)
    expect(left.filter((it) => it > 1n || it < -1n)).toEqual([])
  })
})
