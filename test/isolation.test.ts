import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { poolOf } from '../src/platform/database/db.ts'
import { givens } from './givens.ts'
import { asOwner } from './global-setup.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { WAIT } from './patience.ts'

const AT_ONCE = 24

/** For all connections from now on, and there are no others. */
async function setDefault({ config: { database } }: TestApp, level: string): Promise<void> {
  if (database.engine !== 'postgres') throw new Error('Not on PostgreSQL.')
  const name = new URL(database.url).pathname.slice(1)
  await asOwner(database.url, [
    `alter database "${name}" set default_transaction_isolation = '${level}'`,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  ])
}

/** What a server or its operator sets as the default is another promise than the one our locks need. */
describe.each([
  'serializable',
  'repeatable read',
])('a PostgreSQL whose default isolation is %s', (level) => {
  let app: TestApp
  let customerId: string

  beforeAll(async () => {
    app = await startTestApp('postgres')
    customerId = (await givens(app).customer()).id
    await setDefault(app, level)
    // The service notices the end of its connections a moment later.
    await vi.waitFor(() => expect(poolOf(app.db)?.totalCount).toBe(0), WAIT)
  })
  afterAll(() => app.close())

  test('201: many concurrent invoices, each with a number and none refused', async () => {
    const items = [{ description: 'Design', quantity: '1', unit_price: '10' }]
    const body = { customer_id: customerId, status: 'sent', items }
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => app.call('POST', '/invoices', body)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(AT_ONCE).fill(201))
    expect(new Set(answers.map((it) => it.json().number)).size).toBe(AT_ONCE)
  })

  test('a read outside a transaction neither waits nor fails', async () => {
    const { rows } = await sql<{ level: string }>`select
      current_setting('transaction_isolation') as level`.execute(app.db)
    expect(rows[0]?.level).toBe('read committed')
  })
})
