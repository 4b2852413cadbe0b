import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../test/databases.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import { API_KEY, startTestServer, type TestServer } from '../server.testing.ts'
import { writeKey } from './api-key.ts'
import { identifyKey } from './keys.ts'
import { loginCode, loginKeyId } from './login.ts'

const KEYS = '/api/v1/api-keys'
const INVALID = {
  status: 401,
  code: 'unauthenticated',
  detail: 'You are not signed in. Send a valid API key, or sign in.',
}

describe.each(ENGINES)('API keys (%s)', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(() => server.close())

  const as = (key: string) => ({ authorization: `Bearer ${key}` })
  const create = (payload: object, key = API_KEY) =>
    server.send({ method: 'POST', url: KEYS, payload, headers: as(key) })
  const given = async (payload: object = {}): Promise<{ id: string; key: string; hint: string }> =>
    (await create({ name: 'k', scopes: ['read'], ...payload })).json()
  const read = (key: string, url = '/api/v1/read') => server.send({ url, headers: as(key) })

  test('201: the key is shown, once, and only its hash is stored', async () => {
    const response = await create({ name: 'Nightly', scopes: ['write', 'read'] })
    expect(response.statusCode).toBe(201)
    expect(response.headers['cache-control']).toBe('no-store')
    const { id, key, hint, scopes } = response.json()
    expect(response.headers.location).toBe(`${KEYS}/${id}`)
    expect(scopes).toEqual(['read', 'write'])
    expect(key.startsWith(`${hint}_`)).toBe(true)
    const again = await server.send({ url: `${KEYS}/${id}`, headers: as(API_KEY) })
    expect(again.json()).toMatchObject({ id, name: 'Nightly', last_used_at: null })
    expect(again.json().key).toBeUndefined()
    const rows = JSON.stringify(
      await server.db.selectFrom('api_keys').select(['id', 'name', 'secret_hash']).execute(),
    )
    expect(rows).not.toContain(key.slice(hint.length + 1, -6))
  })

  describe('a login of the command line', () => {
    const login = (secret: string, more: object = {}, key = API_KEY) => {
      const secret_hash = sha256(secret)
      const code = loginCode(secret_hash)
      const payload = { secret_hash, code, name: 'Terminal', scopes: ['read'], ...more }
      return server.send({ method: 'POST', url: `${KEYS}/logins`, payload, headers: as(key) })
    }
    const keyOf = (secret: string) => writeKey(loginKeyId(sha256(secret)), secret)

    test('201: the key has the confirmed scopes, and no response has the secret', async () => {
      const secret = newSecret()
      expect((await read(keyOf(secret))).statusCode).toBe(401)
      const code = loginCode(sha256(secret)).toLowerCase().replace('-', ' ')
      const answer = await login(secret, { code })
      expect(answer.statusCode, answer.body).toBe(201)
      expect(answer.json()).toMatchObject({ id: loginKeyId(sha256(secret)), scopes: ['read'] })
      expect(answer.body).not.toContain(secret)
      expect((await read(keyOf(secret))).statusCode).toBe(200)
      expect((await read(keyOf(secret), KEYS)).statusCode).toBe(403)
    })

    test('422: the code of another login; 409: confirmed before; 403: scopes not held', async () => {
      const secret = newSecret()
      const other = await login(secret, { code: loginCode(sha256('other')) })
      expect(other.json()).toMatchObject({ errors: [{ pointer: '/code', code: 'other_code' }] })
      expect((await login(secret)).statusCode).toBe(201)
      expect((await login(secret)).json()).toMatchObject({ code: 'login_confirmed' })
      const { key } = await given({ scopes: ['admin'] })
      const more = await login(newSecret(), { scopes: ['issue'] }, key)
      expect(more.json()).toMatchObject({ code: 'scope_not_held', scope: 'issue' })
    })
  })

  test('200: the key has its scopes; 403 names the missing one', async () => {
    const { key } = await given()
    expect((await read(key)).statusCode).toBe(200)
    const refused = await server.send({ method: 'POST', url: '/api/v1/issue', headers: as(key) })
    expect(refused.json()).toMatchObject({ status: 403, code: 'missing_scope', scope: 'issue' })
    expect((await read(key, KEYS)).json()).toMatchObject({ code: 'missing_scope', scope: 'admin' })
  })

  test('401: the same answer for every invalid key', async () => {
    const { key, hint } = await given()
    const other = await given()
    const swapped = `${other.hint}${key.slice(hint.length)}`
    const wrong = ['', 'x', key.slice(0, -1), `${key}0`, swapped, 'a key of the environmen7']
    for (const text of wrong) {
      const response = await read(text)
      expect(response.json()).toMatchObject(INVALID)
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
    }
    const basic = { authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` }
    expect((await server.send({ url: '/api/v1/read', headers: basic })).statusCode).toBe(401)
    expect((await server.send({ url: '/api/v1/read' })).json()).toMatchObject(INVALID)
  })

  test('401: a mistyped key is refused without a look into the database', async () => {
    const { key } = await given()
    const answers: unknown[] = []
    const db = server.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answers.push(result)
        return result
      },
    })
    const access = { ...server.access, db }
    expect(
      await identifyKey(access, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
    ).toBeNull()
    expect(answers).toEqual([])
    expect(await identifyKey(access, key)).toMatchObject({ actor: { kind: 'key' } })
    expect(answers.length).toBe(1)
  })

  test('204: a revoked key is refused from the next request on, and stays revoked', async () => {
    const { id, key } = await given()
    expect((await read(key)).statusCode).toBe(200)
    const revoke = () =>
      server.send({ method: 'DELETE', url: `${KEYS}/${id}`, headers: as(API_KEY) })
    expect((await revoke()).statusCode).toBe(204)
    expect((await read(key)).json()).toMatchObject(INVALID)
    expect((await revoke()).statusCode).toBe(204)
    const revoked = await read(API_KEY, `${KEYS}?revoked=true&include=total`)
    expect(revoked.json()).toMatchObject({ total: 1, data: [{ id }] })
    expect(JSON.stringify((await read(API_KEY, KEYS)).json())).not.toContain(id)
  })

  test('401: an expired key; 422: one that is expired from the beginning', async () => {
    const { key } = await given({ expires_at: '2026-11-21T11:00:00+01:00' })
    expect((await read(key)).statusCode).toBe(200)
    server.clock.move(30 * 60)
    expect((await read(key)).json()).toMatchObject(INVALID)
    const late = await create({ name: 'k', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' })
    expect(late.json()).toMatchObject({ status: 422, errors: [{ pointer: '/expires_at' }] })
  })

  test('the last use is exact to the minute and written once a minute', async () => {
    const { id, key } = await given()
    const lastUse = async () => {
      await read(key)
      await server.access.settled()
      return (await read(API_KEY, `${KEYS}/${id}`)).json().last_used_at
    }
    const first = await lastUse()
    expect(first).not.toBeNull()
    server.clock.move(1)
    expect(await lastUse()).toBe(first)
    server.clock.move(60)
    expect(Date.parse(await lastUse()) - Date.parse(first)).toBe(61_000)
  })

  test('200: name, scopes and expiry change; 412 after a concurrent change, but not after a use', async () => {
    const { id, key } = await given()
    const url = `${KEYS}/${id}`
    const change = (payload: object, headers: Record<string, string> = as(API_KEY)) =>
      server.send({ method: 'PATCH', url, payload, headers })
    const { etag = '' } = (await read(API_KEY, url)).headers
    expect(
      (await server.send({ url, headers: { ...as(API_KEY), 'if-none-match': etag } })).statusCode,
    ).toBe(304)
    await read(key)
    await server.access.settled()
    const used = await server.send({ url, headers: { ...as(API_KEY), 'if-none-match': etag } })
    expect(used.statusCode).toBe(200)
    expect(used.headers.etag).not.toBe(etag)
    const ifMatch = { ...as(API_KEY), 'if-match': etag }
    const changed = await change({ name: 'Second', scopes: ['write', 'read'] }, ifMatch)
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json()).toMatchObject({
      name: 'Second',
      scopes: ['read', 'write'],
      expires_at: null,
    })
    expect((await change({ name: 'Third' }, ifMatch)).json()).toMatchObject({ status: 412 })
    const revoke = (headers: Record<string, string>) =>
      server.send({ method: 'DELETE', url, headers })
    expect((await revoke(ifMatch)).statusCode).toBe(412)
    expect((await change({ expires_at: '2020-01-01T00:00:00Z' })).statusCode).toBe(422)
    expect((await change({})).statusCode).toBe(422)
    const ended = await change({ expires_at: '2099-01-01T00:00:00Z' })
    expect(
      (await revoke({ ...as(API_KEY), 'if-match': String(ended.headers.etag) })).statusCode,
    ).toBe(204)
    expect((await change({ name: 'Fourth' })).json()).toMatchObject({
      status: 409,
      code: 'api_key_revoked',
    })
  })

  test('403: a key cannot widen its own scopes or extend a key with more scopes', async () => {
    const narrow = await given({ scopes: ['admin'] })
    const wide = await given({ scopes: ['admin', 'issue'] })
    const change = (id: string, payload: object) =>
      server.send({ method: 'PATCH', url: `${KEYS}/${id}`, payload, headers: as(narrow.key) })
    const refused = { status: 403, code: 'scope_not_held', scope: 'issue' }
    expect((await change(narrow.id, { scopes: ['admin', 'issue'] })).json()).toMatchObject(refused)
    expect((await change(wide.id, { expires_at: null })).json()).toMatchObject(refused)
    expect((await change(wide.id, { name: 'Named' })).statusCode).toBe(200)
    expect((await change(wide.id, { scopes: ['admin'] })).statusCode).toBe(200)
  })

  test('403: you cannot grant scopes that you do not have', async () => {
    const { key } = await given({ scopes: ['admin'] })
    const response = await create({ name: 'wider', scopes: ['admin', 'issue'] }, key)
    expect(response.json()).toMatchObject({ status: 403, code: 'scope_not_held', scope: 'issue' })
    expect((await create({ name: 'as wide', scopes: ['admin'] }, key)).statusCode).toBe(201)
  })

  test('422: every fault with its place', async () => {
    const response = await create({ name: '', scopes: ['root'], color: 'red' })
    const pointers = response.json().errors.map((fault: { pointer: string }) => fault.pointer)
    expect(response.statusCode).toBe(422)
    expect(pointers).toEqual(expect.arrayContaining(['/name', '/scopes/0', '/color']))
  })

  test('404: no such key', async () => {
    const url = `${KEYS}/key_019aa5d2-7c00-7000-8000-0123456789ab`
    expect((await read(API_KEY, url)).json()).toMatchObject({
      status: 404,
      code: 'api_key_not_found',
    })
  })

  test('the list is paged from the newest on', async () => {
    const ids: string[] = []
    let cursor = ''
    do {
      const page = (await read(API_KEY, `${KEYS}?limit=2${cursor}`)).json()
      ids.push(...page.data.map(({ id }: { id: string }) => id))
      cursor = page.has_more ? `&cursor=${page.next_cursor}` : ''
    } while (cursor !== '')
    const all = (await read(API_KEY, `${KEYS}?limit=100&include=total`)).json()
    expect(ids).toEqual(all.data.map(({ id }: { id: string }) => id))
    expect(all.total).toBe(new Set(ids).size)
  })
})
