import { afterEach, expect, test } from 'vitest'
import { givenCompanies } from '../../test/companies.ts'
import { createMigratedDatabase, ENGINES } from '../../test/databases.ts'
import { testClock } from '../../test/harness.ts'
import { workOn } from '../../test/work.ts'
import { createDirectory } from '../companies/directory.ts'
import { type Db, openDatabase } from '../platform/database/db.ts'
import { everyTable, of, scopeOf } from '../platform/database/scope.ts'
import type { CompanyId } from '../platform/database/tables.ts'
import { createWorkFor } from '../record/work.ts'
import { inEveryCompany } from './every-company.ts'
import type { RunningJob } from './handler.ts'
import { expireJobs } from './service.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

test.each(ENGINES)('clean-up visits only companies with old rows (%s)', async (engine) => {
  const database = await createMigratedDatabase(engine)
  const db = openDatabase(database.config)
  ends.push(
    () => db.destroy(),
    () => database.drop(),
  )
  const clock = testClock()
  const directory = createDirectory({ db, clock })
  await givenCompanies(db, [2n, 3n, 4n])
  await failed(db, 2n, '2026-11-20T00:00:00.000Z')
  await failed(db, 3n, '2026-01-01T00:00:00.000Z')
  await failed(db, 3n, '2026-11-20T00:00:00.000Z')
  const visited: bigint[] = []
  const workFor = createWorkFor({ db, clock, follow: async () => {} })
  const { run } = inEveryCompany({
    db,
    directory,
    workFor: (actor, company) => {
      visited.push(company.number)
      return workFor(actor, company)
    },
  })(expireJobs)

  const job = { signal: new AbortController().signal } as RunningJob<unknown>
  expect(await run(workOn(db, clock), job)).toBeNull()

  expect(visited).toEqual([3n])
  const left = everyTable(db).selectFrom('jobs').select('company_id').orderBy('company_id')
  expect(await left.execute()).toEqual([{ company_id: 2n }, { company_id: 3n }])
})

const failed = async (db: Db, company: bigint, at: string): Promise<void> => {
  const key = `${company} ${at}`
  await of(scopeOf(db, company as CompanyId))
    .insertInto('jobs', {
      ...{ id: `job_${key}`, kind: 'test.fails', key, group_key: '', payload: '{}' },
      ...{ due_at: null, attempts: 15n, failed_at: at, created_at: at },
    })
    .execute()
}
