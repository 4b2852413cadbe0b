import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createThread } from './worker.ts'

/** A thread that follows the instruction in each job. */
const MODULE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (job) => {
      if (job === 'throw') throw new Error('broken')
      if (job === 'exit') process.exit(3)
      if (job === 'fill') for (const all = []; ; ) all.push(new Array(10_000).fill({}))
      if (job === 'refuse') {
        const faults = [{ pointer: '/a', code: 'b', message: 'c' }]
        return parentPort.postMessage({ kind: 'invalid', code: 'x', message: 'y', details: { faults } })
      }
      while (job === 'loop');
      parentPort.postMessage({ result: job + ' done' })
    })`)}`,
)

const open = (timeoutMs = 20_000) =>
  createThread<string, string>({
    module: MODULE,
    timeoutMs,
    timedOut: () => new AppError('invalid', 'too_long', ''),
    outOfMemory: () => new AppError('invalid', 'too_big', ''),
  })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: AppError) => error.code ?? error.message,
  )

test('a refusal of the thread keeps its faults', async () => {
  const faults = [{ pointer: '/a', code: 'b', message: 'c' }]
  await expect(open().run('refuse')).rejects.toMatchObject({ kind: 'invalid', code: 'x', faults })
})

test.each([
  ['too_long', 'loop', 1_000],
  ['too_big', 'fill', 20_000],
  ['broken', 'throw', 20_000],
  ['The thread ended with 3.', 'exit', 20_000],
])(
  '%s: the next job gets a new thread',
  async (code, job, timeoutMs) => {
    const thread = open(timeoutMs)
    const [failed, next] = [codeOf(thread.run(job)), thread.run('next')]
    expect(await failed).toBe(code)
    expect(await next).toBe('next done')
  },
  30_000,
)

test('overloaded: too many jobs wait; the waiting ones are done', async () => {
  const thread = open()
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(thread.run('a'))))
  expect(codes).toEqual([...Array(21).fill('done'), ...Array(9).fill('overloaded')])
  expect(await thread.run('b')).toBe('b done')
})

test('overloaded: a job that waited too long is not begun', async () => {
  const thread = open(500)
  const [first, second, , last] = ['loop', 'loop', 'loop', 'a'].map((job) =>
    codeOf(thread.run(job)),
  )
  expect([await first, await second]).toEqual(['too_long', 'too_long'])
  expect(await last).toBe('overloaded')
})
