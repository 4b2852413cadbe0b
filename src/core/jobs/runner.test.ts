import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { givenCompany } from '../../../test/companies.ts'
import { createMigratedDatabase, ENGINES, type TestDatabase } from '../../../test/databases.ts'
import { type TestClock, testClock } from '../../../test/harness.ts'
import { makeDue } from '../../../test/jobs.ts'
import { WAIT } from '../../../test/patience.ts'
import { partsOn, workOn } from '../../../test/work.ts'
import { type Db, openDatabase } from '../../platform/database/db.ts'
import { companyDb, tablesOfAllCompanies } from '../../platform/database/scope.ts'
import { FIRST_COMPANY } from '../companies/company.ts'
import { createDirectory } from '../companies/directory.ts'
import { transaction } from '../record/transaction.ts'
import { createWorkFor, type Work } from '../record/work.ts'
import { expiring } from './expire.ts'
import { listJobs, retryJob } from './failed.ts'
import { type Ended, handle, type JobHandler, LeaseLost, type Run } from './handler.ts'
import { ATTEMPTS_MAX, type JobKind, type NewJob } from './job.ts'
import { dropGroup, enqueue } from './queue.ts'
import { createJobRunner, type JobRunner } from './runner.ts'

const NOTE: JobKind<{ text: string }> = { name: 'test.note', parallel: 4, parallelPerGroup: 2 }
const START = '2026-11-21T09:30:00.000Z'
const SECOND = 1000

