import { afterEach, expect, test } from 'vitest'
import { givenCompanies } from '../../../test/companies.ts'
import { createMigratedDatabase, ENGINES } from '../../../test/databases.ts'
import { testClock } from '../../../test/harness.ts'
import { partsOn, workOn } from '../../../test/work.ts'
import { type Db, type Engine, openDatabase } from '../../platform/database/db.ts'
import {
  COMPANIES_AT_ONCE,
  companyDb,
  tablesOf,
  tablesOfAllCompanies,
} from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { createDirectory } from '../companies/directory.ts'
import { createWorkFor } from '../record/work.ts'
import { inEveryCompany } from './every-company.ts'
import { expireJobs } from './failed.ts'
import { type CompanyJob, handle, type RunningJob } from './handler.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

test.each(ENGINES)('clean-up visits only companies with old rows (%s)', async (engine) => {
  const db = await migrated(engine)
  await givenCompanies(db, [2n, 3n, 4n])
  await failed(db, 2n, '2026-11-20T00:00:00.000Z')
  await failed(db, 3n, '2026-01-01T00:00:00.000Z')
  await failed(db, 3n, '2026-11-20T00:00:00.000Z')

  expect(await visitedBy(db, expireJobs)).toEqual([3n])

  const left = tablesOfAllCompanies(db)
    .selectFrom('jobs')
    .select('company_id')
    .orderBy('company_id')
  expect(await left.execute()).toEqual([{ company_id: 2n }, { company_id: 3n }])
})

test('a kind with few rows visits all companies that it finds, except closed ones', async () => {
  const db = await migrated('sqlite')
  const numbers = Array.from({ length: COMPANIES_AT_ONCE + 3 }, (_, at) => BigInt(at + 2))
  await givenCompanies(db, numbers)
  await db.updateTable('companies').set({ status: 'deleting' }).where('number', '=', 3n).execute()
  const asked: unknown[] = []
  const kind = { name: 'test.look', parallel: 1, everySeconds: 60 }
  const visited = await visitedBy(db, {
    ...handle(kind, async () => null),
    isRare: true,
    findDue: async (_db, among) => {
      asked.push(among)
      const after = 'after' in among ? among.after : 0n
      const found = numbers.filter((number) => number > after) as CompanyId[]
      return found.slice(0, COMPANIES_AT_ONCE)
    },
  })
  expect(visited).toEqual(numbers.filter((number) => number !== 3n))
  expect(asked).toEqual([{ after: 0n }, { after: 501n }])
})

test('a job that is aborted asks for no more companies', async () => {
  const db = await migrated('sqlite')
  const abort = new AbortController()
  let asked = 0
  const job: CompanyJob = {
    ...handle({ name: 'test.look', parallel: 1, everySeconds: 60 }, async () => null),
    isRare: true,
    findDue: async () => {
      asked += 1
      abort.abort()
      return Array.from({ length: asked > 1 ? 1 : COMPANIES_AT_ONCE }, () => 1n as CompanyId)
    },
  }
  expect(await visitedBy(db, job, abort)).toEqual([])
  expect(asked).toBe(1)
})

async function migrated(engine: Engine): Promise<Db> {
  const database = await createMigratedDatabase(engine)
  const db = openDatabase(database.config)
  ends.push(
    () => db.destroy(),
    () => database.drop(),
  )
  return db
}

/** The companies that a run of the job visits. */
async function visitedBy(
  db: Db,
  handler: CompanyJob,
  { signal } = new AbortController(),
): Promise<readonly bigint[]> {
  const clock = testClock()
  const visited: bigint[] = []
  const workFor = createWorkFor(partsOn(db, clock))
  const { run } = inEveryCompany(createDirectory({ db, clock }), (actor, company) => {
    visited.push(company.number)
    return workFor(actor, company)
  })(handler)
  const job = { signal } as RunningJob<unknown>
  expect(await run(workOn(db, clock), job)).toBeNull()
  return visited
}

const failed = async (db: Db, company: bigint, at: string): Promise<void> => {
  const key = `${company} ${at}`
  await tablesOf(companyDb(db, company as CompanyId))
    .insertInto('jobs', {
      ...{ id: `job_${key}`, kind: 'test.fails', key, group_key: '', payload: '{}' },
      ...{ due_at: null, attempts: 15n, failed_at: at, created_at: at },
    })
    .execute()
}
