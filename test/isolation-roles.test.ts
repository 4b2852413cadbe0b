import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../src/company/access/keys/keys.ts'
import { createPerson } from '../src/company/access/people/people.ts'
import { ROLE_SCOPES, ROLES, type Role } from '../src/company/access/people/user.ts'
import { grantSupport, revokeSupport } from '../src/company/access/support/support.ts'
import type { Company } from '../src/core/companies/company.ts'
import { firstCompany, requireCompanyByNumber } from '../src/core/companies/directory.ts'
import type { Scope } from '../src/core/http/actor.ts'
import { openBrowser } from './browser.ts'
import { givenCompany } from './companies.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { needsCompany } from './isolation/fuzz.ts'
import { type Operation, operationsOf } from './isolation/operations.ts'
import { type Headers, PASSWORD, signedIn } from './isolation/sides.ts'

/** An operator belongs to no company. */
const CALLERS = [...ROLES, 'operator'] as const
type CallerName = (typeof CALLERS)[number]

const SCOPES_OF: Readonly<Record<CallerName, readonly Scope[]>> = {
  ...ROLE_SCOPES,
  operator: ['companies'],
}
const AT = '2026-11-21T09:30:00.000Z'

describe.each(
  ENGINES,
)('the rights of each role, in their company and in another (%s)', (engine) => {
  let app: TestApp
  let own: Company
  let other: Company
  let operations: readonly Operation[]
  const headers = new Map<CallerName, Headers>()
  beforeAll(async () => {
    app = await startTestApp(engine)
    own = await firstCompany(app.directory)
    for (const name of CALLERS) {
      const role: Role = name === 'operator' ? 'viewer' : name
      const email = `${name}@example.org`
      const given = { email, password: PASSWORD, name, role }
      const { id } = await createPerson(app.services.access, app.work(own), given)
      if (name === 'operator') await makeOperator(id)
    }
    other = await requireCompanyByNumber(app.directory, await givenCompany(app.db))
    for (const name of CALLERS) headers.set(name, await signedIn(app, `${name}@example.org`))
    operations = (await operationsOf(app)).filter(({ isPublic }) => !isPublic)
  })
  afterAll(() => app.close())

  async function makeOperator(id: string): Promise<void> {
    await app.db.deleteFrom('memberships').where('user_id', '=', id).execute()
    await app.db.updateTable('users').set({ role: 'operator' }).where('id', '=', id).execute()
  }
  /** With ids that nobody has and without a body, so that only the right to ask is tested. */
  const ask = async ({ id, method, path, example }: Operation, sent: Headers): Promise<string> => {
    const url = path.replace(/\{\w+\}/g, 'x')
    // This one reads its body first.
    const body = id === 'updateUser' ? { name: 'Ada' } : {}
    const payload = example === undefined ? {} : { payload: body }
    const answer = await app.send({ method, url, headers: sent, ...payload })
    const isProblem = /problem\+json/.test(String(answer.headers['content-type']))
    return `${answer.statusCode} ${isProblem ? answer.json().code : ''}`.trim()
  }
  /** The operations that answer something else, by name. */
  const failing = async (
    asked: readonly Operation[],
    sent: Headers,
    isRight: (answer: string) => boolean,
  ): Promise<readonly string[]> => {
    const found: string[] = []
    for (const operation of asked) {
      // They would sign the caller out.
      if (operation.id === 'signOut') continue
      const answer = await ask(operation, sent)
      if (!isRight(answer)) found.push(`${operation.id}: ${answer}`)
    }
    return found
  }
  const isAllowed = (answer: string) =>
    !/^401|missing_scope|company_(not_found|required)/.test(answer)
  const isUnknown = (answer: string) => answer === '404 company_not_found'
  const mayDo =
    (name: CallerName) =>
    ({ scope }: Operation) =>
      scope === null || SCOPES_OF[name].includes(scope as Scope)

  test.each(ROLES)('%s: the documented answer, otherwise 403', async (name) => {
    const sent = headers.get(name) ?? {}
    const allowed = operations.filter(mayDo(name))
    const refused = operations.filter((it) => !allowed.includes(it))
    expect(await failing(allowed.filter(needsCompany), sent, isAllowed)).toEqual([])
    expect(await failing(refused, sent, (it) => it === '403 missing_scope')).toEqual([])
    expect(allowed.length).toBeGreaterThan(20)
  })

  test.each(CALLERS)('404: %s in a company of others', async (name) => {
    const sent = { ...headers.get(name), 'billwright-company': other.id }
    const asked = operations.filter(needsCompany)
    expect(await failing(asked, sent, (it) => it === '404 company_not_found')).toEqual([])
  })

  test('an operator manages companies and sees nothing in them', async () => {
    const sent = headers.get('operator') ?? {}
    const inside = operations.filter(needsCompany)
    expect(await failing(inside, sent, (it) => it === '404 company_not_found')).toEqual([])
    const managing = operations.filter(({ scope }) => scope === 'companies')
    expect(managing.length).toBeGreaterThan(2)
    const isOpen = (it: string) => !/^401|missing_scope/.test(it)
    expect(await failing(managing, sent, isOpen)).toEqual([])
  })

  test.each(CALLERS)('%s: deletes and restores as owner or operator only', async (name) => {
    const answersOf = async (id: string) => {
      const sent = { headers: headers.get(name) ?? {}, payload: { password: PASSWORD } }
      const url = `/api/v1/companies/${id}`
      const deleted = await app.send({ method: 'DELETE', url, ...sent })
      const restored = await app.send({
        method: 'POST',
        url: `${url}/restore`,
        headers: sent.headers,
      })
      return [deleted, restored].map((it) => it.json().code ?? it.json().status)
    }
    const mayDecide = name === 'owner' || name === 'operator'
    expect(await answersOf(own.id)).toEqual(
      mayDecide ? ['first_company', 'company_not_deleting'] : ['owner_only', 'owner_only'],
    )
    expect(await answersOf(other.id)).toEqual(
      name === 'operator' ? ['deleting', 'active'] : ['company_not_found', 'company_not_found'],
    )
  })

  test.each([
    ['read', ['read', 'companies']],
    ['write', ['read', 'write', 'companies']],
  ] as const)('an operator whom the owner let in to %s, until the access ends', async (access, scopes) => {
    const expiresAt = new Date(app.clock.now() + 60_000).toISOString()
    const grant = await grantSupport(app.services.access, app.work(other), { access, expiresAt })
    const sent = { ...headers.get('operator'), 'billwright-company': other.id }
    const may = ({ scope }: Operation) => scope === null || scopes.includes(scope as never)
    // An account is not of the company, so changing one asks for more than its scope.
    const inside = operations.filter((it) => needsCompany(it) && it.id !== 'updateUser')
    expect(await failing(inside.filter(may), sent, isAllowed)).toEqual([])
    const refused = inside.filter((it) => !may(it))
    expect(refused.length).toBeGreaterThan(10)
    expect(await failing(refused, sent, (it) => it === '403 missing_scope')).toEqual([])
    await revokeSupport(app.services.access, app.work(other), grant.id)
    const some = inside.slice(0, 20)
    expect(await failing(some, sent, isUnknown)).toEqual([])
    // They were not let into the other companies.
    const elsewhere = { ...sent, 'billwright-company': own.id }
    expect(await failing(some, elsewhere, isUnknown)).toEqual([])
  })

  test('401: without a credential nothing is allowed', async () => {
    const asked = operations.filter(({ id }) => id !== 'getSession')
    expect(await failing(asked, {}, (it) => it === '401 unauthenticated')).toEqual([])
  })

  test('no admin of one company changes an account that opens another', async () => {
    const email = 'both@example.org'
    const given = { email, password: PASSWORD, name: 'Bo', role: 'member' } as const
    const { id } = await createPerson(app.services.access, app.work(own), given)
    const membership = { company: other.number, user_id: id, role: 'owner', created_at: AT }
    await app.db.insertInto('memberships').values(membership).execute()
    const browser = openBrowser(app)
    await browser.call('POST', '/session', { email, password: PASSWORD })
    const { secret }: Json = (await browser.call('POST', '/me/totp', { password: PASSWORD })).json()
    const code = generateSync({ secret, epoch: app.clock.now() / 1000 })
    expect((await browser.call('POST', '/me/totp/confirm', { code })).statusCode).toBe(200)
    const sessions: Json = (await browser.call('GET', '/me/sessions')).json()
    const before = await accountOf(id)
    expect(before.every((rows) => rows.length > 0)).toBe(true)

    const scopes = ROLE_SCOPES.admin
    const key = await createApiKey(app.services.access, app.work(own), {
      name: 'Admin',
      scopes,
      expiresAt: null,
    })
    const callers = [
      headers.get('owner') ?? {},
      headers.get('admin') ?? {},
      { authorization: `Bearer ${key.text}` },
    ]
    const password = 'seven loud harbours'
    const changes = [
      ['PATCH', `/users/${id}`, { password }],
      ['PATCH', `/users/${id}`, { name: 'Mallory' }],
      ['DELETE', `/users/${id}/totp`, undefined],
      ['DELETE', `/me/sessions/${sessions.data[0].id}`, undefined],
    ] as const
    for (const sent of callers)
      for (const [method, path, payload] of changes) {
        const url = `/api/v1${path}`
        const answer = await app.send({ method, url, headers: sent, ...(payload && { payload }) })
        expect(answer.statusCode, `${method} ${path}`).toBeOneOf([403, 404])
      }
    expect(await accountOf(id)).toEqual(before)

    const admin = callers[1] ?? {}
    const end = { method: 'DELETE', url: `/api/v1/users/${id}`, headers: admin } as const
    expect((await app.send(end)).statusCode).toBe(204)
    expect(await accountOf(id)).toEqual(before)
    const left = await app.db
      .selectFrom('memberships')
      .select('company')
      .where('user_id', '=', id)
      .execute()
    expect(left).toEqual([{ company: other.number }])
  })

  /** The account of a person, with what opens it. */
  const accountOf = (id: string) =>
    Promise.all([
      app.db.selectFrom('users').selectAll().where('id', '=', id).execute(),
      app.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute(),
      app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute(),
      app.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute(),
    ])
})
