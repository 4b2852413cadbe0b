import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../test/databases.ts'
import { workOn } from '../../../../test/work.ts'
import { API_KEY, cookiesOf, ORIGIN, startTestServer, type TestServer } from '../server.testing.ts'
import { admitPerson } from '../sign-in/inner/sign-in.ts'
import { getPerson } from './people.ts'

const USERS = '/api/v1/users'
const PASSWORD = 'nine quiet lighthouses'
const OTHER_PASSWORD = 'seven loud harbours'

describe.each(ENGINES)('users (%s)', (engine) => {
  let server: TestServer
  let made = 0
  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(() => server.close())

  const byKey = { authorization: `Bearer ${API_KEY}` }
  const create = (payload: object, headers: Record<string, string> = byKey) => {
    made++
    const email = `user${made}@example.org`
    return server.send({
      method: 'POST',
      url: USERS,
      headers,
      payload: { email, password: PASSWORD, role: 'member', ...payload },
    })
  }
  const given = async (role: string): Promise<{ id: string; email: string }> =>
    (await create({ role })).json()
  const signedIn = async (email: string, password = PASSWORD) => {
    const response = await server.send({
      method: 'POST',
      url: '/api/v1/session',
      headers: { origin: ORIGIN },
      payload: { email, password },
    })
    return { status: response.statusCode, headers: { origin: ORIGIN, cookie: cookiesOf(response) } }
  }
  const headersOf = async (email: string) => (await signedIn(email)).headers
  const change = (id: string, payload: object, headers: Record<string, string> = byKey) =>
    server.send({ method: 'PATCH', url: `${USERS}/${id}`, payload, headers })
  const remove = (id: string, headers: Record<string, string> = byKey) =>
    server.send({ method: 'DELETE', url: `${USERS}/${id}`, headers })
  const isSignedIn = async (headers: Record<string, string>) =>
    (await server.send({ url: '/api/v1/session', headers })).statusCode === 200

  test('409: the last owner cannot be deleted or get a lower role', async () => {
    const owner = await given('owner')
    expect((await remove(owner.id)).json()).toMatchObject({ status: 409, code: 'last_owner' })
    expect((await change(owner.id, { role: 'admin' })).json()).toMatchObject({ code: 'last_owner' })
    const second = await given('owner')
    expect((await change(owner.id, { role: 'admin' })).json()).toMatchObject({ role: 'admin' })
    expect((await remove(second.id)).statusCode).toBe(409)
  })

  test('409: two owners who demote each other at once leave one owner', async () => {
    const owners = [await given('owner'), await given('owner')]
    const all = (await server.send({ url: `${USERS}?limit=100`, headers: byKey })).json().data
    const demotable = all.filter((user: { role: string }) => user.role === 'owner')
    const results = await Promise.all(
      demotable.map(({ id }: { id: string }) => change(id, { role: 'member' })),
    )
    const statuses = results.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...demotable.slice(1).map(() => 200), 409])
    expect(owners.length).toBe(2)
  })

  test('201: a user, without anything of the password in the answer', async () => {
    const response = await create({ email: 'Bo@Example.org', name: 'Bo' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ email: 'bo@example.org', name: 'Bo', role: 'member' })
    expect(response.headers.location).toBe(`${USERS}/${response.json().id}`)
    expect(response.body).not.toMatch(/argon2|lighthouses/)
    const again = await create({ email: 'bo@example.ORG' })
    expect(again.json()).toMatchObject({ status: 409, code: 'email_taken' })
  })

  test.each([
    ['password1234', 'password_common'],
    ['short', 'too_short'],
    ['my user99@example.org', 'password_guessable'],
  ])('422: the password %s (%s)', async (password, code) => {
    const response = await create({ email: 'user99@example.org', password })
    expect(response.json()).toMatchObject({ status: 422, errors: [{ pointer: '/password', code }] })
  })

  test('412: changed since it was read; 304: not changed', async () => {
    const user = await given('viewer')
    const url = `${USERS}/${user.id}`
    const { etag = '' } = (await server.send({ url, headers: byKey })).headers
    const ifMatch = { ...byKey, 'if-match': etag }
    const same = await server.send({ url, headers: { ...byKey, 'if-none-match': etag } })
    expect(same.statusCode).toBe(304)
    expect((await change(user.id, { name: 'One' }, ifMatch)).statusCode).toBe(200)
    expect((await change(user.id, { name: 'Two' }, ifMatch)).statusCode).toBe(412)
    expect((await remove(user.id, ifMatch)).statusCode).toBe(412)
  })

  test('412: of two people who change the same version, the second is refused', async () => {
    const user = await given('viewer')
    const url = `${USERS}/${user.id}`
    const { etag = '' } = (await server.send({ url, headers: byKey })).headers
    const ifMatch = { ...byKey, 'if-match': etag }
    const both = await Promise.all(['One', 'Two'].map((name) => change(user.id, { name }, ifMatch)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
  })

  test('a role is its scopes, from the next request on', async () => {
    const user = await given('viewer')
    const headers = await headersOf(user.email)
    const issue = () => server.send({ method: 'POST', url: '/api/v1/issue', headers })
    expect((await issue()).json()).toMatchObject({ status: 403, code: 'missing_scope' })
    await change(user.id, { role: 'member' })
    expect((await issue()).statusCode).toBe(200)
    expect((await server.send({ url: USERS, headers })).json()).toMatchObject({ scope: 'admin' })
  })

  test('403: an admin cannot change owners, even with a new key', async () => {
    const owner = await given('owner')
    const admin = await given('admin')
    const headers = await headersOf(admin.email)
    const payload = { name: 'k', scopes: ['read', 'write', 'issue', 'admin'] }
    const key = (
      await server.send({ method: 'POST', url: '/api/v1/api-keys', payload, headers })
    ).json().key
    for (const credential of [headers, { authorization: `Bearer ${key}` }]) {
      expect((await change(owner.id, { password: OTHER_PASSWORD }, credential)).json().code).toBe(
        'owner_only',
      )
      expect((await change(admin.id, { role: 'owner' }, credential)).json().code).toBe('owner_only')
      expect((await create({ role: 'owner' }, credential)).json().code).toBe('owner_only')
      expect((await remove(owner.id, credential)).json().code).toBe('owner_only')
    }
    expect((await create({ role: 'admin' }, headers)).statusCode).toBe(201)
  })

  test('403: also for a person who has become an owner meanwhile', async () => {
    const admin = await given('admin')
    const member = await given('member')
    const headers = await headersOf(admin.email)
    // Two passwords are hashed at a time: the one to be set waits behind these.
    const ahead = Array.from({ length: 40 }, () => create({ role: 'viewer' }))
    const taken = change(member.id, { password: OTHER_PASSWORD }, headers)
    // By now it has seen a member.
    for (let i = 0; i < 3; i++) expect(await isSignedIn(headers)).toBe(true)
    expect((await change(member.id, { role: 'owner' })).statusCode).toBe(200)
    expect((await taken).json()).toMatchObject({ status: 403, code: 'owner_only' })
    await Promise.all(ahead)
    expect((await signedIn(member.email)).status).toBe(201)
  })

  test('401: a proof from before the password was changed opens no session after it', async () => {
    const { id } = await given('member')
    const before = await getPerson(workOn(server.db, server.clock), id)
    await change(id, { password: OTHER_PASSWORD })
    const source = { address: '10.6.0.1', device: null, session: null, browser: null }
    await expect(admitPerson(server.access, before, source)).rejects.toMatchObject({
      code: 'challenge_expired',
    })
    const sessions = server.db.selectFrom('sessions').select('id').where('user_id', '=', id)
    expect(await sessions.execute()).toEqual([])
  })

  test('403: a key gives itself no wider access by setting the password of a person', async () => {
    const member = await given('member')
    const made = await server.send({
      method: 'POST',
      url: '/api/v1/api-keys',
      payload: { name: 'people only', scopes: ['admin'] },
      headers: byKey,
    })
    const narrow = { authorization: `Bearer ${made.json().key}` }
    const refused = await change(member.id, { password: OTHER_PASSWORD }, narrow)
    expect(refused.json()).toMatchObject({ status: 403, code: 'scope_not_held', scope: 'read' })
    expect((await signedIn(member.email)).status).toBe(201)
    expect((await change(member.id, { name: 'Mia' }, narrow)).statusCode).toBe(200)
  })

  test('people change their own name and password, but not their role or other people', async () => {
    const user = await given('viewer')
    const headers = await headersOf(user.email)
    expect((await change(user.id, { name: 'Vi' }, headers)).json()).toMatchObject({ name: 'Vi' })
    expect((await change(user.id, { role: 'admin' }, headers)).statusCode).toBe(403)
    const other = await given('viewer')
    expect((await change(other.id, { name: 'X' }, headers)).statusCode).toBe(403)
    expect((await change('usr_unknown', { name: 'X' }, headers)).statusCode).toBe(403)
    expect((await remove(other.id, headers)).statusCode).toBe(403)
  })

  test('422: the address of an account cannot change, because it tells whose account it is', async () => {
    const user = await given('owner')
    for (const headers of [undefined, await headersOf(user.email)]) {
      const answer = await change(user.id, { email: 'somebody@example.org', name: 'S' }, headers)
      expect(answer.json()).toMatchObject({
        status: 422,
        errors: [{ pointer: '/email', code: 'read_only' }],
      })
    }
  })

  test('one’s own password needs the current one, ends all other sessions and renews this one', async () => {
    const user = await given('member')
    const here = await headersOf(user.email)
    const elsewhere = await headersOf(user.email)
    const wrong = await change(user.id, { password: OTHER_PASSWORD, current_password: 'no' }, here)
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ pointer: '/current_password' }] })
    const none = await change(user.id, { password: OTHER_PASSWORD }, here)
    expect(none.statusCode).toBe(422)
    const right = await change(
      user.id,
      { password: OTHER_PASSWORD, current_password: PASSWORD },
      here,
    )
    expect(right.statusCode).toBe(200)
    const renewed = { ...here, cookie: cookiesOf(right) }
    expect(renewed.cookie).toMatch(/^sid=[\w-]{43}$/)
    expect(await isSignedIn(renewed)).toBe(true)
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, false])
    expect((await signedIn(user.email)).status).toBe(401)
    expect((await signedIn(user.email, OTHER_PASSWORD)).status).toBe(201)
  })

  test('a password set by an admin ends all sessions; so does deletion', async () => {
    const user = await given('member')
    const before = await headersOf(user.email)
    expect((await change(user.id, { password: OTHER_PASSWORD })).statusCode).toBe(200)
    expect(await isSignedIn(before)).toBe(false)
    const { headers } = await signedIn(user.email, OTHER_PASSWORD)
    expect(await isSignedIn(headers)).toBe(true)
    expect((await remove(user.id)).statusCode).toBe(204)
    expect(await isSignedIn(headers)).toBe(false)
    expect((await remove(user.id)).json()).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('200: the list has everybody, newest first', async () => {
    const page = await server.send({ url: `${USERS}?include=total&limit=1`, headers: byKey })
    expect(page.json()).toMatchObject({ has_more: true })
    expect(page.json().total).toBeGreaterThan(5)
  })
})
