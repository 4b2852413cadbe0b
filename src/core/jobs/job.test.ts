import { expect, test } from 'vitest'
import { ATTEMPTS_MAX, pauseAfterFailure } from './job.ts'

const once = { name: 'test.once', parallel: 1 }
const hourly = { ...once, everySeconds: 3600 }

test.each([
  [1, 15],
  [2, 30],
  [5, 240],
  [11, 15_360],
  [12, 21_600],
  [14, 21_600],
])('the pause after attempt %d is about %d seconds', (attempts, seconds) => {
  const pause = pauseAfterFailure(once, attempts) ?? 0
  expect(pause).toBeGreaterThanOrEqual(0.9 * seconds)
  expect(pause).toBeLessThanOrEqual(1.1 * seconds)
})

test('after the last attempt a person decides, within about a day', () => {
  expect(pauseAfterFailure(once, ATTEMPTS_MAX)).toBeNull()
  const pauses = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, index) =>
    pauseAfterFailure(once, index + 1),
  )
  const hours = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / 3600
  expect(hours).toBeGreaterThan(22)
  expect(hours).toBeLessThan(31)
})

test('a periodic job never stops retrying', () => {
  expect(pauseAfterFailure(hourly, 1)).toBeLessThan(17)
  expect(pauseAfterFailure(hourly, 99)).toBe(3600)
})
