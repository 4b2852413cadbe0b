import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../../test/databases.ts'
import { toNetwork } from '../../../../core/http/address.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { instant } from '../../../../platform/clock.ts'
import { deleteEnded } from '../../jobs.ts'
import { startTestServer, type TestServer } from '../../server.testing.ts'
import {
  ACCOUNT_LIMIT,
  type Attempt,
  countTry,
  createThrottle,
  DELAY_SECONDS_MAX,
  SOURCE_LIMIT,
  type Throttle,
} from './throttle.ts'

test('ten tries, then one after 1, 2, 4, 8, 15 … minutes; a quarter of an hour forgets', () => {
  let nowMs = 0
  let bucket = { key: 'k', count: 0, windowEndsMs: 0 }
  const waits: number[] = []
  for (let i = 0; i < 17; i++) {
    let result = countTry(bucket, SOURCE_LIMIT, nowMs)
    if (result.waitSeconds > 0) {
      waits.push(result.waitSeconds)
      nowMs += result.waitSeconds * 1000
      result = countTry(bucket, SOURCE_LIMIT, nowMs)
    }
    expect(result.waitSeconds).toBe(0)
    bucket = result.bucket
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900])
  const later = countTry(bucket, SOURCE_LIMIT, bucket.windowEndsMs + DELAY_SECONDS_MAX * 1000)
  expect(later.bucket.count).toBe(1)
})

test('slow tries do not slip through: a window ends only after a minute without one', () => {
  let bucket = { key: 'k', count: 0, windowEndsMs: 0 }
  for (let i = 0; i < 10; i++) bucket = countTry(bucket, SOURCE_LIMIT, i * 59_000).bucket
  expect(countTry(bucket, SOURCE_LIMIT, 10 * 59_000).waitSeconds).toBe(1)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  // Some proxies forward addresses with a port, which differs for each connection.
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::3]:50123', '2001:db8:1:2::'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2::'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, expected) => {
  expect(toNetwork(address)).toBe(expected)
})

