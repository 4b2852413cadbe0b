import { describe, expect, test } from 'vitest'
import { pauseAfter, readRetryAfter, TRIES_MAX } from './schedule.ts'

const shortest = () => 0
const longest = (limit: number) => limit - 1
const HOUR = 3_600_000
const NOW = Date.parse('2026-11-21T09:30:00.000Z')

describe('the pause after an attempt', () => {
  test.each([
    [1, 4_500, 5_500],
    [2, 270_000, 330_000],
    [9, 21.6 * HOUR, 26.4 * HOUR],
  ])('number %d: from %d to %d ms', (tries, least, most) => {
    expect(pauseAfter(tries, null, shortest)).toBe(least)
    expect(pauseAfter(tries, null, longest)).toBe(most)
  })

  test('ends after the last: ten attempts in about 75 hours', () => {
    const middle = (limit: number) => (limit - 1) / 2
    const pauses = Array.from({ length: TRIES_MAX - 1 }, (_, i) => pauseAfter(i + 1, null, middle))
    expect(pauses.reduce<number>((sum, pauseMs) => sum + (pauseMs ?? 0), 0) / HOUR).toBeCloseTo(
      75.58,
    )
    expect(pauseAfter(TRIES_MAX, null, shortest)).toBeNull()
    expect(pauseAfter(TRIES_MAX, 1_000, shortest)).toBeNull()
  })

  test.each([
    [1, 0, 4_500],
    [1, 60_000, 60_000],
    [1, 10 * HOUR, 300_000],
    [8, 30 * HOUR, 24 * HOUR],
    [9, 99 * HOUR, 24 * HOUR],
  ])('number %d when the receiver asks for %d ms: %d ms', (tries, asked, pauseMs) => {
    expect(pauseAfter(tries, asked, shortest)).toBe(pauseMs)
  })
})

test.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['0', 0],
  ['120', 120_000],
  ['99999999999', null],
  ['Sat, 21 Nov 2026 09:31:00 GMT', 60_000],
  ['Sat, 21 Nov 2020 09:31:00 GMT', 0],
])('Retry-After: %s', (value, waitMs) => {
  expect(readRetryAfter(value, NOW)).toBe(waitMs)
})
