import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Config } from '../src/platform/config.ts'
import { type Db, migrate, onReplica, openDatabase } from '../src/platform/database/db.ts'
import { companyDb } from '../src/platform/database/scope.ts'
import { type PostgresPair, startPostgresPair } from './faults/postgres-pair.ts'
import { givens } from './givens.ts'
import { nameCompany, startTestApp, type TestApp } from './harness.ts'
import { WAIT } from './patience.ts'
import { namingRequests, recordPostgres, type Sent } from './recorded-sql.ts'

describe('DATABASE_REPLICA_URL', () => {
  let pair: PostgresPair
  let app: TestApp
  let sent: readonly Sent[]
  let standby: Db
  let config: Extract<Config['database'], { engine: 'postgres' }>
  beforeAll(async () => {
    pair = await startPostgresPair()
    await pair.createDatabase('billwright')
    config = {
      engine: 'postgres',
      url: pair.url('billwright'),
      replicaUrl: pair.standbyUrl('billwright'),
    }
    sent = recordPostgres()
    app = await startTestApp('postgres', {}, { config, drop: async () => {} })
    standby = openDatabase(
      { engine: 'postgres', url: pair.standbyUrl('billwright') },
      { isReplica: true },
    )
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await standby.destroy()
    await app.close()
    await pair.dispose()
  })

  /** Which of the two servers answered the statements of a request. */
  const serversOf = async (method: string, path: string) => {
    const before = sent.length
    const { statusCode } = await namingRequests(app).call(method, path)
    expect(statusCode).toBe(200)
    const ofTables = sent
      .slice(before)
      .filter(({ text }) => /from "?(invoices|customers|revisions|heads)/.test(text))
    const isStandby = ({ connection }: Sent) =>
      `${(connection as { port?: number }).port}` === new URL(config.replicaUrl ?? '').port
    return new Set(ofTables.map((it) => (isStandby(it) ? 'replica' : 'primary')))
  }

  const isOnReplica = async (db: Db, behindMaxSeconds?: number) => {
    const scope = companyDb(db, app.work().companyId)
    return (await onReplica(scope, behindMaxSeconds)).db !== scope.db
  }

  test.each([
    '/reports/summary',
    '/invoices/export',
    '/customers/export',
    '/audit/export',
  ])('200: %s reads from the replica', async (path) => {
    await givens(app).invoice({ status: 'sent' })
    expect(await serversOf('GET', path)).toEqual(new Set(['replica']))
  })

  test.each([
    '/invoices',
    '/customers',
  ])('200: the list %s reads from the primary', async (path) => {
    expect(await serversOf('GET', path)).toEqual(new Set(['primary']))
  })

  test('a replica that is behind is not used, and used again when it has caught up', async () => {
    await sql`select pg_wal_replay_pause()`.execute(standby)
    await givens(app).customer()
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(await isOnReplica(app.db, 1)).toBe(false)
    expect(await isOnReplica(app.db)).toBe(true)
    await sql`select pg_wal_replay_resume()`.execute(standby)
    await vi.waitFor(async () => expect(await isOnReplica(app.db, 1)).toBe(true), WAIT)
  })

  test.each([
    ['does not answer', () => 'postgres://postgres:postgres@127.0.0.1:1/billwright'],
    ['is the primary itself', () => pair.url('billwright').replace(/,[^/]*/, '')],
  ])('one that %s is not used', async (_name, replicaUrl) => {
    const db = openDatabase({ ...config, replicaUrl: replicaUrl() })
    await migrate(db)
    await nameCompany(db)
    expect(await isOnReplica(db)).toBe(false)
    await db.destroy()
  })
})
