import { AmountError, parseMicro } from '@billwright/money'
import { describe, expect, test } from 'vitest'
import {
  amount,
  charge,
  discount,
  document,
  groupText,
  item,
  itemTotal,
  percent,
  sumOf,
  taxOf,
} from './calculate.testing.ts'
import {
  type CalculationAdjustment,
  type CalculationInput,
  type CalculationItem,
  calculate,
  itemAdjustmentsMinor,
} from './calculate.ts'

describe('an item', () => {
  test.each<[string, string, string, string]>([
    ['EUR', '3', '33.333', '100.00'],
    ['EUR', '7', '12.345', '86.42'],
    ['EUR', '-7', '12.345', '-86.42'],
    ['EUR', '1', '0.005', '0.01'],
    ['EUR', '-1', '0.005', '-0.01'],
    ['EUR', '1', '0.004999', '0.00'],
    ['EUR', '-1', '0.004999', '0.00'],
    ['EUR', '1', '1.005', '1.01'],
    ['EUR', '0.1', '0.7', '0.07'],
    ['EUR', '0', '99', '0.00'],
    ['EUR', '0.000001', '0.000001', '0.00'],
    ['JPY', '3', '33.5', '101'],
    ['JPY', '-3', '33.5', '-101'],
    ['JPY', '1', '0.49', '0'],
    ['KWD', '3', '0.3335', '1.001'],
    ['KWD', '-3', '0.3335', '-1.001'],
    ['CLF', '0.5', '0.0001', '0.0001'],
    ['CLF', '2.5', '38.12345', '95.3086'],
  ])('%s: %s × %s = %s', (currency, quantity, price, total) => {
    expect(itemTotal(item(quantity, price), currency)).toBe(total)
  })

  test.each<[string, CalculationItem, string]>([
    ['a percentage off', item('2', '10', { adjustments: [discount(percent('10'))] }), '18.00'],
    ['an amount off', item('2', '10', { adjustments: [discount(amount('3.5'))] }), '16.50'],
    ['a charge', item('2', '10', { adjustments: [charge(percent('2.5'))] }), '20.50'],
    [
      'percentages of the same price, not of each other',
      item('1', '100', { adjustments: [discount(percent('10')), discount(percent('10'))] }),
      '80.00',
    ],
    [
      'a percentage is rounded before it is taken off: 0.99 − 0.25',
      item('1', '0.99', { adjustments: [discount(percent('25'))] }),
      '0.74',
    ],
    [
      'the line is rounded once, after that: 0.125 − 0.06, not 0.13 − 0.06',
      item('1', '0.125', { adjustments: [discount(percent('50'))] }),
      '0.07',
    ],
    [
      'the tie is that of the result: 0.005 − 0.01 is −0.005',
      item('1', '0.005', { adjustments: [discount(amount('0.01'))] }),
      '-0.01',
    ],
    ['all of a price', item('1', '0.125', { adjustments: [discount(percent('100'))] }), '0.00'],
    [
      'all of a negative quantity',
      item('-1', '0.125', { adjustments: [discount(percent('100'))] }),
      '0.00',
    ],
    ['more than the price', item('1', '10', { adjustments: [discount(amount('12'))] }), '-2.00'],
    [
      'a credited quantity',
      item('-3', '33.35', { adjustments: [discount(percent('10'))] }),
      '-90.04',
    ],
    ['a price per 1000', item('7', '9.99', { priceBaseQuantityMicro: parseMicro('1000') }), '0.07'],
    ['a price per 3', item('1', '10', { priceBaseQuantityMicro: parseMicro('3') }), '3.33'],
  ])('%s', (_title, it, total) => {
    expect(itemTotal(it)).toBe(total)
  })

  test('amounts of its discounts and charges', () => {
    const adjustments = [discount(percent('10')), charge(amount('1.20')), charge(percent('0.1'))]
    expect(itemAdjustmentsMinor(item('-1', '12.345', { adjustments }), 'EUR')).toEqual([
      -123n,
      120n,
      -1n,
    ])
  })
})

