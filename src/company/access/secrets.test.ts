import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { everyRow } from '../../../test/stored.ts'
import { cookiesOf, ORIGIN, startTestServer, type TestServer } from './server.testing.ts'
import { ensureFirstRun } from './set-up/first-run.ts'

const PASSWORD = 'nine quiet lighthouses'

describe.each(ENGINES)('secrets at rest (%s)', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(engine, { apiKey: null })
  })
  afterAll(() => server.close())

  test('no table contains issued or typed secrets', async () => {
    const config = { apiKey: null, admin: null, host: '127.0.0.1', publicUrl: null }
    const { setupToken } = await ensureFirstRun({ ...server, config })
    const token = setupToken ?? ''
    const pending = await everyRow(server.db)
    expect(pending).not.toContain(token)

    const own = { origin: ORIGIN }
    const account = { email: 'ada@example.org', password: PASSWORD }
    const payload = { ...account, token }
    const setUp = await server.send({ method: 'POST', url: '/api/v1/setup', headers: own, payload })
    const headers = { ...own, cookie: cookiesOf(setUp) }
    const created = await server.send({
      method: 'POST',
      url: '/api/v1/api-keys',
      headers,
      payload: { name: 'k', scopes: ['read'] },
    })
    const typo = { email: 'my secret typed here', password: 'a wrong password' }
    await server.send({ method: 'POST', url: '/api/v1/session', headers: own, payload: typo })

    const secret = created.json().key.slice('bw_live_'.length + 23, -6)
    const cookies = setUp.cookies.map(({ value }) => value)
    expect([secret, ...cookies].every((it) => it.length === 43)).toBe(true)
    const stored = await everyRow(server.db)
    for (const it of [secret, ...cookies, token, PASSWORD, ...Object.values(typo)])
      expect(stored).not.toContain(it)
  })
})
