import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pause } from '../src/platform/clock.ts'
import type { Config } from '../src/platform/config.ts'
import {
  type Db,
  inTransaction,
  migrate,
  openDatabase,
  poolOf,
} from '../src/platform/database/db.ts'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { startService } from './faults/harness.ts'
import { call } from './faults/request.ts'
import { freePort } from './service-process.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

type PostgresConfig = Extract<Config['database'], { engine: 'postgres' }>

const UNAVAILABLE = { code: 'storage_unavailable', retryAfterSeconds: 2 }

let database: TestDatabase
let config: PostgresConfig
let opened: Db[]
let proxies: TcpProxy[]

beforeEach(async () => {
  database = await createMigratedDatabase('postgres')
  if (database.config.engine !== 'postgres') throw new Error('Not on PostgreSQL.')
  config = database.config
  opened = []
  proxies = []
})
afterEach(async () => {
  await Promise.all(opened.map((db) => db.destroy()))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await database.drop()
})

function open(changes: Partial<PostgresConfig> = {}, isPatient = false): Db {
  const db = openDatabase({ ...config, ...changes }, { isPatient })
  opened.push(db)
  return db
}

/** The database behind servers of other ports, asked in that order. */
function urlOf(...ports: readonly number[]): string {
  const { host } = new URL(config.url)
  return config.url.replace(host, ports.map((port) => `127.0.0.1:${port}`).join(','))
}

async function proxied(): Promise<TcpProxy> {
  const proxy = await startTcpProxy({ port: Number(new URL(config.url).port) })
  proxies.push(proxy)
  return proxy
}

const write = (db: Db, name: string) =>
  inTransaction(db, (trx) =>
    trx.insertInto('secrets').values({ name, value: '…' }).returning('name').execute(),
  )