describe.each(ENGINES)('jobs (%s)', (engine) => {
  let database: TestDatabase
  let db: Db
  let clock: TestClock
  const opened: Db[] = []
  const notes: string[] = []
  const ended: Ended[] = []
  beforeEach(async () => {
    database = await createMigratedDatabase(engine)
    db = open()
    clock = testClock()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((it) => it.destroy()))
    await database.drop()
    notes.splice(0)
    ended.splice(0)
  })

  function open(): Db {
    const one = openDatabase(database.config)
    opened.push(one)
    return one
  }
  const workFor = (on: Db = db) => createWorkFor(partsOn(on, clock))
  const work = () => workOn(db, clock)
  const moveBy = (ms: number) => clock.set(new Date(clock.now() + ms).toISOString())
  const add = (...jobs: readonly NewJob<{ text: string }>[]) =>
    transaction(work(), (work) => enqueue(work, NOTE, jobs))
  const job = (key: string, more: Partial<NewJob<{ text: string }>> = {}) => ({
    key,
    payload: { text: key },
    ...more,
  })
  const rows = () =>
    tablesOfAllCompanies(db).selectFrom('jobs').selectAll().orderBy('key').execute()
  const toRunner = (handlers: readonly JobHandler[], on: Db = db): JobRunner =>
    createJobRunner({
      db: on,
      clock,
      directory: createDirectory({ db: on, clock }),
      workFor: workFor(on),
      handlers,
      observer: {
        ended: (_job, it) => ended.push(it),
        warn: (error) => expect(error).toBeUndefined(),
      },
    })
  const runner = (run: Run<{ text: string }>, on?: Db) => toRunner([handle(NOTE, run)], on)
  const noting = (on?: Db) =>
    runner(async (_work, { payload }) => {
      notes.push(payload.text)
      return null
    }, on)
  const failing = () =>
    runner(async () => {
      throw new Error('no luck\u0000')
    })
  const list = async (status?: 'waiting' | 'running' | 'retrying' | 'failed') =>
    (await listJobs(work(), status ? { status } : {})).data

  describe('a job', () => {
    test('exists if and only if its change was committed', async () => {
      const undone = transaction(work(), async (work) => {
        await enqueue(work, NOTE, [job('undone')])
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await add(job('done'))
      expect(await noting().runDue()).toBe(1)
      expect(notes).toEqual(['done'])
      expect(await rows()).toEqual([])
    })

    test('waits for its time', async () => {
      await add(job('later', { dueAt: '2026-11-21T09:31:00.000Z' }))
      expect(await noting().runDue()).toBe(0)
      moveBy(60 * SECOND)
      expect(await noting().runDue()).toBe(1)
    })

    test('jobs with one key are one: with the earlier time and the later payload', async () => {
      const later = '2026-11-21T10:00:00.000Z'
      await add(job('a', { dueAt: later }), job('b', { dueAt: later }))
      await add(job('a', { payload: { text: 'newer' } }), job('b', { dueAt: '2026-11-22' }))
      expect(await rows()).toMatchObject([{ due_at: START }, { due_at: later }])
      await noting().runDue()
      expect(notes).toEqual(['newer'])
    })

    test('several jobs with one key in one transaction are one', async () => {
      await add(job('a', { dueAt: '2026-11-22' }), job('a', { payload: { text: 'last' } }))
      expect(await noting().runDue()).toBe(1)
      expect(notes).toEqual(['last'])
    })

    test('a job that is enqueued while it runs, runs once more', async () => {
      await add(job('a'))
      let count = 0
      const again = runner(async () => {
        count += 1
        if (count === 1) await add(job('a'))
        return null
      })
      expect(await again.runDue()).toBe(2)
      expect(await rows()).toEqual([])
    })

    test('runs again when it asks for it', async () => {
      await add(job('a'))
      const later = '2026-11-21T09:31:00.000Z'
      const runs = runner(async () => (clock.now() < Date.parse(later) ? later : null))
      expect(await runs.runDue()).toBe(1)
      expect(await list()).toMatchObject([{ status: 'waiting', dueAt: later }])
      expect(await runs.runDue()).toBe(0)
      moveBy(60 * SECOND)
      expect(await runs.runDue()).toBe(1)
    })

    test('of a kind that this version does not know is left alone', async () => {
      await transaction(work(), (work) =>
        enqueue(work, { name: 'test.unknown', parallel: 1 }, [{ key: 'a', payload: {} }]),
      )
      expect(await noting().runDue()).toBe(0)
      expect(await rows()).toHaveLength(1)
    })

    test('is deleted with its group', async () => {
      await add(job('a', { group: 'A' }), job('b', { group: 'B' }))
      await transaction(work(), (work) => dropGroup(work, { kind: NOTE, group: 'A' }))
      await noting().runDue()
      expect(notes).toEqual(['b'])
    })
  })

  describe('a failure', () => {
    test('is tried again with growing pauses, then waits for a person', async () => {
      await add(job('a'))
      const runs = failing()
      for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
        expect(await runs.runDue()).toBe(1)
        const [{ status, attempts, dueAt, lastError } = {}] = await list()
        expect([status, attempts, lastError]).toEqual(['retrying', attempt, 'no luck\ufffd'])
        moveBy(Date.parse(dueAt ?? '') - clock.now() - 1)
        expect(await runs.runDue()).toBe(0)
        moveBy(1)
      }
      expect(await runs.runDue()).toBe(1)
      expect(ended.at(-1)?.outcome).toBe('failed')
      expect(await list('failed')).toMatchObject([
        { status: 'failed', dueAt: null, failedAt: new Date(clock.now()).toISOString() },
      ])
      moveBy(365 * 24 * 3600 * SECOND)
      expect(await runs.runDue()).toBe(0)
    })

    test('of one company does not delay the others', async () => {
      await add(job('bad'), job('good'))
      const runs = runner(async (_work, { payload }) => {
        if (payload.text === 'bad') throw new Error('bad')
        notes.push(payload.text)
        return null
      })
      expect(await runs.runDue()).toBe(2)
      expect(notes).toEqual(['good'])
      expect((await list()).map(({ key }) => key)).toEqual(['bad'])
    })

    test('is forgotten when the occasion comes again, or by a retry', async () => {
      await add(job('a'), job('b'))
      await sql`update jobs set due_at = null, failed_at = 'x', attempts = 15`.execute(
        tablesOfAllCompanies(db),
      )
      const [, b] = (await list()).toSorted((one, other) => (one.key < other.key ? -1 : 1))
      await add(job('a'))
      await retryJob(work(), b?.id ?? '')
      expect(await rows()).toMatchObject(
        Array(2).fill({ due_at: START, failed_at: null, attempts: 0n }),
      )
      expect(await noting().runDue()).toBe(2)
    })

    test('rolls back the writes of the handler', async () => {
      await add(job('a'))
      const runs = runner(async (work, { finish }) => {
        await transaction(work, async (work) => {
          await finish(work)
          throw new Error('after all')
        })
        return null
      })
      expect(await runs.runDue()).toBe(1)
      expect(await list('retrying')).toHaveLength(1)
    })

    test('ends a slow job', async () => {
      await add(job('a'))
      let isAborted = false
      const quick = { ...NOTE, timeoutSeconds: 0.02 }
      const hanging = handle(quick, async (_work, { signal }) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        isAborted = true
        return null
      })
      await toRunner([hanging]).runDue()
      expect(isAborted).toBe(true)
      expect(await list('retrying')).toMatchObject([
        { lastError: 'It took longer than 0.02 seconds.' },
      ])
    })
  })

  describe('a process that dies', () => {
    /** Claims the job and never ends, as seen by the others. */
    const startDying = async () => {
      const begun = Promise.withResolvers<void>()
      const late = Promise.withResolvers<void>()
      // With one place only, it cannot claim its own job again.
      const dying = handle<{ text: string }>({ ...NOTE, parallel: 1 }, async (work, { finish }) => {
        begun.resolve()
        await late.promise
        await transaction(work, async (work) => {
          await noteIn(work, 'too late')
          await finish(work)
        })
        return null
      })
      const runs = toRunner([dying], open())
      const last = runs.runDue()
      await begun.promise
      return { late, last }
    }
    /** A row that is committed together with the end of the job. */
    const noteIn = (work: Work, text: string) =>
      work.db.insertInto('secrets').values({ name: text, value: text }).execute()
    const noted = async () =>
      (await db.selectFrom('secrets').select('name').execute()).map(({ name }) => name)

    test('loses its job to another when the lease ends, and can note nothing then', async () => {
      await add(job('a'))
      const { late, last } = await startDying()
      moveBy(59 * SECOND)
      expect(await noting().runDue()).toBe(0)
      expect(await list()).toMatchObject([{ status: 'running', dueAt: null }])
      moveBy(2 * SECOND)
      expect(await noting().runDue()).toBe(1)
      late.resolve()
      await last
      expect(ended.at(-1)?.error).toBeInstanceOf(LeaseLost)
      expect(await noted()).toEqual([])
      expect(await rows()).toEqual([])
    })

    test('with a clock far ahead, keeps its job no longer than the clocks of the others allow', async () => {
      await add(job('a'))
      moveBy(3650 * 86_400 * SECOND)
      const { late, last } = await startDying()
      clock.set(START)
      moveBy(SECOND)
      expect(await noting().runDue()).toBe(1)
      expect(notes).toEqual(['a'])
      late.resolve()
      await last
      expect(ended.at(-1)?.error).toBeInstanceOf(LeaseLost)
    })

    test('with a clock far ahead, delays no retry and no periodic job', async () => {
      const periodic: JobHandler = handle(
        { ...NOTE, name: 'test.tick', everySeconds: 60 },
        async () => {
          notes.push('tick')
          return null
        },
      )
      await add(job('a'))
      await makeDue(db, clock, periodic.kind.name)
      moveBy(3650 * 86_400 * SECOND)
      expect(await failing().runDue()).toBe(1)
      expect(await toRunner([periodic]).runDue()).toBe(1)
      clock.set(START)
      moveBy(SECOND)
      await noting().runDue()
      await toRunner([periodic]).runDue()
      expect(notes).toEqual(['tick', 'a', 'tick'])
    })

    test('again and again over one job, leaves it to a person', async () => {
      await add(job('a'))
      await sql`update jobs set lease = 'dead', attempts = ${ATTEMPTS_MAX}`.execute(
        tablesOfAllCompanies(db),
      )
      expect(await noting().runDue()).toBe(1)
      expect(notes).toEqual([])
      expect(await list('failed')).toMatchObject([
        { lastError: `The process ended in each of ${ATTEMPTS_MAX} attempts.` },
      ])
    })

    test('changes committed with the end of a job exist once', async () => {
      await add(job('a'))
      const runs = runner(async (work, { payload, finish }) => {
        await transaction(work, async (work) => {
          await noteIn(work, payload.text)
          await finish(work)
        })
        return null
      })
      await runs.runDue()
      expect(await noted()).toEqual(['a'])
      expect(await rows()).toEqual([])
    })
  })

  describe('several', () => {
    test('processes run each job once', async () => {
      const keys = Array.from({ length: 60 }, (_, index) => `job ${index}`).toSorted()
      await add(...keys.map((key) => job(key)))
      const runners = [noting(open()), noting(open()), noting(open())]
      await Promise.all(runners.map((it) => it.runDue()))
      for (const it of runners) await it.runDue()
      expect(notes.toSorted()).toEqual(keys)
    })

    test('groups share the places, however long the queue of one is', async () => {
      const many = Array.from({ length: 150 }, (_, index) => job(`A${index}`, { group: 'A' }))
      await add(...many)
      moveBy(SECOND)
      await add(job('B', { group: 'B' }))
      const open = Promise.withResolvers<void>()
      const runs = runner(async (_work, { payload }) => {
        notes.push(payload.text)
        if (payload.text !== 'B') await open.promise
        else open.resolve()
        return null
      })
      expect(await runs.runDue()).toBe(151)
      expect(notes.indexOf('B')).toBeLessThan(3)
    })

    test('companies too', async () => {
      const wide = { name: NOTE.name, parallel: 8 }
      const other = { ...work(), ...companyDb(db, await givenCompany(db)) }
      const many = Array.from({ length: 150 }, (_, index) => job(`mine ${index}`))
      await transaction(work(), (work) => enqueue(work, wide, many))
      moveBy(SECOND)
      await transaction(other, (work) => enqueue(work, wide, [job('yours')]))
      const companies: bigint[] = []
      const runs = toRunner([
        handle<{ text: string }>(wide, async ({ companyId }, { payload }) => {
          notes.push(payload.text)
          companies.push(companyId)
          return null
        }),
      ])
      expect(await runs.runDue()).toBe(151)
      expect(notes.indexOf('yours')).toBeLessThan(20)
      expect(companies[notes.indexOf('yours')]).toBe(2n)
      expect(companies.filter((company) => company === FIRST_COMPANY)).toHaveLength(150)
    })
  })

  describe('a runner', () => {
    afterEach(() => {
      vi.useRealTimers()
    })

    test('is woken by commits of this process', async () => {
      const ran = Promise.withResolvers<void>()
      const runs = runner(async () => {
        ran.resolve()
        return null
      })
      runs.start()
      await add(job('a'))
      await ran.promise
      await runs.stop()
      expect(await rows()).toEqual([])
    })

    test('runs periodic jobs, each occasion in one process', async () => {
      const ran = Promise.withResolvers<void>()
      const daily = { name: 'test.daily', parallel: 1, everySeconds: 86_400 }
      const handler = handle(daily, async () => {
        notes.push('daily')
        ran.resolve()
        return null
      })
      const [one, other] = [toRunner([handler]), toRunner([handler], open())]
      one.start()
      other.start()
      await ran.promise
      await Promise.all([one.stop(), other.stop()])
      expect(notes).toEqual(['daily'])
      const { due_at } = await db
        .selectFrom('periodic_jobs')
        .select('due_at')
        .executeTakeFirstOrThrow()
      const waitMs = Date.parse(due_at) - clock.now()
      expect(waitMs).toBeGreaterThanOrEqual(0.9 * daily.everySeconds * SECOND)
      expect(waitMs).toBeLessThanOrEqual(1.1 * daily.everySeconds * SECOND)
    })

    test('renews its leases, and aborts jobs without one', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      await add(job('kept'), job('lost'))
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const ending = Promise.withResolvers<void>()
      const runs = runner(async (_work, { payload, signal }) => {
        begun.pop()?.resolve()
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve())
          void ending.promise.then(resolve)
        })
        notes.push(payload.text)
        return null
      })
      const both = begun.map(({ promise }) => promise)
      runs.start()
      await Promise.all(both)
      await sql`update jobs set lease = 'other' where key = 'lost'`.execute(
        tablesOfAllCompanies(db),
      )
      moveBy(20 * SECOND)
      vi.advanceTimersByTime(20 * SECOND)
      await vi.waitFor(() => expect(notes).toEqual(['lost']), WAIT)
      const [kept] = await rows()
      expect(kept?.due_at).toBe('2026-11-21T09:31:20.000Z')
      vi.useRealTimers()
      ending.resolve()
      await runs.stop()
    })

    test('releases jobs that do not end when it stops', async () => {
      await add(job('a'))
      const begun = Promise.withResolvers<void>()
      const runs = runner(() => {
        begun.resolve()
        return new Promise(() => {})
      })
      runs.start()
      await begun.promise
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      let hasStopped = false
      const stopped = runs.stop().then(() => {
        hasStopped = true
      })
      while (!hasStopped) await vi.advanceTimersByTimeAsync(SECOND)
      await stopped
      vi.useRealTimers()
      expect(await list()).toMatchObject([{ status: 'waiting', attempts: 0, dueAt: START }])
    })
  })

  test('old rows are deleted in batches', async () => {
    const left = [500, 500, 3]
    const kind = { name: 'test.expire', parallel: 1 }
    const deleteBatch = async (_work: unknown, limit: number) => {
      expect(limit).toBe(500)
      return left.shift() ?? 0
    }
    const handler = expiring(kind, deleteBatch, async () => [])
    await transaction(work(), (work) => enqueue(work, kind, [{ key: 'a', payload: {} }]))
    await toRunner([handler]).runDue()
    expect(left).toEqual([])
  })
})
