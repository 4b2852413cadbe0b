import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDirectory } from '../src/core/companies/directory.ts'
import { inEveryCompany } from '../src/core/jobs/every-company.ts'
import { handle, type RunningJob } from '../src/core/jobs/handler.ts'
import type { JobKind } from '../src/core/jobs/job.ts'
import { enqueue } from '../src/core/jobs/queue.ts'
import { createJobRunner } from '../src/core/jobs/runner.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { createWorkFor } from '../src/core/record/work.ts'
import { AppError } from '../src/kernel/errors.ts'
import { type Db, migrate, openDatabase } from '../src/platform/database/db.ts'
import {
  type Among,
  COMPANIES_AT_ONCE,
  companiesWith,
  companyDb,
  tablesOf,
} from '../src/platform/database/scope.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { givenCompanies } from './companies.ts'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { startTestApp, testClock } from './harness.ts'
import { addMachine } from './machine-away.ts'
import { WAIT } from './patience.ts'
import { partsOn, workOn } from './work.ts'

const NOTE: JobKind<object> = { name: 'test.note', parallel: 4 }

describe('the machine of the first company is away', () => {
  let database: TestDatabase
  let machine: Awaited<ReturnType<typeof addMachine>>
  beforeAll(async () => {
    database = await createMigratedDatabase('postgres')
    machine = await addMachine(database, 1)
    await machine.proxy.close()
  })
  afterAll(async () => {
    await machine.drop()
    await database.drop()
  })

  test('a process starts, and runs the periodic jobs of the installation', async () => {
    const app = await startTestApp('postgres', {}, database)
    app.services.jobRunner.start()
    await app.services.jobRunner.stop()
    const jobs = await app.db.selectFrom('periodic_jobs').selectAll().execute()
    expect(jobs.map(({ kind }) => kind)).toContain('reminder.look')
    expect((await app.send({ url: '/healthz' })).statusCode).toBe(200)
    expect((await app.call('GET', '/customers')).json()).toMatchObject({
      code: 'storage_unavailable',
    })
    await app.close()
  })
})

