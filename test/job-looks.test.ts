import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { givenCompanies } from './companies.ts'
import { spansCompanies } from './company-sql.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'
import { recordPostgres, type Sent } from './recorded-sql.ts'
import { pretendShards, SHARDS } from './shards.ts'

/** What a statement over all companies costs on a distributed database. */
describe('looking for jobs', () => {
  let app: TestApp
  let shards: Awaited<ReturnType<typeof pretendShards>>
  let sent: readonly Sent[]
  beforeAll(async () => {
    app = await startTestApp('postgres', { BANK_FOLDERS: tmpdir() })
    await givenCompanies(app.db, [2n, 3n, 4n])
    const { database } = app.config
    shards = await pretendShards('url' in database ? database.url : '')
    await app.services.jobRunner.runDue()
    sent = recordPostgres()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await shards.close()
    await app.close()
  })

  /** The statements over all companies of some work, and their tasks. */
  async function costOf(work: () => Promise<unknown>, counts = (_text: string) => true) {
    const before = sent.length
    await work()
    const spanning = sent.slice(before).filter(({ text }) => spansCompanies(text) && counts(text))
    let tasks = 0
    for (const statement of spanning) tasks += await shards.tasksOf(statement)
    return { statements: spanning.length, tasks }
  }

  test('asks each shard once, however many kinds there are', async () => {
    expect(await costOf(() => app.services.jobRunner.runDue())).toEqual(times(1))
  })

  test('asks for jobs of clocks far ahead once a minute, for all kinds together', async () => {
    app.clock.set(new Date(app.clock.now() + 60_000).toISOString())
    expect(await costOf(() => app.services.jobRunner.runDue())).toEqual(times(2))
  })

  test('periodic jobs ask each shard once, however many companies have no work', async () => {
    const { jobRunner } = app.services
    jobRunner.start()
    await jobRunner.stop()
    const kinds = await app.db.selectFrom('periodic_jobs').select('kind').execute()
    const costs = new Map<string, unknown>()
    for (const { kind } of kinds) costs.set(kind, await costOf(() => runNow(app, kind), isNoLook))
    const other = [...costs].filter(([, cost]) => JSON.stringify(cost) !== JSON.stringify(times(1)))
    expect(costs.size).toBeGreaterThan(20)
    expect(Object.fromEntries(other)).toEqual({
      // They read tables of the installation.
      'access.expire': times(0),
      'audit.anchor': times(0),
      'company.delete': times(0),
      'domain.check': times(0),
      // Settings and notices.
      'notice.collect': times(2),
      // Plans, promises and waiting reminders.
      'reminder.look': times(3),
    })
  })
})

const times = (statements: number) => ({ statements, tasks: statements * SHARDS })

const isNoLook = (text: string): boolean => !text.startsWith('select "kind", "company_id"')
