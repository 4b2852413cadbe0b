import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { WAIT } from '../../test/patience.ts'
import { AppError } from '../kernel/errors.ts'
import { createWorker } from './worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'billwright-worker-'))
const MODULE = pathToFileURL(join(folder, 'worker.mjs'))
const SERVICE = join(folder, 'service.mjs')
const PID = join(folder, 'pid')

/** A worker that follows the instruction in each job. */
writeFileSync(
  MODULE,
  `import { writeFileSync } from 'node:fs'
  import { AppError } from '${new URL('../kernel/errors.ts', import.meta.url)}'
  import { answerJobs } from '${new URL('./worker.ts', import.meta.url)}'
  const all = []
  answerJobs((job) => {
    if (job === 'throw') throw new Error('broken')
    if (job === 'exit') process.exit(3)
    if (job === 'fill') for (;;) all.push(new Array(10_000).fill({}))
    if (job === 'parse') for (;;) all.push(JSON.parse('[' + '{"a":[1,{"b":"c"}]},'.repeat(500_000) + '1]'))
    if (job === 'buffers') for (;;) all.push(Buffer.alloc(16 * 1024 * 1024, 1))
    if (job === 'arrays') for (;;) all.push(new Float64Array(2 * 1024 * 1024).fill(1))
    if (job === 'environment') return Object.keys(process.env)
    if (job === 'refuse') {
      const faults = [{ pointer: '/a', code: 'b', message: 'c' }]
      throw new AppError('invalid', 'x', 'y', { faults })
    }
    if (job === 'tell and loop') writeFileSync(new URL('./pid', import.meta.url), String(process.pid))
    while (job === 'loop' || job === 'tell and loop');
    return job + ' done'
  })`,
)

/** A service whose worker is busy. */
writeFileSync(
  SERVICE,
  `import { createWorker } from '${new URL('./worker.ts', import.meta.url)}'
  const module = new URL('./worker.mjs', import.meta.url)
  await createWorker({ module, timeoutMs: 1000 }).run(1n, 'tell and loop')`,
)
afterAll(() => rmSync(folder, { recursive: true }))

const open = (timeoutMs = WAIT.timeout) =>
  createWorker<string, string>({
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

test('a refusal of the worker keeps its faults', async () => {
  const faults = [{ pointer: '/a', code: 'b', message: 'c' }]
  await expect(open().run(1n, 'refuse')).rejects.toMatchObject({
    kind: 'invalid',
    code: 'x',
    faults,
  })
})

test('sees no secrets', async () => {
  process.env.BILLWRIGHT_SECRET = 'secret'
  expect(await open().run(1n, 'environment')).not.toContain('BILLWRIGHT_SECRET')
})

test.each([
  ['too_long', 'loop', 1_000],
  ['too_big', 'fill', 20_000],
  // One step that no thread survives.
  ['too_big', 'parse', 20_000],
  ['broken', 'throw', 20_000],
  ['The worker ended with 3.', 'exit', 20_000],
])('%s, %s: the next job is done', async (code, job, timeoutMs) => {
  const worker = open(timeoutMs)
  const [failed, next] = [codeOf(worker.run(1n, job)), worker.run(1n, 'next')]
  expect(await failed).toBe(code)
  expect(await next).toBe('next done')
})

test.runIf(process.platform === 'linux').each(['buffers', 'arrays'])(
  'too_big, %s outside the heap: the next job is done',
  async (job) => {
    const worker = open()
    expect(await codeOf(worker.run(1n, job))).toBe('too_big')
    expect(await worker.run(1n, 'next')).toBe('next done')
  },
)

test('overloaded: too many jobs wait; the waiting ones are done', async () => {
  const worker = open()
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(worker.run(1n, 'a'))))
  expect(codes).toEqual([...Array(21).fill('done'), ...Array(9).fill('overloaded')])
  expect(await worker.run(1n, 'b')).toBe('b done')
})

test('a company does not wait for all jobs of another one', async () => {
  const worker = open()
  const ended: string[] = []
  const run = async (company: bigint, job: string) => {
    const code = await codeOf(worker.run(company, job))
    ended.push(`${job}: ${code}`)
  }
  const many = Array.from({ length: 30 }, () => run(1n, 'many'))
  await Promise.all([...many, run(2n, 'one')])
  const done = ended.filter((it) => !it.endsWith('overloaded'))
  expect(done).toHaveLength(22)
  expect(done.indexOf('one: done')).toBeLessThan(3)
})

test('overloaded: a job that waited too long is not begun', async () => {
  const worker = open(500)
  const [first, second, , last] = ['loop', 'loop', 'loop', 'a'].map((job) =>
    codeOf(worker.run(1n, job)),
  )
  expect([await first, await second]).toEqual(['too_long', 'too_long'])
  expect(await last).toBe('overloaded')
})

test('an endless job ends, though the service that would end it was killed', async () => {
  const service = spawn(process.execPath, [SERVICE], { stdio: 'ignore' })
  await expect.poll(() => existsSync(PID) && readFileSync(PID, 'utf8'), WAIT).toMatch(/\d/)
  service.kill('SIGKILL')
  const worker = Number(readFileSync(PID, 'utf8'))
  await expect.poll(() => isRunning(worker), WAIT).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
