import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { API_KEY, cookiesOf, ORIGIN, startTestServer, type TestServer } from './server.testing.ts'
import { SESSIONS_MAX } from './sign-in/inner/session.ts'

const PASSWORD = 'nine quiet lighthouses'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

describe.each(ENGINES)('one’s own sessions (%s)', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(engine)
    for (const name of ['ada', 'bo', 'cy'])
      await server.send({
        method: 'POST',
        url: '/api/v1/users',
        headers: { authorization: `Bearer ${API_KEY}` },
        payload: { email: `${name}@example.org`, password: PASSWORD, role: 'viewer' },
      })
  })
  afterAll(() => server.close())

  const signIn = async (name: string, headers: Record<string, string> = {}) => {
    const response = await server.send({
      method: 'POST',
      url: '/api/v1/session',
      headers: { origin: ORIGIN, ...headers },
      payload: { email: `${name}@example.org`, password: PASSWORD },
    })
    expect(response.statusCode, response.body).toBe(201)
    return { origin: ORIGIN, cookie: cookiesOf(response) }
  }
  const list = async (headers: Record<string, string>) =>
    (await server.send({ url: '/api/v1/me/sessions', headers })).json().data
  const remove = (path: string, headers: Record<string, string>) =>
    server.send({ method: 'DELETE', url: `/api/v1/me/sessions${path}`, headers })
  const isSignedIn = async (headers: Record<string, string>) =>
    (await server.send({ url: '/api/v1/session', headers })).statusCode === 200

  test('200: browser, address and times, newest first, and nothing that opens a session', async () => {
    await signIn('ada')
    server.clock.move(60)
    const headers = await signIn('ada', { 'user-agent': FIREFOX })
    const sessions = await list(headers)
    expect(sessions).toMatchObject([
      { current: true, browser: 'Firefox 144 on Linux', address: '127.0.0.1' },
      { current: false, browser: 'lightMyRequest' },
    ])
    expect(sessions[0].created_at > sessions[1].created_at).toBe(true)
    const { id } = sessions[0]
    const asCookie = await server.send({ url: '/api/v1/session', headers: { cookie: `sid=${id}` } })
    expect(asCookie.statusCode).toBe(401)
  })

  test('204: one session ends, the others go on; 404: the session of another person', async () => {
    const [mine, other, bo] = [await signIn('ada'), await signIn('ada'), await signIn('bo')]
    const { id } = (await list(other)).find((it: { current: boolean }) => it.current)
    expect((await remove(`/${id}`, bo)).json()).toMatchObject({
      status: 404,
      code: 'session_not_found',
    })
    expect((await remove(`/${id}`, mine)).statusCode).toBe(204)
    expect([await isSignedIn(mine), await isSignedIn(other)]).toEqual([true, false])
    expect((await remove(`/${id}`, mine)).statusCode).toBe(404)
  })

  test('204: all others end', async () => {
    const [mine, other, bo] = [await signIn('ada'), await signIn('ada'), await signIn('bo')]
    expect((await remove('', mine)).statusCode).toBe(204)
    expect(await list(mine)).toHaveLength(1)
    expect([await isSignedIn(mine), await isSignedIn(other)]).toEqual([true, false])
    expect(await isSignedIn(bo)).toBe(true)
  })

  test('403: not from another site', async () => {
    const { cookie } = await signIn('ada')
    const response = await remove('', { cookie, origin: 'http://evil.example' })
    expect(response.json()).toMatchObject({ code: 'cross_site_request' })
  })

  test(`the oldest of more than ${SESSIONS_MAX} ends, and ended ones are not listed`, async () => {
    const first = await signIn('cy')
    server.clock.move(1)
    for (let i = 1; i < SESSIONS_MAX; i++) await signIn('cy')
    expect(await isSignedIn(first)).toBe(true)
    const last = await signIn('cy')
    expect(await list(last)).toHaveLength(SESSIONS_MAX)
    expect(await isSignedIn(first)).toBe(false)
    server.clock.move(31 * 60)
    expect(await list(await signIn('cy'))).toHaveLength(1)
  })
})
