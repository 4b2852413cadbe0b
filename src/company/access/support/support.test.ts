import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../../../test/browser.ts'
import { givenCompany } from '../../../../test/companies.ts'
import { givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import type { Company } from '../../../core/companies/company.ts'
import { firstCompany } from '../../../core/companies/directory.ts'
import { createApiKey } from '../keys/keys.ts'
import { createPerson } from '../people/people.ts'

const PASSWORD = 'nine quiet lighthouses'
const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

describe.each(ENGINES)('operators in a company of others (%s)', (engine) => {
  let app: TestApp
  let company: Company
  let operator: Browser
  let invoiceId: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    company = await firstCompany(app.directory)
    await givenCompany(app.db)
    operator = await signedIn('olga@example.org', 'viewer')
    await app.db.deleteFrom('memberships').execute()
    await app.db.updateTable('users').set({ role: 'operator' }).execute()
    invoiceId = (await givens(app).invoice()).id
  })
  afterAll(() => app.close())

  const signedIn = async (email: string, role: string): Promise<Browser> => {
    await createPerson(app.services.access, app.work(), {
      ...{ email, name: 'Olga', password: PASSWORD },
      role: role as 'viewer',
    })
    const browser = openBrowser(app)
    expect((await browser.call('POST', '/session', { email, password: PASSWORD })).statusCode).toBe(
      201,
    )
    return browser
  }
  const until = (seconds: number) => new Date(app.clock.now() + seconds * 1000).toISOString()
  const granted = async (access: 'read' | 'write', seconds = HOUR_SECONDS): Promise<Json> => {
    const body = { access, expires_at: until(seconds) }
    const answer = await app.call('POST', '/support-grants', body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const visit = (method: string, path: string, body?: object) =>
    operator.call(method, path, body, { 'billwright-company': company.id })
  const open = () => visit('GET', `/invoices/${invoiceId}`)
  const events = async (type: string): Promise<readonly Json[]> =>
    (await app.call('GET', `/events?type=${type}&limit=100`)).json().data

  test('without a grant an operator sees no invoice; with one each request is an event', async () => {
    const refused = await open()
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'company_not_found'])
    const grant = await granted('read')
    expect(grant).toMatchObject({ access: 'read', revoked_at: null })
    expect((await events('support_grant.created'))[0]).toMatchObject({
      resource: { type: 'support_grant', id: grant.id },
      data: { id: grant.id, access: 'read', expires_at: grant.expires_at },
    })
    expect((await open()).json()).toMatchObject({ id: invoiceId })
    expect((await visit('GET', '/invoices?q=Ada')).statusCode).toBe(200)
    const used = (await events('support_grant.used')).map(({ actor, data }) => [
      actor.name,
      data.method,
      data.path,
    ])
    expect(used).toEqual([
      ['Olga', 'GET', `/api/v1/invoices/${invoiceId}`],
      ['Olga', 'GET', '/api/v1/invoices'],
    ])
    expect((await visit('POST', '/customers', { name: 'K' })).json().code).toBe('missing_scope')
    expect((await visit('GET', '/session')).json()).toMatchObject({
      role: null,
      company: { id: company.id },
      scopes: ['read', 'companies'],
    })
  })

  test('a grant to write replaces the one before, and does not issue or manage', async () => {
    await granted('read')
    await granted('write')
    expect((await visit('POST', '/customers', { name: 'Kiln' })).statusCode).toBe(201)
    for (const path of [`/invoices/${invoiceId}/publish`, '/support-grants', '/api-keys'])
      expect((await visit('POST', path, {})).statusCode, path).toBe(403)
    const { data } = (await app.call('GET', '/support-grants?include=total')).json()
    expect(data.filter(({ revoked_at }: Json) => revoked_at === null)).toEqual([data[0]])
    const open = (await operator.call('GET', '/companies?support=true&include=total')).json()
    expect([open.total, open.data[0].id]).toEqual([1, company.id])
  })

  test('a revoked or expired grant gives no access from the next request on', async () => {
    const grant = await granted('read')
    expect((await open()).statusCode).toBe(200)
    expect((await app.call('DELETE', `/support-grants/${grant.id}`)).statusCode).toBe(204)
    expect((await open()).statusCode).toBe(404)
    expect((await app.call('DELETE', `/support-grants/${grant.id}`)).statusCode).toBe(204)
    expect((await events('support_grant.revoked')).length).toBe(1)
    await granted('read', 60)
    expect((await open()).statusCode).toBe(200)
    app.clock.set(until(60))
    expect((await open()).statusCode).toBe(404)
    expect((await operator.call('GET', '/companies?support=true')).json().data).toEqual([])
    const unknown = await app.call('DELETE', '/support-grants/sup_x')
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'support_grant_not_found'])
  })

  test('403: only owners let operators in; 422: at most 30 days', async () => {
    const scopes = ['read', 'admin'] as const
    const key = await createApiKey(app.services.access, app.work(), {
      name: 'Admin',
      scopes,
      expiresAt: null,
    })
    const headers = { authorization: `Bearer ${key.text}` }
    const body = { access: 'read', expires_at: until(HOUR_SECONDS) }
    const refused = await app.call('POST', '/support-grants', body, headers)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'owner_only'])
    for (const seconds of [0, 31 * DAY_SECONDS]) {
      const late = { access: 'read', expires_at: until(seconds) }
      const answer = await app.call('POST', '/support-grants', late)
      expect([answer.statusCode, answer.json().errors?.[0].code]).toEqual([422, 'out_of_range'])
    }
  })
})
