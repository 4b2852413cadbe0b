import { afterEach, describe, expect, test } from 'vitest'
import { limitsOf } from '../src/core/http/rate-limit/limits.ts'
import { ConfigError, readConfig } from '../src/platform/config.ts'
import type { Engine } from '../src/platform/database/db.ts'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

let app: TestApp

/** 40 a minute for a signed-in caller, 20 for another, 4 with one link, 2 wrong links. */
const start = async (engine: Engine = 'sqlite'): Promise<TestApp> => {
  app = await startTestApp(engine, { RATE_LIMIT_PER_MINUTE: '40', TRUST_PROXY: 'loopback' })
  app.clock.set('2026-11-21T09:30:15.000Z')
  return app
}

afterEach(() => app.close())

const statuses = async (count: number, request: () => Promise<{ readonly statusCode: number }>) => {
  const found: number[] = []
  for (let at = 0; at < count; at++) found.push((await request()).statusCode)
  return found
}
const from = (address: string) => ({ 'x-forwarded-for': address })

test('429: a key after its requests of this minute, until the next', async () => {
  await start()
  const first = await app.call('GET', '/customers')
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '40',
    'ratelimit-remaining': '39',
    'ratelimit-reset': '45',
  })
  expect(new Set(await statuses(39, () => app.call('GET', '/customers')))).toEqual(new Set([200]))
  const refused = await app.call('GET', '/customers')
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited', limited: 'caller' })
  expect(refused.headers).toMatchObject({ 'retry-after': '45', 'ratelimit-remaining': '0' })
  app.clock.set('2026-11-21T09:31:00.000Z')
  expect((await app.call('GET', '/customers')).statusCode).toBe(200)
})

test('each key has its own count', async () => {
  await start()
  const other = await givens(app).key('read')
  await statuses(41, () => app.call('GET', '/customers'))
  const reply = await app.call('GET', '/customers', undefined, other)
  expect([reply.statusCode, reply.headers['ratelimit-remaining']]).toEqual([200, '39'])
})

test('429: an address without or with wrong credentials, which does not affect others', async () => {
  await start()
  const url = '/api/v1/customers'
  const wrong = { authorization: 'Bearer wrong', ...from('192.0.2.1') }
  expect(new Set(await statuses(20, () => app.send({ url, headers: wrong })))).toEqual(
    new Set([401]),
  )
  const refused = await app.send({ url, headers: wrong })
  expect(refused.json()).toMatchObject({ code: 'rate_limited', limited: 'address' })
  expect((await app.send({ url: '/nowhere', headers: from('192.0.2.1') })).statusCode).toBe(429)
  expect((await app.send({ url: '/nowhere', headers: from('192.0.2.2') })).statusCode).toBe(404)
  const owner = await app.call('GET', '/customers', undefined, from('192.0.2.1'))
  expect(owner.statusCode).toBe(200)
})

test('IPv6 is counted by its /64', async () => {
  await start()
  let host = 0
  const replies = await statuses(21, () =>
    app.send({ url: '/nowhere', headers: from(`2001:db8::${++host}`) }),
  )
  expect(replies.at(-1)).toBe(429)
})

test('429: a client that guesses share links, even if one is valid', async () => {
  await start()
  const { invoice, publish } = givens(app)
  const { share_token: token } = await publish((await invoice()).id)
  const read = (path: string, address = '192.0.2.1') =>
    app.send({ url: path, headers: from(address) })
  const right = `/api/v1/public/invoices/${token}`
  expect((await read(right)).statusCode).toBe(200)
  expect((await read('/api/v1/public/invoices/wrong')).statusCode).toBe(404)
  expect((await read('/i/wrong')).statusCode).toBe(404)
  const refused = { status: 429, code: 'rate_limited', limited: 'misses' }
  expect((await read(right)).json()).toMatchObject(refused)
  expect((await read('/i/wrong')).statusCode).toBe(429)
  expect((await read(right, '192.0.2.2')).statusCode).toBe(200)
})

test('429: one link, from however many addresses', async () => {
  await start()
  const { invoice, publish } = givens(app)
  const { share_token: token } = await publish((await invoice()).id)
  let host = 0
  const send = (path: string) => app.send({ url: path, headers: from(`192.0.2.${++host}`) })
  const read = (path: string) => send(path).then(({ statusCode }) => statusCode)
  const link = `/api/v1/public/invoices/${token}`
  expect(await Promise.all([1, 2, 3, 4].map(() => read(link)))).toEqual([200, 200, 200, 200])
  expect((await send(link)).json()).toMatchObject({ status: 429, limited: 'link' })
  const { share_token: other } = await publish((await invoice()).id)
  expect(await read(`/api/v1/public/invoices/${other}`)).toBe(200)
})

test.each(ENGINES)('429: one link, of however many requests at once (%s)', async (engine) => {
  await start(engine)
  const { invoice, publish } = givens(app)
  const { share_token: token } = await publish((await invoice()).id)
  const link = `/api/v1/public/invoices/${token}`
  let host = 0
  const read = async () =>
    (await app.send({ url: link, headers: from(`192.0.2.${++host}`) })).statusCode
  const found = await Promise.all(Array.from({ length: 12 }, read))
  expect(found.filter((status) => status === 200)).toHaveLength(4)
  expect(found.filter((status) => status === 429)).toHaveLength(8)
})

