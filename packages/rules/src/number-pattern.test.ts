import { expect, test } from 'vitest'
import { canCollide, checkNumbering, formatNumber, seriesPeriod } from './number-pattern.ts'

test.each([
  ['INV-{YYYY}-{SEQ:4}', 7n, 'INV-2026-0007'],
  ['INV-{YYYY}-{SEQ:4}', 12345n, 'INV-2026-12345'],
  ['{YY}{MM}{SEQ}', 1n, '26031'],
  ['R {SEQ:12}', 1n, 'R 000000000001'],
  ['A/b_c.d+{SEQ}', 10n, 'A/b_c.d+10'],
])('%s at %s is %s', (pattern, sequence, expected) => {
  expect(formatNumber(pattern, { date: '2026-03-09', sequence })).toBe(expected)
})

test.each([
  ['never', 'X{SEQ}'],
  ['yearly', '{YY}-{SEQ}'],
  ['monthly', '{YYYY}{MM}-{SEQ}'],
] as const)('reset %s fits %s', (reset, pattern) => {
  expect(() => checkNumbering({ pattern, reset })).not.toThrow()
})

test.each([
  ['never', '', 'invalid_pattern'],
  ['never', 'INV', 'invalid_pattern'],
  ['never', '{SEQ}{SEQ:2}', 'invalid_pattern'],
  ['never', '{SEQ:0}', 'invalid_pattern'],
  ['never', '{SEQ:13}', 'invalid_pattern'],
  ['never', '{seq}', 'invalid_pattern'],
  ['never', '{DD}{SEQ}', 'invalid_pattern'],
  ['never', '{SEQ', 'invalid_pattern'],
  ['never', 'SEQ}{SEQ}', 'invalid_pattern'],
  ['never', 'é{SEQ}', 'invalid_pattern'],
  ['never', '<b>{SEQ}', 'invalid_pattern'],
  ['never', `${'x'.repeat(36)}{SEQ}`, 'too_long'],
  ['yearly', 'INV-{SEQ}', 'invalid_pattern'],
  ['monthly', '{YYYY}-{SEQ}', 'invalid_pattern'],
  ['monthly', '{MM}-{SEQ}', 'invalid_pattern'],
] as const)('reset %s refuses "%s" (%s)', (reset, pattern, code) => {
  expect(() => checkNumbering({ pattern, reset })).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['INV-{SEQ:4}', 'INV-{SEQ}', true],
  ['{YYYY}-{SEQ}', '20{YY}-{SEQ:3}', true],
  ['A{SEQ}', 'A1{SEQ}', true],
  ['INV-{SEQ}', 'CN-{SEQ}', false],
  ['1-{SEQ}', '2-{SEQ}', false],
])('%s and %s: the same number possible: %s', (first, second, expected) => {
  expect(canCollide(first, second)).toBe(expected)
})

test.each([
  ['never', ''],
  ['yearly', '2026'],
  ['monthly', '2026-03'],
] as const)('a series that starts again %s: period "%s"', (reset, period) => {
  expect(seriesPeriod(reset, '2026-03-09')).toBe(period)
})
