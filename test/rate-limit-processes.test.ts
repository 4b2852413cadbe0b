import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestCounters } from '../src/core/http/rate-limit/counters.ts'
import { createRateLimitSync } from '../src/core/http/rate-limit/sync.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { givens } from './givens.ts'
import { startTestApp } from './harness.ts'
import { WAIT } from './patience.ts'
import { startTcpProxy } from './tcp-proxy.ts'

let database: TestDatabase
let db: Db
let endings: (() => Promise<unknown>)[]

beforeEach(async () => {
  database = await createMigratedDatabase('postgres')
  db = openDatabase(database.config)
  endings = []
})
afterEach(async () => {
  for (const end of endings.reverse()) await end()
  await db.destroy()
  await database.drop()
})

const AT = Date.parse('2026-11-21T09:30:15.000Z')

/** A process as far as counting goes, its clock moved by hand. */
function counting(nowMs = { ms: AT }) {
  const counters = createRequestCounters({ now: () => nowMs.ms })
  const take = (key: string, times: number, limit = 100) => {
    for (let at = 0; at < times; at++) counters.take(key, limit)
  }
  return {
    ...counters,
    take,
    left: (key: string) => counters.left({ key, limit: 100 }),
    exchange: createRateLimitSync({ db, counters }),
  }
}

const countsOf = (rows: readonly { readonly count: bigint }[]) => rows.map(({ count }) => count)
const rows = () => db.selectFrom('request_counts').selectAll().execute()

test('a process learns the counts of the others when its own count is high enough', async () => {
  const [one, two] = [counting(), counting()]
  one.take('a', 60)
  one.take('b', 4)
  await one.exchange()
  two.take('a', 4)
  await two.exchange()
  expect(two.left('a')).toBe(96)
  two.take('a', 1)
  await two.exchange()
  expect([one.left('a'), two.left('a')]).toEqual([40, 35])
  one.take('a', 10)
  await one.exchange()
  await one.exchange()
  expect([one.left('a'), one.left('b')]).toEqual([25, 96])
  expect((await rows()).map(({ count }) => count)).toEqual([75n])
  expect(JSON.stringify(await rows(), (_, it) => String(it))).not.toContain('"a"')
})

test('a returned count is returned in all processes, and a new minute begins at zero', async () => {
  const clock = { ms: AT }
  const [one, two] = [counting(clock), counting()]
  one.take('a', 9)
  const use = { ...createRequestCounters({ now: () => AT }).take('a', 100) }
  await one.exchange()
  for (let at = 0; at < 4; at++) one.giveBack(use)
  await one.exchange()
  two.take('a', 5)
  await two.exchange()
  expect(two.left('a')).toBe(90)
  clock.ms += 60_000
  one.take('a', 5)
  await one.exchange()
  expect(one.left('a')).toBe(95)
  clock.ms += 5 * 60_000
  one.take('a', 5)
  await one.exchange()
  expect((await rows()).map(({ window_ends_at }) => window_ends_at)).toEqual([
    '2026-11-21T09:32:00.000Z',
    '2026-11-21T09:37:00.000Z',
  ])
})

test('processes exchange at most a thousand callers a minute', async () => {
  const one = counting()
  for (let at = 0; at < 1_500; at++) one.take(`caller ${at}`, 1, 1)
  await one.exchange()
  expect(await rows()).toHaveLength(1_000)
})

test('processes that count the same callers at once do not wait in a circle', async () => {
  const many = Array.from({ length: 4 }, () => counting())
  for (let round = 0; round < 5; round++) {
    for (const [at, it] of many.entries()) {
      const callers = Array.from({ length: 50 }, (_, caller) => `caller ${caller}`)
      for (const caller of at % 2 === 0 ? callers : callers.reverse()) it.take(caller, 5)
    }
    await Promise.all(many.map((it) => it.exchange()))
  }
  expect(new Set((await rows()).map(({ count }) => count))).toEqual(new Set([100n]))
})

test('on SQLite nothing is written', async () => {
  const app = await startTestApp('sqlite', { RATE_LIMIT_PER_MINUTE: '40' })
  endings.push(() => app.close())
  for (let at = 0; at < 30; at++) await app.call('GET', '/customers')
  expect(await app.db.selectFrom('request_counts').selectAll().execute()).toEqual([])
})

const start = async (env: Record<string, string>, on = database) => {
  const app = await startTestApp('postgres', { TRUST_PROXY: 'loopback', ...env }, on)
  endings.push(() => app.close())
  return app
}

test('429: a key that spreads its requests over two processes', async () => {
  const env = { RATE_LIMIT_PER_MINUTE: '200' }
  const [one, two] = [await start(env), await start(env)]
  for (let at = 0; at < 190; at++) await one.call('GET', '/customers')
  await vi.waitFor(async () => expect(countsOf(await rows())).toEqual([190n, 190n]), WAIT)
  let own = 0
  await vi.waitFor(async () => {
    own++
    expect((await two.call('GET', '/customers')).statusCode).toBe(429)
  }, WAIT)
  expect(own).toBeLessThan(190)
})

test('429: a company whose keys together send more than five times the limit of one', async () => {
  const env = { RATE_LIMIT_PER_MINUTE: '40' }
  const [one, two] = [await start(env), await start(env)]
  const keys = await Promise.all(Array.from({ length: 6 }, () => givens(one).key('read')))
  for (const key of keys.slice(0, 5))
    for (let at = 0; at < 38; at++) await one.call('GET', '/customers', undefined, key)
  let refused: LightMyRequestResponse | undefined
  await vi.waitFor(async () => {
    refused = await two.call('GET', '/customers', undefined, keys[5])
    expect(refused.statusCode).toBe(429)
  }, WAIT)
  expect(refused?.json()).toMatchObject({ code: 'rate_limited', limited: 'company' })
  expect(refused?.headers['ratelimit-limit']).toBe('200')
})

test('without their database three processes go on counting, each for itself', async () => {
  const { config } = database
  if (config.engine !== 'postgres') throw new Error('Not on PostgreSQL.')
  const url = new URL(config.url)
  const proxy = await startTcpProxy({ port: Number(url.port) })
  url.host = `127.0.0.1:${proxy.port}`
  const proxied = { ...database, config: { ...config, url: url.href } }
  const env = { RATE_LIMIT_PER_MINUTE: '40' }
  const apps = [await start(env, proxied), await start(env, proxied), await start(env, proxied)]
  await proxy.close()
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  for (const app of apps) {
    for (let at = 0; at < 20; at++)
      expect((await app.send({ url: '/nowhere', headers })).statusCode).toBe(404)
    expect((await app.send({ url: '/nowhere', headers })).statusCode).toBe(429)
  }
})
