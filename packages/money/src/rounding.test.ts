import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, apportion } from './allocation.ts'
import { sumOf } from './minor.ts'
import { divideRounded, percentOf, withoutTax } from './rounding.ts'

const amount = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })
describe('divideRounded', () => {
  test.each<[bigint, bigint, bigint]>([
    [0n, 7n, 0n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, -2n, -1n],
    [-1n, -2n, 1n],
    [49n, 100n, 0n],
    [-49n, 100n, 0n],
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-125n, 10n, -13n],
  ])('%s / %s is %s', (numerator, denominator, rounded) => {
    expect(divideRounded(numerator, denominator)).toBe(rounded)
  })

  test('agrees with big.js, halves away from zero', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 9n }), (numerator, denominator) => {
        // big.js divides to 20 places; a quotient by so small a number is never that near a tie.
        const exact = new Big(String(numerator)).div(String(denominator))
        expect(String(divideRounded(numerator, denominator))).toBe(
          exact.round(0, Big.roundHalfUp).toFixed(),
        )
      }),
    )
  })
})

test.each<[bigint, bigint, bigint]>([
  [10_000n, 19_000_000n, 1900n],
  [50n, 1_000_000n, 1n],
  [-50n, 1_000_000n, -1n],
  [49n, 1_000_000n, 0n],
  [1_000n, 7_700_000n, 77n],
])('%s minor units at %s millionths of a percent: %s', (minor, rate, percentage) => {
  expect(percentOf(minor, rate)).toBe(percentage)
})

test.each<[bigint, bigint, bigint]>([
  [119n, 19_000_000n, 100n],
  [-119n, 19_000_000n, -100n],
  [100n, 0n, 100n],
  [3n, 100_000_000n, 2n],
])('%s minor units without tax of %s millionths of a percent: %s', (gross, rate, net) => {
  expect(withoutTax(gross, rate)).toBe(net)
})

describe('allocate', () => {
  test.each<[bigint, bigint[], bigint[]]>([
    [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    [-100n, [1n, 1n, 1n], [-34n, -33n, -33n]],
    [101n, [1n, 1n, 1n], [34n, 34n, 33n]],
    [10n, [1n, 0n, 2n], [3n, 0n, 7n]],
    [5n, [0n, 0n], [3n, 2n]],
    [1n, [1n, 3n], [0n, 1n]],
    [0n, [1n, 2n], [0n, 0n]],
    [0n, [], []],
    [10n, [3n, -1n], [15n, -5n]],
    [10n, [4n, -1n], [13n, -3n]],
    [10n, [-4n, 1n], [13n, -3n]],
  ])('%s over %s: %s', (total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts)
  })

  test('dividing by zero is a programming error', () => {
    expect(() => allocate(1n, [])).toThrow('There is nothing to split over.')
  })

  test('adds up, stays within one unit of the exact share, and mirrors', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1 })
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        const parts = allocate(total, shares)
        expect(sumOf(parts)).toBe(total)
        expect(allocate(-total, shares)).toEqual(parts.map((part) => -part))
        const sum = sumOf(shares)
        const off = parts.map((part, index) => part * sum - total * (shares[index] ?? 0n))
        if (sum > 0n) expect(off.every((it) => it < sum && it > -sum)).toBe(true)
      }),
    )
  })
})

describe('apportion', () => {
  test('fractions that cancel out keep their own shares', () => {
    expect(apportion(0n, [10_000n, -10_000n], 119n)).toEqual([84n, -84n])
  })

  test('a total that is no rounding of the sum is a programming error', () => {
    expect(() => apportion(5n, [10n, 10n], 10n)).toThrow('not a rounding of the sum')
  })
})
