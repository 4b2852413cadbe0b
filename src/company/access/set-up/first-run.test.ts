import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../test/databases.ts'
import { FIRST_COMPANY } from '../../../core/companies/company.ts'
import { ConfigError } from '../../../platform/config.ts'
import { cookiesOf, ORIGIN, startTestServer, type TestServer } from '../server.testing.ts'
import { ensureFirstRun, type FirstRunDeps, refuseOpenAddress } from './first-run.ts'

const PASSWORD = 'nine quiet lighthouses'
const EMPTY = { apiKey: null, admin: null, host: '127.0.0.1', publicUrl: null }

describe.each(ENGINES)('the first run (%s)', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer(engine, { apiKey: null })
  })
  afterEach(() => server.close())

  const start = (config: Partial<FirstRunDeps['config']> = {}) =>
    ensureFirstRun({ db: server.db, clock: server.clock, config: { ...EMPTY, ...config } })
  const token = async () => (await start()).setupToken ?? ''
  const setUp = (payload: object, headers: Record<string, string> = { origin: ORIGIN }) =>
    server.send({
      method: 'POST',
      url: '/api/v1/setup',
      headers,
      payload: { email: 'ada@example.org', password: PASSWORD, ...payload },
    })

  const look = (token: string) =>
    server.send({
      method: 'POST',
      url: '/api/v1/setup/look',
      headers: { origin: ORIGIN },
      payload: { token },
    })

  test('nothing opens before the link is used', async () => {
    await start()
    const tries = [
      server.send({ url: '/api/v1/read' }),
      server.send({ url: '/api/v1/users' }),
      server.send({ url: '/api/v1/read', headers: { authorization: `Bearer ${'0'.repeat(64)}` } }),
    ]
    for (const response of await Promise.all(tries)) expect(response.statusCode).toBe(401)
    expect((await setUp({ token: 'guessed' })).json()).toMatchObject({
      status: 403,
      code: 'invalid_setup_token',
    })
  })

  test('201: the link makes an owner, signs in and names the company; 409 afterwards', async () => {
    const secret = await token()
    expect(secret).toMatch(/^[\w-]{43}$/)
    const response = await setUp({ token: secret, name: 'Ada', company_name: 'Ada Ltd' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      role: 'owner',
      email: 'ada@example.org',
      company: { name: 'Ada Ltd' },
    })
    expect(response.body).not.toContain(secret)
    expect(server.named).toEqual(['Ada Ltd'])
    const headers = { cookie: cookiesOf(response) }
    expect((await server.send({ url: '/api/v1/users', headers })).statusCode).toBe(200)
    expect((await setUp({ token: secret })).json()).toMatchObject({
      status: 409,
      code: 'already_set_up',
    })
    expect((await start()).setupToken).toBeNull()
  })

  test('204: a look at the link tells whether it works, and leaves it alone', async () => {
    const secret = await token()
    expect((await look('guessed')).json()).toMatchObject({ code: 'invalid_setup_token' })
    for (const _ of [1, 2]) expect((await look(secret)).statusCode).toBe(204)
    expect((await setUp({ token: secret })).statusCode).toBe(201)
    for (const each of [secret, 'guessed'])
      expect((await look(each)).json()).toMatchObject({ status: 409, code: 'already_set_up' })
  })

  test('of two concurrent requests, only one creates an owner', async () => {
    const secret = await token()
    const responses = await Promise.all([
      setUp({ token: secret, email: 'one@example.org' }),
      setUp({ token: secret, email: 'two@example.org' }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const users = await server.db.selectFrom('users').selectAll().execute()
    expect(users.length).toBe(1)
  })

  test('each start has a new link, valid for a day and stored as a hash', async () => {
    const first = await token()
    const second = await token()
    expect(
      JSON.stringify(await server.db.selectFrom('secrets').selectAll().execute()),
    ).not.toContain(second)
    expect((await setUp({ token: first })).statusCode).toBe(403)
    server.clock.move(24 * 60 * 60)
    expect((await setUp({ token: second })).statusCode).toBe(403)
    expect((await setUp({ token: await token() })).statusCode).toBe(201)
  })

  test('403: another site cannot use the link; 422: a bad password keeps it', async () => {
    const secret = await token()
    const foreign = await setUp({ token: secret }, { origin: 'http://evil.example' })
    expect(foreign.json()).toMatchObject({ status: 403, code: 'cross_site_request' })
    const weak = await setUp({ token: secret, password: 'password1234' })
    expect(weak.json()).toMatchObject({ status: 422, errors: [{ pointer: '/password' }] })
    expect((await setUp({ token: secret })).statusCode).toBe(201)
  })

  test('ADMIN_EMAIL makes its owner once and leaves a changed password alone', async () => {
    const admin = { email: 'Ops@Example.org', password: PASSWORD }
    expect(await Promise.all([start({ admin }), start({ admin })])).toEqual([
      { setupToken: null },
      { setupToken: null },
    ])
    const before = await server.db.selectFrom('users').selectAll().execute()
    expect(before).toMatchObject([{ email: 'ops@example.org', role: 'operator' }])
    const members = await server.db.selectFrom('memberships').selectAll().execute()
    expect(members).toMatchObject([{ company: FIRST_COMPANY, role: 'owner' }])
    await start({ admin: { ...admin, password: 'seven loud harbours' } })
    expect(await server.db.selectFrom('users').selectAll().execute()).toEqual(before)
  })

  test('ADMIN_PASSWORD keeps the rules', async () => {
    const admin = { email: 'ops@example.org', password: 'password1234' }
    await expect(start({ admin })).rejects.toThrow(ConfigError)
    await expect(start({ admin })).rejects.toThrow(/^ADMIN_PASSWORD is invalid/)
  })

  test('with API_KEY there is no link', async () => {
    await token()
    expect((await start({ apiKey: 'x'.repeat(20) })).setupToken).toBeNull()
    expect(await server.db.selectFrom('secrets').selectAll().execute()).toEqual([])
  })
})

test.each([
  ['127.0.0.1', 'token', false],
  ['localhost', 'token', false],
  ['::1', 'token', false],
  ['[::1]', 'token', false],
  ['127.8.0.1', 'token', false],
  ['0.0.0.0', 'token', true],
  ['::', 'token', true],
  ['192.168.1.2', 'token', true],
  ['bills.example.org', 'token', true],
  ['0.0.0.0', null, false],
])('listening on %s with the set-up token %s is refused: %s', (host, setupToken, refused) => {
  const check = () => refuseOpenAddress({ host }, { setupToken })
  if (refused) expect(check).toThrow(ConfigError)
  else expect(check).not.toThrow()
})
