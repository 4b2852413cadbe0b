import { expect, test } from 'vitest'
import { quartersOf } from './quarter.ts'

const upTo = (last: number) =>
  Array.from({ length: 12 }, (_, index) => ({
    month: new Date(Date.UTC(2026, last - 12 + index)).toISOString().slice(0, 7),
    amount: '1.00',
  }))
const monthsOf = (months: readonly { readonly month: string }[]) => months.map(({ month }) => month)

test.each([
  [1, ['2026-01'], ['2025-10', '2025-11', '2025-12']],
  [2, ['2026-01', '2026-02'], ['2025-10', '2025-11', '2025-12']],
  [9, ['2026-07', '2026-08', '2026-09'], ['2026-04', '2026-05', '2026-06']],
  [10, ['2026-10'], ['2026-07', '2026-08', '2026-09']],
])('in month %d: %j after %j', (month, current, before) => {
  const quarters = quartersOf(upTo(month))
  expect(monthsOf(quarters.current)).toEqual(current)
  expect(monthsOf(quarters.before)).toEqual(before)
})
