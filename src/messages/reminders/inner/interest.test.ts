import { addDays } from '@billwright/rules/days'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '../../../kernel/calendar.ts'
import { type InterestTerms, interestOn, type Settled } from './interest.ts'

/** `INTEREST_CASES=10000` for more of them. */
const CASES = Number(process.env.INTEREST_CASES ?? 500)

const TERMS: InterestTerms = {
  margin: '9',
  base: [
    { from: '2026-01-01', rate: '1.15' },
    { from: '2026-07-01', rate: '1.40' },
  ],
}

const minorOf = (...[principal, due, day, settled, terms]: Parameters<typeof interestOn>) =>
  interestOn(principal, due, day, settled, terms)?.minor

describe('interest', () => {
  test('counts the days of each rate and rounds once', () => {
    // 1,000.00 × (91 days at 10.15 % + 15 days at 10.40 %) ÷ 365 = 29.5795
    expect(minorOf(100_000n, '2026-03-31', '2026-07-15', [], TERMS)).toBe(2958n)
    expect(interestOn(100_000n, '2026-03-31', '2026-07-15', [], TERMS)?.spans).toEqual([
      {
        from: '2026-04-01',
        to: '2026-06-30',
        days: 91,
        rateMicro: 10_150_000n,
        principalMinor: 100_000n,
      },
      {
        from: '2026-07-01',
        to: '2026-07-15',
        days: 15,
        rateMicro: 10_400_000n,
        principalMinor: 100_000n,
      },
    ])
  })

  test('counts a payment from the day after it', () => {
    // 38 days of 5,000.00 and 51 days of 3,000.00 at 10.15 % = 95.3822
    const paid = [{ day: '2026-03-10', minor: 200_000n }]
    expect(minorOf(500_000n, '2026-01-31', '2026-04-30', paid, TERMS)).toBe(9538n)
  })

  test.each([
    ['on the due date', '2026-03-31', 0n],
    ['before the due date', '2026-03-01', 0n],
    ['on the day after', '2026-04-01', 28n],
  ])('is %s %s: %s', (_when, day, minor) => {
    expect(minorOf(100_000n, '2026-03-31', day, [], TERMS)).toBe(minor)
  })

  test('is not claimed for a day without a base rate of the last 184 days', () => {
    const half = { ...TERMS, base: [{ from: '2026-01-01', rate: '1.15' }] }
    expect(minorOf(100_000n, '2026-03-31', '2026-07-03', [], half)).toBeDefined()
    expect(minorOf(100_000n, '2026-03-31', '2026-07-04', [], half)).toBeUndefined()
    expect(minorOf(100_000n, '2025-11-30', '2026-03-01', [], half)).toBeUndefined()
  })

  test('needs no rate for days on which nothing was owed', () => {
    const paid = [{ day: '2026-05-01', minor: 100_000n }]
    expect(
      minorOf(100_000n, '2026-03-31', '2027-05-01', paid, {
        ...TERMS,
        base: [{ from: '2026-01-01', rate: '1.15' }],
      }),
    ).toBe(862n)
  })

  test('is zero unless base rate and margin are above zero', () => {
    const negative = { margin: '0.5', base: [{ from: '2026-01-01', rate: '-0.88' }] }
    expect(minorOf(100_000n, '2026-03-31', '2026-04-30', [], negative)).toBe(0n)
  })

  test('is that of a count day by day, to the cent', () => {
    const day = fc.integer({ min: 0, max: 180 }).map((it) => addDays('2026-01-01', it))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000_000n }),
        day,
        day,
        fc.array(fc.record({ day, minor: fc.bigInt({ min: 1n, max: 5_000_000_000n }) }), {
          maxLength: 4,
        }),
        fc.integer({ min: 0, max: 2000 }).map((it) => (it / 100).toFixed(2)),
        (principal, due, last, settled, margin) => {
          const terms = { ...TERMS, margin }
          expect(minorOf(principal, due, last, settled, terms)).toBe(
            byDays(principal, due, last, settled, terms),
          )
        },
      ),
      { numRuns: CASES },
    )
  })
})

/** The sum by another way: each day for itself, in big.js. */
function byDays(
  principal: bigint,
  due: string,
  last: string,
  settled: readonly Settled[],
  { margin, base }: InterestTerms,
): bigint {
  let sum = new Big(0)
  for (let index = 1; index <= daysBetween(due, last); index++) {
    const day = addDays(due, index)
    const owed = settled
      .filter((it) => it.day < day)
      .reduce((rest, it) => rest.minus(String(it.minor)), new Big(String(principal)))
    const rate = base.findLast(({ from }) => from <= day)?.rate ?? '0'
    if (owed.gt(0)) sum = sum.plus(owed.times(new Big(rate).plus(margin)))
  }
  // One division at the end; 12 places are more than a half cent needs.
  const places = Big()
  places.DP = 30
  return BigInt(new places(sum).div(36_500).round(0, Big.roundHalfUp).toFixed(0))
}