describe('prices without tax', () => {
  test.each<[string, CalculationInput, string]>([
    ['nothing', document([]), '0.00 + 0.00 = 0.00'],
    ['EUR', document([item('1', '100')]), '100.00 + 19.00 = 119.00'],
    ['a tie', document([item('1', '0.50', { tax: taxOf('5') })]), '0.50 + 0.03 = 0.53'],
    [
      'a tie below zero',
      document([item('-1', '0.50', { tax: taxOf('5') })]),
      '-0.50 + -0.03 = -0.53',
    ],
    [
      'JPY has no decimals',
      document([item('3', '333', { tax: taxOf('8') }), item('1', '5', { tax: taxOf('10') })], {
        currency: 'JPY',
      }),
      '1004 + 81 = 1085',
    ],
    [
      'a tie in JPY, below zero',
      document([item('-1', '105', { tax: taxOf('10') })], { currency: 'JPY' }),
      '-105 + -11 = -116',
    ],
    [
      'KWD has three',
      document([item('1', '1.234', { tax: taxOf('5') })], { currency: 'KWD' }),
      '1.234 + 0.062 = 1.296',
    ],
    [
      'a tie in KWD',
      document([item('1', '0.01', { tax: taxOf('5') })], { currency: 'KWD' }),
      '0.010 + 0.001 = 0.011',
    ],
    [
      'CLF has four',
      document([item('1', '38.1235')], { currency: 'CLF' }),
      '38.1235 + 7.2435 = 45.3670',
    ],
    [
      'tax of the group, not of its lines',
      document([item('1', '0.02'), item('1', '0.02'), item('1', '0.02')]),
      '0.06 + 0.01 = 0.07',
    ],
    [
      'tax of the lines, not of their group',
      document([item('1', '0.02'), item('1', '0.02'), item('1', '0.02')], { rounding: 'line' }),
      '0.06 + 0.00 = 0.06',
    ],
  ])('%s', (_title, input, sum) => {
    expect(sumOf(input)).toBe(sum)
  })

  test('document discounts and charges apply to the whole subtotal and have their own tax', () => {
    const discounts: CalculationAdjustment[] = [{ value: percent('10'), tax: taxOf('19') }]
    const charges: CalculationAdjustment[] = [
      { value: amount('5.00'), tax: taxOf('7') },
      { value: percent('1'), tax: taxOf('0', 'Z') },
    ]
    const items = [item('1', '100'), item('1', '50', { tax: taxOf('7') })]
    const result = calculate(document(items, { discounts, charges }))
    expect(result.discounts).toEqual([{ amountMinor: 1500n, netMinor: 1500n }])
    expect(result.charges.map(({ amountMinor }) => amountMinor)).toEqual([500n, 150n])
    expect(result.taxes.map(groupText)).toEqual(['S 19: 8500 1615', 'S 7: 5500 385', 'Z 0: 150 0'])
    expect(result.totals).toEqual({
      subtotalMinor: 15_000n,
      discountMinor: 1500n,
      chargeMinor: 650n,
      netMinor: 14_150n,
      taxMinor: 2000n,
      roundingMinor: 0n,
      totalMinor: 16_150n,
    })
  })
})

describe('tax groups', () => {
  test('are one per category and rate, by rate downwards, then by category', () => {
    const taxes = (['Z', 'E', 'K', 'AE'] as const).map((it) => taxOf('0', it))
    const items = [...taxes, taxOf('7'), taxOf('19'), taxOf('7', 'L'), taxOf('7.0')].map((tax) =>
      item('1', '10', { tax }),
    )
    expect(calculate(document(items)).taxes.map(groupText)).toEqual([
      'S 19: 1000 190',
      'L 7: 1000 70',
      'S 7: 2000 140',
      'AE 0: 1000 0',
      'E 0: 1000 0',
      'K 0: 1000 0',
      'Z 0: 1000 0',
    ])
  })

  test('categories without tax count as 0 %, with any given rate', () => {
    const items = [
      item('1', '10', { tax: taxOf('19', 'AE') }),
      item('1', '5', { tax: taxOf('0', 'AE') }),
    ]
    expect(calculate(document(items)).taxes).toEqual([
      { category: 'AE', rateMicro: 0n, reason: null, taxableMinor: 1500n, amountMinor: 0n },
    ])
  })

  test('one reason per group: distinct ones joined, no reason for taxed and zero-rated groups', () => {
    const items = [
      taxOf('0', 'E', 'Education'),
      taxOf('0', 'E'),
      taxOf('0', 'E', 'Health'),
      taxOf('0', 'E', 'Education'),
      taxOf('0', 'Z', 'Books'),
      taxOf('19', 'S', 'Why not'),
    ].map((tax) => item('1', '10', { tax }))
    expect(calculate(document(items)).taxes.map(({ reason }) => reason)).toEqual([
      null,
      'Education; Health',
      null,
    ])
  })

  test('a group that comes to nothing is still there', () => {
    const items = [item('1', '10'), item('-1', '10')]
    expect(calculate(document(items)).taxes.map(groupText)).toEqual(['S 19: 0 0'])
  })
})

describe('too large', () => {
  const untaxed = taxOf('0', 'Z')
  const largest = item('1000000', '90000000', { tax: untaxed })

  test('9·10¹⁵ minor units are taken, in either direction', () => {
    expect(calculate(document([largest])).totals.totalMinor).toBe(9_000_000_000_000_000n)
    const credited = { ...largest, quantityMicro: -largest.quantityMicro }
    expect(calculate(document([credited])).totals.totalMinor).toBe(-9_000_000_000_000_000n)
  })

  test.each<[string, CalculationInput]>([
    ['one more', document([largest, item('1', '0.01', { tax: untaxed })])],
    ['the tax on top', document([{ ...largest, tax: taxOf('1') }])],
    [
      'lines that cancel out',
      document([
        { ...largest, unitPriceMicro: largest.unitPriceMicro * 2n },
        { ...largest, unitPriceMicro: largest.unitPriceMicro * -2n },
      ]),
    ],
    [
      'a charge undone by a discount',
      document([largest], {
        discounts: [{ value: percent('200'), tax: untaxed }],
        charges: [{ value: percent('200'), tax: untaxed }],
      }),
    ],
  ])('too_large: %s', (_title, input) => {
    expect(() => calculate(input)).toThrow(AmountError)
    expect(() => calculate(input)).toThrow(expect.objectContaining({ code: 'too_large' }))
  })
})
