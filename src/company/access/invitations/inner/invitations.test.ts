import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../../test/harness.ts'
import {
  API_KEY,
  cookiesOf,
  ORIGIN,
  startTestServer,
  type TestServer,
} from '../../server.testing.ts'

const PASSWORD = 'nine quiet lighthouses'
const DAY_SECONDS = 24 * 60 * 60

describe.each(ENGINES)('invitations (%s)', (engine) => {
  let server: TestServer
  let count = 0
  let email = ''
  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  beforeEach(() => {
    // Young companies invite ten people a day.
    server.clock.move(DAY_SECONDS)
    count += 1
    email = `guest-${count}@example.org`
  })
  afterAll(() => server.close())

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    server.send({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${API_KEY}` },
      ...(payload ? { payload } : {}),
    })
  const browse = (path: string, payload: object, cookie = '') =>
    server.send({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { origin: ORIGIN, ...(cookie === '' ? {} : { cookie }) },
      payload,
    })
  const invited = async (role = 'member') => {
    const answer = await call('POST', '/invitations', { email, role })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const person = async (address: string): Promise<string> => {
    await call('POST', '/users', { email: address, password: PASSWORD, role: 'viewer' })
    return cookiesOf(await browse('/session', { email: address, password: PASSWORD }))
  }
  const roleOf = async (address: string): Promise<string | undefined> => {
    const { data } = (await call('GET', '/users?limit=100')).json()
    return data.find((it: { email: string }) => it.email === address)?.role
  }

  test('200: a new person sets a password, joins and is signed in; the link serves once', async () => {
    const { token, ...shown } = await invited()
    expect((await call('GET', '/invitations')).json().data).toContainEqual(shown)
    const offer = (await browse('/invitations/look', { token })).json()
    expect(offer).toMatchObject({ email, role: 'member', signed_in_as: null })
    const unset = await browse('/invitations/accept', { token })
    expect([unset.statusCode, unset.json().errors[0].pointer]).toEqual([422, '/password'])
    const joined = await browse('/invitations/accept', { token, name: 'Guest', password: PASSWORD })
    expect(joined.statusCode, joined.body).toBe(200)
    const { company } = joined.json()
    const headers = { cookie: cookiesOf(joined) }
    const session = (await server.send({ url: '/api/v1/session', headers })).json()
    expect(session).toMatchObject({ email, role: 'member', company })
    const again = await browse('/invitations/accept', { token, password: PASSWORD })
    expect([again.statusCode, again.json().code]).toEqual([404, 'invitation_not_found'])
    expect((await call('GET', '/invitations')).json().data).toEqual([])
  })

  test('409: a known address has to sign in first; then it joins, with the role it has', async () => {
    const cookie = await person(email)
    const { token } = await invited('admin')
    const refused = await browse('/invitations/accept', { token, password: PASSWORD })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sign_in_first'])
    expect((await browse('/invitations/accept', { token }, cookie)).statusCode).toBe(200)
    expect(await roleOf(email)).toBe('viewer')
  })

  test('409: joining with another address needs consent', async () => {
    const cookie = await person(`other-${email}`)
    const { token } = await invited()
    const asked = await browse('/invitations/accept', { token }, cookie)
    expect([asked.statusCode, asked.json().code]).toEqual([409, 'invitation_for_other'])
    const said = await browse('/invitations/accept', { token, other_account: true }, cookie)
    expect(said.statusCode).toBe(200)
    expect(await roleOf(email)).toBeUndefined()
  })

  test('404: after seven days, once deleted, or replaced by a newer one', async () => {
    const lost = async (token: string) =>
      (await browse('/invitations/accept', { token, password: PASSWORD })).json().code
    const replaced = await invited()
    const old = await invited()
    expect(await lost(replaced.token)).toBe('invitation_not_found')
    server.clock.move(7 * DAY_SECONDS)
    expect(await lost(old.token)).toBe('invitation_not_found')
    expect((await call('DELETE', `/invitations/${old.id}`)).statusCode).toBe(404)
    const fresh = await invited()
    expect((await call('DELETE', `/invitations/${fresh.id}`)).statusCode).toBe(204)
    expect(await lost(fresh.token)).toBe('invitation_not_found')
    expect((await browse('/invitations/look', { token: fresh.token })).statusCode).toBe(404)
  })

  test('of two people who accept at once, one joins', async () => {
    const { token } = await invited()
    const cookies = [await person(`a-${email}`), await person(`b-${email}`)]
    const body = { token, other_account: true }
    const answers = await Promise.all(
      cookies.map((cookie) => browse('/invitations/accept', body, cookie)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })

  test('the answer is the same for known and unknown addresses', async () => {
    const unknown = await invited()
    email = `known-${email}`
    await person(email)
    const known = await invited()
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
  })

  test('403: an admin invites no owner, and no other site accepts', async () => {
    const admin = `admin-${email}`
    await call('POST', '/users', { email: admin, password: PASSWORD, role: 'admin' })
    const cookie = cookiesOf(await browse('/session', { email: admin, password: PASSWORD }))
    const refused = await browse('/invitations', { email, role: 'owner' }, cookie)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'owner_only'])
    const { token } = await invited()
    const elsewhere = await server.send({
      method: 'POST',
      url: '/api/v1/invitations/accept',
      headers: { origin: 'https://elsewhere.example', cookie },
      payload: { token, other_account: true },
    })
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([403, 'cross_site_request'])
  })

  test('429: a young company invites ten people a day', async () => {
    const fresh = await startTestServer(engine)
    const invite = (index: number) =>
      fresh.send({
        method: 'POST',
        url: '/api/v1/invitations',
        headers: { authorization: `Bearer ${API_KEY}` },
        payload: { email: `${index}@example.org`, role: 'viewer' },
      })
    for (let index = 0; index < 10; index += 1) expect((await invite(index)).statusCode).toBe(201)
    const refused = await invite(10)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_invitations'])
    expect(refused.headers['retry-after']).toBe('3600')
    fresh.clock.move(DAY_SECONDS + 1)
    expect((await invite(11)).statusCode).toBe(201)
    await fresh.close()
  })
})
