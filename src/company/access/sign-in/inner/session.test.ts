import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../../test/databases.ts'
import { sha256 } from '../../../../platform/ids.ts'
import {
  API_KEY,
  cookiesOf,
  ORIGIN,
  startTestServer,
  type TestServer,
} from '../../server.testing.ts'

const PASSWORD = 'nine quiet lighthouses'
const SESSION = '/api/v1/session'
const MINUTE = 60

describe.each(ENGINES)('sessions (%s)', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(engine)
    await server.send({
      method: 'POST',
      url: '/api/v1/users',
      headers: { authorization: `Bearer ${API_KEY}` },
      payload: { email: 'Ada@Example.org', password: PASSWORD, role: 'owner', name: 'Ada' },
    })
  })
  afterAll(() => server.close())

  const own = { origin: ORIGIN }
  const signIn = (payload: object = {}, headers: Record<string, string> = own) =>
    server.send({
      method: 'POST',
      url: SESSION,
      payload: { email: 'ada@example.org', password: PASSWORD, ...payload },
      headers,
    })
  const read = (cookie: string) => server.send({ url: '/api/v1/read', headers: { cookie } })

  test('201: the cookie is out of scripts’ reach and stored as a hash', async () => {
    const response = await signIn({ email: ' ADA@example.ORG' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ kind: 'user', email: 'ada@example.org', role: 'owner' })
    const [sid] = response.cookies
    expect(sid).toMatchObject({ name: 'sid', path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(sid?.secure).toBeUndefined()
    const ids = (await server.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
    expect(ids).toContain(sha256(sid?.value ?? ''))
    expect(ids).not.toContain(sid?.value)
  })

  test('200: the cookie identifies the person; an API key, too', async () => {
    const cookie = cookiesOf(await signIn())
    const person = await server.send({ url: SESSION, headers: { cookie } })
    expect(person.json()).toMatchObject({
      kind: 'user',
      name: 'Ada',
      scopes: ['read', 'write', 'issue', 'admin'],
    })
    const key = await server.send({ url: SESSION, headers: { authorization: `Bearer ${API_KEY}` } })
    expect(key.json()).toMatchObject({ kind: 'key', name: 'API_KEY', email: null })
  })

  test('401: a wrong password and an unknown person get the same answer', async () => {
    const wrong = (await signIn({ password: 'not that' })).json()
    const unknown = (await signIn({ email: 'nobody@example.org' })).json()
    expect(wrong).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect({ ...unknown, request_id: '' }).toEqual({ ...wrong, request_id: '' })
  })

  test('each sign-in gets a new id, whatever the browser sent', async () => {
    const first = cookiesOf(await signIn())
    const second = await signIn({}, { ...own, cookie: 'sid=planted' })
    expect(second.cookies[0]?.value).not.toBe('planted')
    expect(cookiesOf(second)).not.toBe(first)
    expect((await read('sid=planted')).json()).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  test('signing in again ends the session that the browser had', async () => {
    const first = cookiesOf(await signIn())
    const second = cookiesOf(await signIn({}, { ...own, cookie: first }))
    expect((await read(first)).statusCode).toBe(401)
    expect((await read(second)).statusCode).toBe(200)
  })

  test('204: signing out ends the session, not only the cookie', async () => {
    const cookie = cookiesOf(await signIn())
    const out = await server.send({ method: 'DELETE', url: SESSION, headers: { ...own, cookie } })
    expect(out.statusCode).toBe(204)
    expect(out.cookies[0]).toMatchObject({ name: 'sid', value: '' })
    expect((await read(cookie)).statusCode).toBe(401)
  })

  test('401: after half an idle hour, and after twelve hours in any case', async () => {
    const idle = cookiesOf(await signIn())
    server.clock.move(30 * MINUTE - 1)
    expect((await read(idle)).statusCode).toBe(200)
    await server.access.settled()
    server.clock.move(30 * MINUTE)
    expect((await read(idle)).statusCode).toBe(401)
    const busy = cookiesOf(await signIn())
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      server.clock.move(20 * MINUTE)
      expect((await read(busy)).statusCode).toBe(200)
      await server.access.settled()
    }
    server.clock.move(20 * MINUTE)
    expect((await read(busy)).statusCode).toBe(401)
  })

  const issue = (headers: Record<string, string>) =>
    server.send({ method: 'POST', url: '/api/v1/issue', headers })

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ origin: ORIGIN }, 200],
    [{ 'sec-fetch-site': 'same-site', origin: ORIGIN }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'https://localhost:3000' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ])('a change with the cookie and %j: %i', async (headers, status) => {
    const cookie = cookiesOf(await signIn())
    const response = await issue({ ...(headers as Record<string, string>), cookie })
    expect(response.statusCode).toBe(status)
    if (status === 403) expect(response.json().code).toBe('cross_site_request')
  })

  test('a key needs no origin: no browser sends it unasked', async () => {
    const headers = { authorization: `Bearer ${API_KEY}`, origin: 'http://evil.example' }
    expect((await issue(headers)).statusCode).toBe(200)
  })

  test('a correct password replaces a hash with an old cost', async () => {
    const outdated = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 3, parallelism: 1 })
    const hashOf = async () => {
      await server.access.settled()
      const { password_hash } = await server.db
        .selectFrom('users')
        .select('password_hash')
        .executeTakeFirstOrThrow()
      return password_hash
    }
    await server.db.updateTable('users').set({ password_hash: outdated }).execute()
    await signIn({ password: 'not that' })
    expect(await hashOf()).toBe(outdated)
    expect((await signIn()).statusCode).toBe(201)
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn()).statusCode).toBe(201)
  })

  test('403: other sites cannot sign anybody in; scripts can sign themselves in', async () => {
    expect((await signIn({}, { origin: 'http://evil.example' })).json()).toMatchObject({
      code: 'cross_site_request',
    })
    expect((await signIn({}, {})).statusCode).toBe(201)
  })

  test('415: only JSON signs in', async () => {
    const response = await server.send({
      method: 'POST',
      url: SESSION,
      headers: { ...own, 'content-type': 'text/plain' },
      payload: '{}',
    })
    expect(response.statusCode).toBe(415)
  })

  test('429 after ten wrong attempts, with Retry-After; a known browser can continue', async () => {
    const device = cookiesOf(await signIn())
    for (let i = 0; i < 10; i++) await signIn({ password: `wrong ${i}` })
    const refused = await signIn()
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await signIn({}, { ...own, cookie: device })).statusCode).toBe(201)
    server.clock.move(60)
    expect((await signIn()).statusCode).toBe(201)
  })
})

test('behind TLS the cookie is Secure and host-bound, and the plain name is not read', async () => {
  const publicUrl = 'https://bills.example.org'
  const server = await startTestServer('sqlite', { publicUrl })
  await server.send({
    method: 'POST',
    url: '/api/v1/users',
    headers: { authorization: `Bearer ${API_KEY}` },
    payload: { email: 'ada@example.org', password: PASSWORD, role: 'owner' },
  })
  const response = await server.send({
    method: 'POST',
    url: SESSION,
    headers: { host: 'bills.example.org', origin: publicUrl },
    payload: { email: 'ada@example.org', password: PASSWORD },
  })
  expect(response.cookies[0]).toMatchObject({ name: '__Host-sid', secure: true, path: '/' })
  const cookie = cookiesOf(response)
  const ask = (value: string) => server.send({ url: '/api/v1/read', headers: { cookie: value } })
  expect((await ask(cookie)).statusCode).toBe(200)
  expect((await ask(cookie.replaceAll('__Host-', ''))).statusCode).toBe(401)
  await server.close()
})
