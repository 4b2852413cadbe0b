import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comesBack, type Granted } from './discount-back.ts'

const chairs: Granted = { minor: 1195n, creditedBeforeMinor: 0n }

test.each([
  ['nothing credited', 0n, 0n],
  ['one of four', 14_935n, 299n],
  ['two, rounded once', 29_869n, 598n],
  ['all', 59_738n, 1195n],
])('%s', (_, creditedMinor, expected) => {
  expect(comesBack([chairs], { payableMinor: 59_738n, creditedMinor })).toBe(expected)
})

test('what was credited before a payment took no discount of it', () => {
  const late = { minor: 896n, creditedBeforeMinor: 14_935n }
  const of = (creditedMinor: bigint) => comesBack([late], { payableMinor: 59_738n, creditedMinor })
  expect([of(14_935n), of(59_738n)]).toEqual([0n, 896n])
  // That credit note is void by now.
  expect(of(0n)).toBe(0n)
})

test('it never falls with more credit, never exceeds what was granted, and a full credit takes all', () => {
  const histories = fc.record({
    payableMinor: fc.bigInt(1n, 10_000_000n),
    steps: fc.array(fc.tuple(fc.bigInt(0n, 1000n), fc.bigInt(0n, 5000n)), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(histories, ({ payableMinor, steps }) => {
      const granted: Granted[] = []
      let creditedMinor = 0n
      let before = 0n
      for (const [share, minor] of steps) {
        creditedMinor += ((payableMinor - creditedMinor) * share) / 1000n
        const back = comesBack(granted, { payableMinor, creditedMinor })
        expect(back).toBeGreaterThanOrEqual(before)
        before = back
        if (creditedMinor < payableMinor)
          granted.push({ minor, creditedBeforeMinor: creditedMinor })
      }
      const sum = granted.reduce((sum, { minor }) => sum + minor, 0n)
      expect(before).toBeLessThanOrEqual(sum)
      expect(comesBack(granted, { payableMinor, creditedMinor: payableMinor })).toBe(sum)
    }),
    { numRuns: 2000 },
  )
})