const written = async (): Promise<readonly string[]> => {
  const rows = await open().selectFrom('secrets').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
const pidOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
const kill = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(open())

describe('several servers in DATABASE_URL', () => {
  test('uses the server that accepts writes, in any order', async () => {
    await migrate(open())
    const live = await proxied()
    const db = open({ url: urlOf(await freePort(), live.port) })
    await write(db, 'a')
    expect(await written()).toContain('a')
  })

  test('if it fails, the other takes over without a restart', async () => {
    await migrate(open())
    const [first, second] = [await proxied(), await proxied()]
    const db = open({ url: urlOf(first.port, second.port), poolSize: 3 })
    await Promise.all(['a', 'b', 'c'].map((name) => write(db, name)))
    await first.close()
    // Connections that were cut are found one by one; each fails at most once.
    const results = await Promise.allSettled(['d', 'e', 'f'].map((name) => write(db, name)))
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(UNAVAILABLE)
    await write(db, 'g')
    expect(await written()).toEqual(expect.arrayContaining(['a', 'b', 'c', 'g']))
  })

  test('when it falls silent, one request waits for it, and the others use the next', async () => {
    await migrate(open())
    const [first, second] = [await proxied(), await proxied()]
    const url = urlOf(first.port, second.port)
    const db = open({ url, poolSize: 3, statementTimeoutMs: 100 })
    await Promise.all(['a', 'b', 'c'].map((name) => write(db, name)))
    first.set('swallow')
    await expect(write(db, 'd')).rejects.toMatchObject(UNAVAILABLE)
    await Promise.all(['e', 'f', 'g'].map((name) => write(db, name)))
    expect(await written()).toEqual(['a', 'b', 'c', 'e', 'f', 'g'])
  })
})

test('503 while the server is read-only, and no longer than that', async () => {
  const admin = open({ poolSize: 1 })
  const name = sql.ref(new URL(config.url).pathname.slice(1))
  const setReadOnly = (value: string) =>
    sql`alter database ${name} set default_transaction_read_only = ${sql.lit(value)}`.execute(admin)
  const db = open()
  await setReadOnly('on')
  await expect(write(db, 'a')).rejects.toMatchObject(UNAVAILABLE)
  await setReadOnly('off')
  await write(db, 'b')
  expect(await written()).toContain('b')
})

test('a connection that is cut inside a transaction ends neither the process nor the pool', async () => {
  await migrate(open())
  const db = open({ poolSize: 1 })
  const lost = inTransaction(db, async (trx) => {
    await trx.insertInto('secrets').values({ name: 'a', value: '…' }).execute()
    await kill(await pidOf(trx))
    await trx.insertInto('secrets').values({ name: 'b', value: '…' }).execute()
  })
  await expect(lost).rejects.toMatchObject(UNAVAILABLE)
  await write(db, 'c')
  expect(await written()).not.toContain('a')
  expect(poolOf(db)).toMatchObject({ totalCount: 1, waitingCount: 0 })
})

test('a connection that breaks while idle fails no request', async () => {
  await migrate(open())
  const db = open({ poolSize: 1 })
  const pid = await pidOf(db)
  await kill(pid)
  while (poolOf(db)?.totalCount !== 0) await new Promise((resolve) => setImmediate(resolve))
  expect(await pidOf(db)).not.toBe(pid)
})

test('503: a server that stops answering; when it answers again, so does the service', async () => {
  await migrate(open())
  const proxy = await proxied()
  const db = open({ url: urlOf(proxy.port), statementTimeoutMs: 100 })
  await write(db, 'a')
  proxy.set('swallow')
  await expect(write(db, 'b')).rejects.toMatchObject(UNAVAILABLE)
  proxy.set('pass')
  await write(db, 'c')
  expect(await written()).toEqual(expect.arrayContaining(['a', 'c']))
  expect(await written()).not.toContain('b')
})

test('work without time limits continues after the server was silent for a moment', async () => {
  const proxy = await proxied()
  const db = open({ url: urlOf(proxy.port) }, true)
  const long = sql<{ done: number }>`select 1 as done from pg_sleep(7)`.execute(db)
  await pause(500)
  proxy.set('swallow')
  await pause(5000)
  proxy.set('pass')
  expect((await long).rows).toEqual([{ done: 1 }])
})

test('503: a statement that waits too long for a lock', async () => {
  await migrate(open())
  await write(open(), 'a')
  const db = open({ statementTimeoutMs: 100 })
  const touch = (own: Db) => own.updateTable('secrets').set({ value: '!' }).where('name', '=', 'a')
  await inTransaction(open(), async (trx) => {
    await touch(trx).execute()
    await expect(inTransaction(db, (late) => touch(late).execute())).rejects.toMatchObject(
      UNAVAILABLE,
    )
  })
  await inTransaction(db, (trx) => touch(trx).execute())
})

test('a slow statement may continue while its server works on it', async () => {
  const db = open()
  const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(3)`.execute(db)
  expect(rows).toEqual([{ done: 1 }])
})

test.each([
  'cut-commit',
  'lose-commit',
] as const)('503: a commit whose answer was lost has an unknown end, and is not repeated here (%s)', async (mode) => {
  await migrate(open())
  const proxy = await proxied()
  const db = open({ url: urlOf(proxy.port) })
  proxy.set(mode)
  await expect(write(db, 'a')).rejects.toMatchObject(UNAVAILABLE)
  proxy.set('pass')
  await write(db, 'b')
  expect(await written()).toEqual(expect.arrayContaining(['a', 'b']))
})

test('409: a committed change whose answer was lost is not repeated with the same key', async () => {
  const proxy = await proxied()
  const service = await startService({ env: { DATABASE_URL: urlOf(proxy.port) } })
  try {
    await service.ready()
    const create = () =>
      call(service.url, 'POST', '/customers', {
        body: { name: 'Fernweh Books' },
        headers: { 'idempotency-key': 'once' },
      })
    proxy.set('cut-commit')
    const first = await create()
    expect(first.json).toMatchObject({ status: 503, code: 'storage_unavailable' })
    expect(first.headers.get('retry-after')).toBe('2')
    proxy.set('pass')
    const again = await create()
    expect(again.status).toBe(409)
    // Its answer may be under way in another process, for all this one knows.
    expect(again.json.code).toMatch(/^idempotency_(in_flight|answer_lost)$/)
    const { json } = await call(service.url, 'GET', '/customers')
    expect(json.data).toHaveLength(1)
  } finally {
    await service.kill()
  }
})
