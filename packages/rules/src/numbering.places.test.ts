import { expect, test } from 'vitest'
import { highestSequence, numberSeries, numberStart } from './numbering.ts'

const series = (pattern: string, reset: 'never' | 'yearly' | 'monthly') =>
  numberSeries('invoice', { pattern, reset }, '2026-11-21')

test.each([
  ['INV-{YYYY}-{SEQ:4}', 'yearly', ['INV-2026-0007', 'INV-2025-0999', 'CN-2026-0100'], 7n],
  ['INV-{YYYY}-{SEQ:4}', 'yearly', ['INV-2026-12', 'xINV-2026-99', 'INV-2026-99x'], 12n],
  ['INV-{YYYY}-{SEQ:4}', 'never', ['INV-2024-0147', 'INV-2026-0003'], 147n],
  ['{YY}{MM}/{SEQ:3}', 'monthly', ['2611/004', '2610/900'], 4n],
  ['{YY}{MM}/{SEQ:3}', 'yearly', ['2611/004', '2610/900', '2510/950'], 900n],
  ['{SEQ}', 'never', ['12', '1.5', 'DRAFT-7'], 12n],
  ['R.{SEQ}', 'never', ['R.3', 'Rx9'], 3n],
  ['INV-{SEQ}', 'never', ['INV-99999999999999999999'], 0n],
  ['INV-{SEQ}', 'never', [], 0n],
] as const)('%s, reset %s: of %j the highest place is %i', (pattern, reset, numbers, highest) => {
  expect(highestSequence(series(pattern, reset), numbers)).toBe(highest)
})

test.each([
  ['INV-{YYYY}-{SEQ:4}', 'yearly', 'INV-2026-'],
  ['INV-{YYYY}-{SEQ:4}', 'never', 'INV-'],
  ['{YY}{MM}/{SEQ}', 'monthly', '2611/'],
  ['{YY}{MM}/{SEQ}', 'yearly', '26'],
  ['{SEQ}', 'never', ''],
] as const)('%s, reset %s: all numbers begin with %j', (pattern, reset, start) => {
  expect(numberStart(series(pattern, reset))).toBe(start)
})
