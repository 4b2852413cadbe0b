import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPressure } from './pressure.ts'

const WINDOW_MS = 2_000

/** The medians of the next windows, in milliseconds. */
const medians: number[] = []

const histogram = {
  enable: () => true,
  disable: () => true,
  reset: () => {},
  percentile: () => (medians.shift() ?? 0) * 1e6,
}

beforeEach(() => {
  vi.useFakeTimers()
  medians.length = 0
})
afterEach(() => vi.useRealTimers())

const delaysOver = (windows: readonly number[]): readonly number[] => {
  const pressure = watchPressure(histogram)
  pressure.begin()
  medians.push(...windows)
  const seen = windows.map(() => {
    vi.advanceTimersByTime(WINDOW_MS)
    return pressure.eventLoopDelayMs()
  })
  pressure.stop()
  return seen
}

test.each([
  ['one long step is no pressure', [0, 6_000, 0], [0, 0, 0]],
  ['two late windows in a row are', [0, 1_500, 2_000, 3_000], [0, 0, 1_500, 2_000]],
  ['pressure ends with the first window in time', [1_500, 1_500, 1, 1_500], [0, 1_500, 1, 1]],
])('%s', (_, windows, delays) => {
  expect(delaysOver(windows)).toEqual(delays)
})

test('the start of the process does not count', () => {
  const pressure = watchPressure(histogram)
  medians.push(6_000, 6_000)
  vi.advanceTimersByTime(3 * WINDOW_MS)
  expect(pressure.eventLoopDelayMs()).toBe(0)
  pressure.stop()
})