test.each(ENGINES)('429: a client guesses share links, many at once (%s)', async (engine) => {
  await start(engine)
  let guess = 0
  const read = async () => {
    const url = `/api/v1/public/invoices/wrong${++guess}`
    return (await app.send({ url, headers: from('192.0.2.1') })).statusCode
  }
  const found = await Promise.all(Array.from({ length: 10 }, read))
  expect(found.filter((status) => status === 404)).toHaveLength(2)
  expect(found.filter((status) => status === 429)).toHaveLength(8)
})

test('429: one link, also for conditional requests whose condition fails', async () => {
  await start()
  const { invoice, publish } = givens(app)
  const { share_token: token } = await publish((await invoice()).id)
  const url = `/api/v1/public/invoices/${token}`
  const read = () => app.send({ url, headers: { ...from('192.0.2.1'), 'if-match': '"x"' } })
  expect(await statuses(5, read)).toEqual([412, 412, 412, 412, 429])
})

test('a link that opens uses up no guesses, and one that does not no uses of the link', async () => {
  await start()
  const { invoice, publish } = givens(app)
  const { id } = await invoice()
  const { share_token: token } = await publish(id)
  const link = `/api/v1/public/invoices/${token}`
  const read = (method: 'GET' | 'HEAD' = 'GET') =>
    app.send({ method, url: link, headers: from('192.0.2.1') })
  expect(await statuses(3, read)).toEqual([200, 200, 200])
  await app.call('POST', `/invoices/${id}/unpublish`)
  expect(await statuses(1, read)).toEqual([404])
  const guessed = await app.send({ url: '/i/wrong', headers: from('192.0.2.1') })
  expect([guessed.statusCode, guessed.headers['ratelimit-remaining']]).toEqual([404, '0'])
})

test('headers describe the limit that comes first, and on 429 the limit that refused', async () => {
  await start()
  const { invoice, publish } = givens(app)
  const { share_token: token } = await publish((await invoice()).id)
  const link = `/api/v1/public/invoices/${token}`
  const figures = async (url: string, address: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers } = await app.send({ method, url, headers: from(address) })
    return [statusCode, headers['ratelimit-limit'], headers['ratelimit-remaining']]
  }
  expect(await figures(link, '192.0.2.1')).toEqual([200, '4', '3'])
  expect(await figures(link, '192.0.2.1', 'HEAD')).toEqual([200, '4', '2'])
  expect(await figures('/i/wrong', '192.0.2.1')).toEqual([404, '2', '1'])
  await statuses(19, () => app.send({ url: '/nowhere', headers: from('192.0.2.2') }))
  expect(await figures(link, '192.0.2.2')).toEqual([200, '20', '0'])
  await statuses(1, () => app.send({ url: link, headers: from('192.0.2.3') }))
  expect(await figures(link, '192.0.2.3')).toEqual([429, '4', '0'])
  expect(await figures('/nowhere', '192.0.2.3')).toEqual([404, '20', '17'])
})

test('all invalid share links together get at most 30 requests a minute', () => {
  expect(limitsOf(6_000)).toMatchObject({ missesPerMinute: 30, linkPerMinute: 600 })
})

test('health always answers', async () => {
  await start()
  expect(new Set(await statuses(50, () => app.send({ url: '/healthz' })))).toEqual(new Set([200]))
})

describe('TRUST_PROXY', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
    ['uniquelocal', 'uniquelocal'],
    ['2400:cb00::/32,::1', '2400:cb00::/32,::1'],
    ['::ffff:10.0.0.0/104', '::ffff:10.0.0.0/104'],
    ['false', false],
    ['', false],
  ])('%s names proxies', (given, read) => {
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toBe(read)
  })

  test.each([
    'true',
    'TRUE',
    '1',
    'yes',
    '*',
    'proxy.example.org',
    '0.0.0.0/0',
    '0.0.0.0/1',
    '::/0',
    '::ffff:0:0/96',
    '10.0.0.1/99',
    '127.0.0.1,true',
    '127.0.0.1,',
  ])('%s is refused: callers could forge their address', (given) => {
    const read = () => readConfig({ TRUST_PROXY: given })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^TRUST_PROXY must name your proxies/)
  })

  test.each([
    ['10.1.2.3', 'a caller that is no proxy'],
    ['127.0.0.1', 'a caller behind a proxy that extends the header'],
  ])('a rotated X-Forwarded-For evades no limit: from %s, %s', async (remoteAddress, _who) => {
    await start()
    let turn = 0
    const real = remoteAddress === '127.0.0.1' ? ', 198.51.100.7' : ''
    const found = await statuses(21, () =>
      app.server.inject({
        url: '/nowhere',
        remoteAddress,
        headers: { host: 'localhost:3000', ...from(`192.0.2.${++turn}${real}`) },
      }),
    )
    expect(found.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
    expect(found.at(-1)).toBe(429)
  })
})
