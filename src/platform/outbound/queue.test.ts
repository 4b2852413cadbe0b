import { expect, test, vi } from 'vitest'
import { createOutboundQueue } from './queue.ts'

const BUSY = expect.objectContaining({
  kind: 'too_many',
  code: 'outbound_busy',
  retryAfterSeconds: 1,
})

test('so many go in at once, so many wait in order, and the next is told to come back', async () => {
  const queue = createOutboundQueue({ active: 2, waiting: 2, waitMs: 1_000 })
  const order: string[] = []
  const first = await queue.enter()
  await queue.enter()
  const third = queue.enter().then((leave) => {
    order.push('third')
    return leave
  })
  const fourth = queue.enter().then(() => order.push('fourth'))
  await expect(queue.enter()).rejects.toEqual(BUSY)
  expect(order).toEqual([])
  first()
  first()
  const leaveThird = await third
  expect(order).toEqual(['third'])
  leaveThird()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

test('who waits too long is told to come back, and takes no place afterwards', async () => {
  vi.useFakeTimers()
  try {
    const queue = createOutboundQueue({ active: 1, waiting: 1, waitMs: 1_000 })
    const leave = await queue.enter()
    const late = expect(queue.enter()).rejects.toEqual(BUSY)
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    leave()
    await expect(queue.enter()).resolves.toBeTypeOf('function')
  } finally {
    vi.useRealTimers()
  }
})
