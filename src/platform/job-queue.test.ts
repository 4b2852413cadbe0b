import { describe, expect, test } from 'vitest'
import { createJobQueue, QueueFull } from './job-queue.ts'

const LONG_MS = 60_000

/** A job that ends when told to. */
function openJob() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}

describe('the queue for printing', () => {
  test('runs as many as there are slots, the others in order', async () => {
    const queue = createJobQueue(2, 5)
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

  test('refuses one more than may wait, and takes the next once there is room', async () => {
    const queue = createJobQueue(1, 1)
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
    const queue = createJobQueue(1, 1)
    const failing = queue.run(() => Promise.reject(new Error('no')), LONG_MS)
    const next = queue.run(async () => 'done', LONG_MS)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })

  test('a job that waits too long is refused, and does not run later', async () => {
    const queue = createJobQueue(1, 1)
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
