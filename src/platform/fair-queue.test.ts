import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createFairQueue, type FairQueue, QueueFull } from './fair-queue.ts'

const LONG_MS = 60_000

/** A job that ends when the test ends it. */
function openJob() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}

describe('the queue for printing', () => {
  test('runs as many as there are slots, the others in order', async () => {
    const queue = createFairQueue({ slots: 2, waitingMax: 5 })
    const order: number[] = []
    const jobs = [0, 1, 2, 3].map(openJob)
    const done = jobs.map((job, index) =>
      queue.run(() => {
        order.push(index)
        return job.run()
      }, LONG_MS),
    )
    expect(order).toEqual([0, 1])
    jobs[1]?.end()
    await done[1]
    expect(order).toEqual([0, 1, 2])
    for (const job of jobs) job.end()
    await Promise.all(done)
    expect(order).toEqual([0, 1, 2, 3])
  })

  test('refuses one job above the limit, and accepts the next once there is room', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 1 })
    const [first, second] = [openJob(), openJob()]
    const running = [queue.run(first.run, LONG_MS), queue.run(second.run, LONG_MS)]
    await expect(queue.run(async () => {}, LONG_MS)).rejects.toBeInstanceOf(QueueFull)
    first.end()
    await running[0]
    await expect(
      Promise.all([queue.run(async () => 'done', LONG_MS), second.end()]),
    ).resolves.toContain('done')
  })

  test('a job that fails gives its slot on', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 1 })
    const failing = queue.run(() => Promise.reject(new Error('no')), LONG_MS)
    const next = queue.run(async () => 'done', LONG_MS)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })

  test('a job that waits too long is refused, and does not run later', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 1 })
    const first = openJob()
    const running = queue.run(first.run, LONG_MS)
    let hasRun = false
    const late = queue.run(async () => {
      hasRun = true
    }, 1)
    await expect(late).rejects.toBeInstanceOf(QueueFull)
    first.end()
    await running
    await queue.drained()
    expect(hasRun).toBe(false)
  })
})

describe('jobs of several companies', () => {
  const [LOUD, QUIET, THIRD] = [1n, 2n, 3n]

  /** Starts jobs that note their key and wait to be ended, in the order given. */
  function started(queue: FairQueue, keys: readonly bigint[]) {
    const order: bigint[] = []
    const jobs = keys.map(openJob)
    const done = jobs.map((job, index) => {
      const key = keys[index] ?? 0n
      const run = () => {
        order.push(key)
        return job.run()
      }
      return queue.run(run, LONG_MS, key)
    })
    const end = async (index: number) => {
      jobs[index]?.end()
      await done[index]
    }
    return { order, end, endAll: () => Promise.all(keys.map((_, index) => end(index))) }
  }

  test('one of them has no more than its share, also while slots are free', async () => {
    const queue = createFairQueue({ slots: 4, slotsPerKey: 2, waitingMax: 9 })
    const { order, end, endAll } = started(queue, [LOUD, LOUD, LOUD, QUIET])
    expect(order).toEqual([LOUD, LOUD, QUIET])
    await end(3)
    expect(order).toEqual([LOUD, LOUD, QUIET])
    await end(0)
    expect(order).toEqual([LOUD, LOUD, QUIET, LOUD])
    await endAll()
  })

  test('a share that has grown lets more of the waiting ones run', async () => {
    let share = 1
    const queue = createFairQueue({ slots: 4, slotsPerKey: () => share, waitingMax: 9 })
    const { order, end, endAll } = started(queue, [LOUD, LOUD, LOUD, LOUD])
    expect(order).toHaveLength(1)
    share = 2
    await end(0)
    expect(order).toHaveLength(3)
    await endAll()
  })

  test('waiting companies take turns, however long the queue of one is', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 9 })
    const keys = [LOUD, LOUD, LOUD, LOUD, QUIET, QUIET, THIRD]
    const { order, endAll } = started(queue, keys)
    await endAll()
    expect(order).toEqual([LOUD, LOUD, QUIET, THIRD, LOUD, QUIET, LOUD])
  })

  test('the queue is shared while two of them come, and for a hundred jobs after', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 9 })
    const job = (key: bigint) => queue.run(async () => {}, LONG_MS, key)
    for (let at = 0; at < 3; at += 1) await job(LOUD)
    expect(queue.isShared()).toBe(false)
    await job(QUIET)
    expect(queue.isShared()).toBe(true)
    for (let at = 0; at < 100; at += 1) await job(LOUD)
    expect(queue.isShared()).toBe(true)
    await job(LOUD)
    expect(queue.isShared()).toBe(false)
  })

  test('a full queue of one key does not affect the others', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 1 })
    const { endAll } = started(queue, [LOUD, LOUD])
    await expect(queue.run(async () => {}, LONG_MS, LOUD)).rejects.toBeInstanceOf(QueueFull)
    const quiet = queue.run(async () => 'done', LONG_MS, QUIET)
    await endAll()
    expect(await quiet).toBe('done')
  })

  test('ending a turn twice frees one slot', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 9 })
    const leave = await queue.enter(LONG_MS, LOUD)
    const { order, endAll } = started(queue, [QUIET, THIRD])
    leave()
    leave()
    await setImmediate()
    expect(order).toEqual([QUIET])
    await endAll()
    await queue.drained()
  })
})
