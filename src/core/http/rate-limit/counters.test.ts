import { expect, test } from 'vitest'
import { createRequestCounters } from './counters.ts'

const AT = Date.parse('2026-11-21T09:30:15.000Z')
const counting = () => createRequestCounters({ now: () => AT })

test('subtracting a count needs no memory', () => {
  const counters = counting()
  for (let at = 0; at < 60_000; at++) counters.giveBack(counters.take(`link ${at}`, 1))
  expect(counters.take('a caller', 1).key).toBe('a caller')
})

test('callers that come when there is no room share a counter, and no other process hears of it', () => {
  const counters = counting()
  for (let at = 0; at < 50_000; at++) counters.take(`caller ${at}`, 100)
  const late = [counters.take('late', 1), counters.take('later', 1)]
  expect(late.map(({ key }) => key)).toEqual(['everybody else', 'everybody else'])
  expect([counters.take('caller 7', 100).key, counters.untold().counts]).toEqual(['caller 7', []])
})

test('a count of an earlier minute is not subtracted', () => {
  let nowMs = AT
  const counters = createRequestCounters({ now: () => nowMs })
  const before = counters.take('a', 10)
  nowMs += 60_000
  const use = counters.take('a', 10)
  counters.giveBack(before)
  expect(counters.left(use)).toBe(9)
})

test('a clock that is set back begins a new minute', () => {
  let nowMs = AT
  const counters = createRequestCounters({ now: () => nowMs })
  counters.take('a', 10)
  nowMs -= 3_600_000
  expect([counters.left(counters.take('a', 10)), counters.secondsLeft()]).toEqual([9, 45])
})
