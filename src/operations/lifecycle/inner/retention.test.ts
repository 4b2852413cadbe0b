import { expect, test } from 'vitest'
import { retainedUntil } from './retention.ts'

test.each([
  ['2026-01-01', 10, '2036-12-31'],
  ['2026-12-31', 1, '2027-12-31'],
  ['2026-06-15', 0, null],
  [null, 10, null],
])('documents up to %s and %d years: kept until %s', (last, years, until) => {
  expect(retainedUntil(last, years)).toBe(until)
})