describe('the machine of a company is away', () => {
  let database: TestDatabase
  let machine: Awaited<ReturnType<typeof addMachine>>
  let db: Db
  const clock = testClock()
  const visited: bigint[] = []
  beforeEach(async () => {
    database = await createMigratedDatabase('postgres')
    db = openDatabase(database.config)
    await givenCompanies(db, [2n, 3n])
    machine = await addMachine(database, 3)
    for (const company of [1n, 2n])
      await transaction({ ...workOn(db, clock), ...companyDb(db, company as CompanyId) }, (work) =>
        enqueue(work, NOTE, [{ key: 'a', payload: {} }]),
      )
  })
  afterEach(async () => {
    visited.splice(0)
    await machine.drop()
    await db.destroy()
    await database.drop()
  })

  const workFor = () => createWorkFor(partsOn(db, clock))
  const visiting = handle(NOTE, async ({ companyId }) => {
    visited.push(companyId)
    return null
  })
  const runner = (
    warnings: unknown[] = [],
    more: Partial<Parameters<typeof createJobRunner>[0]> = {},
  ) =>
    createJobRunner({
      db,
      clock,
      directory: createDirectory({ db, clock }),
      workFor: workFor(),
      handlers: [visiting],
      observer: { ended: () => {}, warn: (error) => warnings.push(error) },
      ...more,
    })

  test('the jobs of other companies run, and the fault is in the log', async () => {
    await machine.proxy.close()
    const warnings: unknown[] = []
    expect(await runner(warnings).runDue()).toBe(2)
    expect(visited.toSorted()).toEqual([1n, 2n])
    expect(String(warnings)).toContain('could not connect')
  })

  test('frozen: the jobs of other companies run', async () => {
    machine.proxy.set('swallow')
    const it = runner()
    it.start()
    await vi.waitFor(() => expect(visited.toSorted()).toEqual([1n, 2n]), WAIT)
    await it.stop()
  })

  /** A job in the rows of a company on another machine. */
  const addOn = (company: number) =>
    sql`insert into ${sql.table(`machine_${company}.jobs`)} (company_id, id, kind, key, group_key, payload, due_at, attempts, created_at)
      select ${sql.lit(company)}, id, kind, key, group_key, payload, due_at, attempts, created_at
      from only jobs where company_id = 1`.execute(db)

  test('frozen for a while: its jobs run once it answers', async () => {
    await addOn(3)
    machine.proxy.set('swallow')
    let readCount = 0
    const directory = {
      ...createDirectory({ db, clock }),
      get db() {
        readCount += 1
        return db
      },
    }
    const it = runner([], { directory, lookMs: 200 })
    it.start()
    await vi.waitFor(() => expect(visited.toSorted()).toEqual([1n, 2n]), WAIT)
    const before = readCount
    clock.set(new Date(clock.now() + 70_000).toISOString())
    // It reads again which companies each machine has: two pages, and their places.
    await vi.waitFor(() => expect(readCount).toBeGreaterThanOrEqual(before + 3), WAIT)
    machine.proxy.set('pass')
    machine.proxy.cut()
    await vi.waitFor(() => expect(visited).toContain(3n), WAIT)
    await it.stop()
  })

  test('a long queue on one machine does not delay the jobs of another', async () => {
    const other = await addMachine(database, 2)
    await addOn(2)
    const many = Array.from({ length: 520 }, (_, at) => ({ key: `many ${at}`, payload: {} }))
    await transaction(workOn(db, clock), (work) => enqueue(work, NOTE, many))
    await machine.proxy.close()
    await runner().runDue()
    expect(visited).toHaveLength(523)
    // Company 2 had a job before its rows moved, and has one on its new machine.
    expect(visited.lastIndexOf(2n)).toBeLessThan(20)
    await other.drop()
  })

  test('periodic jobs visit no company twice', async () => {
    const findDue = vi.fn(async (_db: Db, among: Among) => {
      if (!('after' in among)) return among
      const many = Array.from({ length: COMPANIES_AT_ONCE }, () => 2n as CompanyId)
      if (among.after === 0n) return [1n as CompanyId, ...many.slice(1)]
      throw new AppError('unavailable', 'storage_unavailable', 'It is away.')
    })
    const job = { signal: new AbortController().signal } as RunningJob<unknown>
    const inEach = inEveryCompany(createDirectory({ db, clock }), workFor())
    const { run } = inEach({ ...visiting, isRare: true, findDue })
    await expect(run(workOn(db, clock), job)).rejects.toThrow('It is away.')
    expect(visited.filter((number) => number === 1n)).toEqual([1n])
    expect(visited).toContain(3n)
  })

  test('periodic jobs visit the companies of other machines, and then fail', async () => {
    await machine.proxy.close()
    const job = { signal: new AbortController().signal } as RunningJob<unknown>
    const { run } = inEveryCompany(
      createDirectory({ db, clock }),
      workFor(),
    )({
      ...visiting,
      isRare: true,
      findDue: (db, among) => companiesWith(db, 'jobs', { among }),
    })
    await expect(run(workOn(db, clock), job)).rejects.toThrow('could not connect')
    expect(visited).toEqual([1n, 2n])
  })

  test('busy: requests for its companies wait', async () => {
    const { config } = database
    if (config.engine !== 'postgres') throw new Error('It needs PostgreSQL.')
    const small = openDatabase({ ...config, poolSize: 4 })
    await migrate(small)
    const slowly = (company: bigint, seconds: number) =>
      sql`select pg_sleep(${sql.lit(seconds)})`.execute(companyDb(small, company as CompanyId).db)
    await Promise.all(Array.from({ length: 30 }, () => slowly(2n, 0.1)))
    // Also for statements that are slower than a silence.
    await Promise.all(Array.from({ length: 4 }, () => slowly(2n, 3)))
    await small.destroy()
  })

  test('frozen: statements over all companies use few connections', async () => {
    const { config } = database
    if (config.engine !== 'postgres') throw new Error('It needs PostgreSQL.')
    const small = openDatabase({ ...config, poolSize: 4 })
    await migrate(small)
    machine.proxy.set('swallow')
    const all = Array.from({ length: 4 }, () =>
      companiesWith(small, 'jobs', { among: { after: 0n as CompanyId } }).catch(() => {}),
    )
    const read = tablesOf(companyDb(small, 2n as CompanyId))
      .selectFrom('jobs')
      .select('id')
    const late = new Promise((resolve) => setTimeout(resolve, 3_000, 'late'))
    expect(await Promise.race([read.execute(), late])).toHaveLength(1)
    await machine.proxy.close()
    await Promise.all(all)
    await small.destroy()
  })

  test('frozen: requests for its companies fail soon, and those of others get a connection', async () => {
    const { config } = database
    if (config.engine !== 'postgres') throw new Error('It needs PostgreSQL.')
    const small = openDatabase({ ...config, poolSize: 4 })
    await migrate(small)
    const read = (company: bigint) =>
      tablesOf(companyDb(small, company as CompanyId))
        .selectFrom('jobs')
        .select('id')
        .execute()
    expect(await read(3n)).toEqual([])
    machine.proxy.set('swallow')
    const refused: unknown[] = []
    const frozen = Array.from({ length: 8 }, () =>
      read(3n).catch((error: unknown) => refused.push(error)),
    )
    const refusal = expect.objectContaining({ code: 'storage_unavailable' })
    // Two wait for the machine, the others are refused.
    await vi.waitFor(() => expect(refused).toEqual(Array(6).fill(refusal)), WAIT)
    for (let time = 0; time < 4; time++) expect(await read(2n)).toHaveLength(1)
    await machine.proxy.close()
    await Promise.all(frozen)
    await small.destroy()
  })
})
