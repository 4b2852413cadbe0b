import { describe, expect, test } from 'vitest'
import { highestSequence, numberFor, numberSeries, numberStart, seriesKey } from './numbering.ts'

test.each([
  ['never', 'invoice:'],
  ['yearly', 'invoice:2026'],
  ['monthly', 'invoice:2026-11'],
] as const)('with reset %s a document of that day counts in %s', (reset, key) => {
  expect(seriesKey('invoice', reset, '2026-11-21')).toBe(key)
})

test('credit notes have a series of their own', () => {
  expect(seriesKey('credit_note', 'yearly', '2026-11-21')).toBe('credit_note:2026')
})

test.each([
  ['INV-{YYYY}-{SEQ:4}', 7n, 'INV-2026-0007'],
  ['INV-{YYYY}-{SEQ:4}', 12_345n, 'INV-2026-12345'],
  ['{SEQ}', 1n, '1'],
  ['{YY}{MM}/{SEQ:3}', 42n, '2611/042'],
])('%s at place %i is %s', (pattern, sequence, number) => {
  expect(numberFor({ pattern, reset: 'never' }, '2026-11-21', sequence)).toBe(number)
})

describe('numbers that are used already', () => {
  const yearly = numberSeries(
    'invoice',
    { pattern: 'INV-{YYYY}-{SEQ:4}', reset: 'yearly' },
    '2026-11-21',
  )
  const forEver = { ...yearly, numbering: { ...yearly.numbering, reset: 'never' as const } }

  test.each([
    ['none', [], 0n],
    ['the highest one', ['INV-2026-0001', 'INV-2026-0017', 'INV-2026-0003'], 17n],
    ['more digits than the pattern has', ['INV-2026-12345'], 12_345n],
    ['another year', ['INV-2025-0099'], 0n],
    ['another pattern', ['RE-2026-0099', 'INV-2026-0099b', 'xINV-2026-0099'], 0n],
    ['an absurd one', [`INV-2026-${'9'.repeat(30)}`], 0n],
  ])('%s', (_what, numbers, highest) => {
    expect(highestSequence(yearly, numbers)).toBe(highest)
  })

  test('of any year, if the series never restarts', () => {
    expect(highestSequence(forEver, ['INV-2025-0099', 'INV-2026-0001'])).toBe(99n)
  })

  test('are found by the common prefix of the series', () => {
    expect([numberStart(yearly), numberStart(forEver)]).toEqual(['INV-2026-', 'INV-'])
  })
})
