import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDirectory } from '../src/core/companies/directory.ts'
import { inEveryCompany } from '../src/core/jobs/every-company.ts'
import { handle, type RunningJob } from '../src/core/jobs/handler.ts'
import type { JobKind } from '../src/core/jobs/job.ts'
import { enqueue } from '../src/core/jobs/queue.ts'
import { createJobRunner } from '../src/core/jobs/runner.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { createWorkFor } from '../src/core/record/work.ts'
import { type Db, migrate, openDatabase } from '../src/platform/database/db.ts'
import { companiesWith, companyDb, tablesOf } from '../src/platform/database/scope.ts'
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
  const runner = (warnings: unknown[] = []) =>
    createJobRunner({
      db,
      clock,
      directory: createDirectory({ db, clock }),
      workFor: workFor(),
      handlers: [visiting],
      observer: { ended: () => {}, warn: (error) => warnings.push(error) },
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
