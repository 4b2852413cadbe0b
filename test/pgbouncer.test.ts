import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { createTestDatabase, type TestDatabase } from './databases.ts'
import { givens, ITEM } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { recordPostgres, type Sent } from './recorded-sql.ts'

const CONNECTIONS = 2
const AT_ONCE = 16

describe.skipIf(!hasPgBouncer)(
  'PgBouncer in transaction mode (skipped: it is not installed)',
  () => {
    let database: TestDatabase
    let pooler: PgBouncer
    let app: TestApp
    let sent: readonly Sent[]
    beforeAll(async () => {
      database = await createTestDatabase('postgres')
      if (database.config.engine !== 'postgres') throw new Error('This is not PostgreSQL.')
      pooler = await startPgBouncer(database.config.url, CONNECTIONS)
      sent = recordPostgres()
      app = await startTestApp(
        'postgres',
        {},
        { ...database, config: { ...database.config, url: pooler.url } },
      )
    })
    afterAll(async () => {
      vi.restoreAllMocks()
      await app.close()
      await pooler.stop()
      await database.drop()
    })

    test('201: more requests at once than there are connections, each with a number', async () => {
      const { id } = await givens(app).customer()
      const body = { customer_id: id, status: 'sent', items: [ITEM] }
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => app.call('POST', '/invoices', body)),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(AT_ONCE).fill(201))
      expect(new Set(answers.map((it) => it.json().number)).size).toBe(AT_ONCE)
      const report = await withSnapshot(app.config.database, (scope) =>
        verifyDatabase(scope, () => {}),
      )
      expect(report.ok).toBe(true)
    })

    test('each transaction sets its limits, which never affect the next user of a connection', async () => {
      const begins = new Set(
        sent.map(({ text }) => text).filter((text) => text.startsWith('begin')),
      )
      const limits = (ms: number, idleMs: number) =>
        `set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${idleMs}`
      expect(begins).toContain(`begin isolation level read committed; ${limits(15_000, 10_000)}`)
      expect(begins).toContain(`begin isolation level repeatable read read only; ${limits(0, 0)}`)
      const clients = Array.from(
        { length: CONNECTIONS },
        () => new pg.Client({ connectionString: pooler.url }),
      )
      for (const client of clients) {
        await client.connect()
        // An open transaction keeps its connection, so that each one is asked.
        await client.query('begin')
        const { rows } = await client.query(`select current_setting('statement_timeout') as limit,
        current_setting('default_transaction_isolation') as level`)
        expect(rows).toEqual([{ limit: '0', level: 'read committed' }])
      }
      await Promise.all(clients.map((client) => client.end()))
    })

    test('no statement is prepared by name: the next connection would not know it', async () => {
      const client = new pg.Client({ connectionString: pooler.url })
      await client.connect()
      const { rows } = await client.query(
        'select count(*)::int as count from pg_prepared_statements',
      )
      await client.end()
      expect(rows).toEqual([{ count: 0 }])
    })
  },
)