describe.each(ENGINES)('sources of tries (%s)', (engine) => {
  let server: TestServer
  let throttle: Throttle

  beforeAll(async () => {
    server = await startTestServer(engine)
    throttle = createThrottle(server)
  })
  afterAll(() => server.close())

  const from = (address: string, account: string, device: string | null = null): Attempt => ({
    account,
    address,
    device,
  })
  const fail = async (attempt: Attempt, times: number) => {
    for (let i = 0; i < times; i++) await throttle.take(attempt)
  }
  const isRefused = async (attempt: Attempt): Promise<boolean> => {
    try {
      await throttle.take(attempt)
      return false
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ code: 'too_many_attempts', retryAfterSeconds: 60 })
      return true
    }
  }

  test('an address may try ten times, for all accounts together', async () => {
    for (let i = 0; i < 10; i++) await throttle.take(from('198.51.100.1', `a${i}@example.org`))
    expect(await isRefused(from('198.51.100.1', 'other@example.org'))).toBe(true)
    expect(await isRefused(from('198.51.100.2', 'other@example.org'))).toBe(false)
  })

  test('an IPv6 network counts as one address', async () => {
    for (let i = 0; i < 10; i++) await throttle.take(from(`2001:db8::${i}`, `b${i}@example.org`))
    expect(await isRefused(from('2001:db8::ffff', 'b@example.org'))).toBe(true)
  })

  test('a stranger cannot lock out the owner at another address', async () => {
    await fail(from('198.51.100.3', 'owner@example.org'), 10)
    expect(await isRefused(from('198.51.100.3', 'owner@example.org'))).toBe(true)
    expect(await isRefused(from('198.51.100.4', 'owner@example.org'))).toBe(false)
  })

  test('does not affect the same address in a browser that signed in before', async () => {
    const device = await throttle.trust(from('198.51.100.5', 'office@example.org'))
    await fail(from('198.51.100.5', 'office@example.org'), 10)
    expect(await isRefused(from('198.51.100.5', 'office@example.org'))).toBe(true)
    expect(await isRefused(from('198.51.100.5', 'office@example.org', device))).toBe(false)
    expect(await isRefused(from('198.51.100.5', 'office@example.org', 'forged'))).toBe(true)
    expect(await isRefused(from('198.51.100.5', 'else@example.org', device))).toBe(true)
  })

  test('a known browser is throttled too, alone', async () => {
    const device = await throttle.trust(from('198.51.100.6', 'thief@example.org'))
    await fail(from('198.51.100.6', 'thief@example.org', device), 10)
    expect(await isRefused(from('203.0.113.99', 'thief@example.org', device))).toBe(true)
    expect(await isRefused(from('198.51.100.6', 'thief@example.org'))).toBe(false)
  })

  test('many strangers use up the account, but not for addresses it signed in from', async () => {
    const account = 'target@example.org'
    await throttle.trust(from('198.51.100.7', account))
    for (let i = 0; i < ACCOUNT_LIMIT.tries; i++) await throttle.take(from(`10.0.0.${i}`, account))
    await expect(throttle.take(from('10.0.1.1', account))).rejects.toMatchObject({
      code: 'too_many_attempts',
    })
    await throttle.take(from('198.51.100.7', account))
  })

  test('correct attempts are subtracted again, failed ones are not', async () => {
    const mine = from('198.51.100.8', 'mine@example.org')
    for (let i = 0; i < 30; i++) {
      await throttle.take(mine)
      await throttle.release(mine)
    }
    await fail(from('198.51.100.8', 'yours@example.org'), 9)
    await throttle.take(mine)
    await throttle.release(mine)
    expect(await isRefused(from('198.51.100.8', 'yours@example.org'))).toBe(true)
  })

  test('a known browser does not give back attempts of others', async () => {
    const owned = 'spray@example.org'
    const device = await throttle.trust(from('198.51.100.13', owned))
    const guess = (i: number) => from('198.51.100.13', `victim${i}@example.org`)
    for (let i = 0; i < 10; i++) {
      await throttle.take(guess(i))
      await throttle.take(from('198.51.100.13', owned, device))
      await throttle.release(from('198.51.100.13', owned, device))
    }
    expect(await isRefused(guess(10))).toBe(true)
  })

  test('a known address does not subtract the attempts of others', async () => {
    const account = 'watched@example.org'
    await throttle.trust(from('198.51.100.14', account))
    const stranger = (i: number) => from(`10.4.0.${i}`, account)
    for (let i = 0; i < ACCOUNT_LIMIT.tries - 1; i++) await throttle.take(stranger(i))
    await throttle.take(from('198.51.100.14', account))
    await throttle.release(from('198.51.100.14', account))
    await throttle.take(stranger(100))
    await expect(throttle.take(stranger(101))).rejects.toMatchObject({ code: 'too_many_attempts' })
  })

  test('attempts at the code are counted separately: the correct password does not give them back', async () => {
    const account = 'two-steps@example.org'
    const code = (i: number): Attempt => ({ ...from(`10.3.${i}.1`, account), step: 'code' })
    await throttle.trust(from('198.51.100.12', account))
    for (let i = 0; i < ACCOUNT_LIMIT.tries; i++) {
      await throttle.take(code(i))
      await throttle.release(from(`10.3.${i}.1`, account))
    }
    await expect(throttle.take(code(200))).rejects.toMatchObject({ code: 'too_many_attempts' })
    await throttle.take(from('10.3.200.1', account))
    await throttle.take({ ...from('198.51.100.12', account), step: 'code' })
  })

  test('concurrent attempts count one by one', async () => {
    const tries = Array.from({ length: 25 }, () => isRefused(from('198.51.100.9', 'c@example.org')))
    const refused = (await Promise.all(tries)).filter(Boolean)
    expect(refused.length).toBe(15)
  })

  test('a cookie that was planted does not become a known one', async () => {
    const device = await throttle.trust(from('198.51.100.10', 'd@example.org', 'planted'))
    expect(device).not.toBe('planted')
    expect(await throttle.trust(from('198.51.100.10', 'd@example.org', device))).toBe(device)
  })

  test('the table has no addresses in plain text, and old rows are deleted', async () => {
    const before = await server.db.selectFrom('throttles').selectAll().execute()
    expect(JSON.stringify(before.map(({ key }) => key))).not.toMatch(/example|198\.51/)
    server.clock.move(91 * 24 * 60 * 60)
    await throttle.take(from('198.51.100.11', 'e@example.org'))
    await deleteEnded({ db: server.db, at: instant(server.clock) })
    const after = await server.db.selectFrom('throttles').selectAll().execute()
    expect(after.length).toBe(3)
  })
})

describe.each(ENGINES)('two processes on one database (%s)', (engine) => {
  let server: TestServer
  let other: TestServer
  beforeAll(async () => {
    server = await startTestServer(engine)
    other = await server.beside()
  })
  afterAll(async () => {
    await other.close()
    await server.close()
  })

  test('429: ten attempts a minute from one address, over all processes', async () => {
    const signIn = (at: TestServer) =>
      at.send({
        method: 'POST',
        url: '/api/v1/session',
        payload: { email: 'ada@example.org', password: 'a wrong one' },
      })
    const tries = Array.from({ length: 24 }, (_, i) => signIn(i % 2 === 0 ? server : other))
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(14)
  })
})
