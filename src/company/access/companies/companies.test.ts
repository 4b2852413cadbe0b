import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenCompanies } from '../../../../test/companies.ts'
import { givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { FRESH_MS, findCompanyById, firstCompany } from '../../../core/companies/directory.ts'
import { viewsSettled } from '../../../messages/sharing/view-log.ts'
import { createApiKey } from '../keys/keys.ts'

const PASSWORD = 'nine quiet lighthouses'
const ORIGIN = 'http://localhost:3000'
const ITEMS = [{ description: 'Cover design', unit_price: '80' }]

describe.each(ENGINES)('several companies (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    for (const email of ['ada@example.org', 'bo@example.org'])
      await app.call('POST', '/users', { email, password: PASSWORD, role: 'admin' })
    const numbers = Array.from({ length: 998 }, (_, index) => BigInt(index + 10))
    await givenCompanies(app.db, numbers)
  })
  afterAll(() => app.close())

  const made = async (owner = 'ada@example.org'): Promise<Json> => {
    const response = await app.call('POST', '/companies', { name: 'Second', owner })
    expect(response.statusCode).toBe(201)
    return response.json()
  }
  const signedIn = async (email: string): Promise<string> => {
    const payload = { email, password: PASSWORD }
    const headers = { origin: ORIGIN }
    const answer = await app.send({ method: 'POST', url: '/api/v1/session', payload, headers })
    expect(answer.statusCode).toBe(201)
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const as = (cookie: string, company?: string) => ({
    cookie,
    origin: ORIGIN,
    ...(company === undefined ? {} : { 'billwright-company': company }),
  })
  const send = (method: 'GET' | 'POST' | 'PUT', path: string, headers: object, payload?: object) =>
    app.send({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers },
      ...(payload ? { payload } : {}),
    })

  test('the key of company 1 works without a header; with that of another company 404', async () => {
    const { id } = await made()
    expect((await app.call('GET', '/invoices')).statusCode).toBe(200)
    const foreign = await app.call('GET', '/invoices', undefined, { 'billwright-company': id })
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'company_not_found'])
    expect(foreign.headers.vary).toBe('Billwright-Company')
  })

  test('a person of several companies names one, and ids of the other are unknown', async () => {
    const { id } = await made()
    const { id: invoiceId } = await givens(app).invoice()
    const cookie = await signedIn('ada@example.org')
    const unnamed = await send('GET', '/invoices', as(cookie))
    expect([unnamed.statusCode, unnamed.json().code]).toEqual([400, 'company_required'])
    expect((await send('GET', '/session', as(cookie, id))).json()).toMatchObject({
      role: 'owner',
      company: { id },
    })
    const other = await send('GET', `/invoices/${invoiceId}`, as(cookie, id))
    expect([other.statusCode, other.json().code]).toEqual([404, 'invoice_not_found'])
    const unknown = await send('GET', '/invoices', as(cookie, `${id.slice(0, -1)}x`))
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'company_not_found'])
  })

  test('a handle names a company too: in the header, and in the links of its pages', async () => {
    const { id, handle } = await made()
    const cookie = await signedIn('ada@example.org')
    const session = (await send('GET', '/session', as(cookie, handle))).json()
    expect(session).toMatchObject({ company: { id, handle }, role: 'owner' })
    expect(session.companies).toBeGreaterThan(1)
    await send('PUT', '/settings', as(cookie, id), { companyName: 'Named by a link' })
    const open = (url: string) => app.send({ url, headers: { cookie } })
    const linked = await open(`/c/${handle}/api/v1/settings`)
    expect(linked.json().companyName).toBe('Named by a link')
    expect((await open('/c/aaaaaaaa/api/v1/settings')).json().code).toBe('company_not_found')
    const mine = (await send('GET', '/companies?mine=true&include=total', as(cookie))).json()
    expect(mine.total).toBe(session.companies)
  })

  test('a key sees its own company with its usage, and no other', async () => {
    const { id } = await made()
    const company = await findCompanyById(app.directory, id)
    if (!company) throw new Error('The company is gone.')
    const scopes = ['read'] as const
    const asked = { name: 'k', scopes, expiresAt: null }
    const { text } = await createApiKey(app.services.access, app.work(company), asked)
    const get = (path: string) =>
      app.call('GET', path, undefined, { authorization: `Bearer ${text}` })
    for (const path of ['/companies', '/companies?mine=true', '/companies/summary'])
      expect((await get(path)).json().data.map((it: Json) => it.id)).toEqual([id])
    expect((await get(`/companies/${id}`)).json()).toMatchObject({ id, name: 'Second' })
    expect((await get(`/companies/${id}/usage`)).json().company).toBe(id)
    const other = (await firstCompany(app.directory)).id
    for (const path of [`/companies/${other}`, `/companies/${other}/usage`])
      expect((await get(path)).json().code).toBe('company_not_found')
  })

  test('404: a key that manages companies opens none, whether it names one or not', async () => {
    const { id } = await made()
    const asked = { name: 'k', scopes: ['companies'] as const, expiresAt: null }
    const { text } = await createApiKey(app.services.access, app.work(), asked)
    const authorization = `Bearer ${text}`
    for (const named of [{}, { 'billwright-company': id }]) {
      const opened = await app.call('GET', '/invoices', undefined, { authorization, ...named })
      expect([opened.statusCode, opened.json().code]).toEqual([404, 'company_not_found'])
    }
    const managed = await app.call('GET', `/companies/${id}`, undefined, { authorization })
    expect(managed.json()).toMatchObject({ id })
  })

  test('422: a key that names no owner of a new company; 404: one that nobody knows', async () => {
    const unnamed = await app.call('POST', '/companies', { name: 'Third' })
    expect([unnamed.statusCode, unnamed.json().errors[0].pointer]).toEqual([422, '/owner'])
    const unknown = await app.call('POST', '/companies', { name: 'T', owner: 'no@example.org' })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'user_not_found'])
  })

  test('200: the list says the role in each company; null for a key, and for operators elsewhere', async () => {
    const { id } = await made()
    const rolesOf = async (headers: object): Promise<Map<string, unknown>> => {
      const { data } = (await send('GET', '/companies?limit=100', headers)).json()
      return new Map(data.map((it: Json) => [it.id, it.role]))
    }
    const first = (await firstCompany(app.directory)).id
    const ada = await rolesOf(as(await signedIn('ada@example.org')))
    expect([ada.get(first), ada.get(id)]).toEqual(['admin', 'owner'])
    const key = (await app.call('GET', '/companies')).json().data
    expect(key.map((it: Json) => it.role)).toEqual(key.map(() => null))
  })

  test('who is in one company needs no header, and does not see the others', async () => {
    const { id } = await made()
    const cookie = await signedIn('bo@example.org')
    expect((await send('GET', '/invoices', as(cookie))).statusCode).toBe(200)
    expect((await send('GET', '/companies', as(cookie))).json().data).toHaveLength(1)
    for (const path of [`/companies/${id}`, '/companies/com_x'])
      expect((await send('GET', path, as(cookie))).statusCode).toBe(404)
    expect((await send('GET', '/invoices', as(cookie, id))).statusCode).toBe(404)
    expect((await send('POST', '/companies', as(cookie), { name: 'Mine' })).statusCode).toBe(403)
  })

  test('links name another company by its handle, and cursors stay within it', async () => {
    const { id, handle } = await made()
    const headers = as(await signedIn('ada@example.org'), id)
    await send('PUT', '/settings', headers, { companyName: 'Second' })
    const body = { customer: { name: 'Kiln' }, items: ITEMS }
    const invoices = [
      (await send('POST', '/invoices', headers, body)).json(),
      (await send('POST', '/invoices', headers, body)).json(),
    ]
    const published = await send('POST', `/invoices/${invoices[0].id}/publish`, headers)
    const { share_token: token, number } = published.json()
    expect(token).toMatch(new RegExp(`^${handle}\\.[\\w-]{43}$`))
    const open = (text: string) => app.send({ url: `/api/v1/public/invoices/${text}` })
    expect((await open(token)).json().number).toBe(number)
    // Only the record of that company has the events.
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0' }
    expect((await app.send({ url: `/i/${token}`, headers: browser })).statusCode).toBe(200)
    await viewsSettled(app.work().app)
    const path = `/invoices/${invoices[0].id}/revisions`
    const revisions = (await send('GET', path, headers)).json().data
    expect(revisions.length).toBeGreaterThan(1)
    expect((await app.call('GET', path)).json().code).toBe('invoice_not_found')
    const seen = (await send('GET', '/events?type=invoice.viewed', headers)).json().data
    expect(seen).toMatchObject([{ company: id, resource: { id: invoices[0].id } }])
    expect((await app.call('GET', '/events?type=invoice.viewed')).json().data).toEqual([])
    for (const text of [token.slice(9), `aaaaaaaa.${token.slice(9)}`])
      expect((await open(text)).json().code).toBe('share_not_found')
    const page = (await send('GET', '/invoices?limit=1', headers)).json()
    const next = `/invoices?limit=1&cursor=${page.next_cursor}`
    const following = await send('GET', next, headers)
    expect([following.statusCode, following.json().data?.length, next]).toEqual([200, 1, next])
    expect((await app.call('GET', next)).json().code).toBe('invalid_cursor')
    expect((await send('GET', '/templates', headers)).json().data).toHaveLength(3)
  })

  test('409: a suspended company issues nothing, but reads and drafts', async () => {
    const { id } = await made()
    const headers = as(await signedIn('ada@example.org'), id)
    await send('PUT', '/settings', headers, { companyName: 'Second' })
    expect((await app.call('POST', `/companies/${id}/suspend`)).json().status).toBe('suspended')
    const body = { customer: { name: 'Kiln' }, items: ITEMS }
    const refused = await send('POST', '/invoices', headers, { ...body, status: 'sent' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'company_suspended'])
    expect((await send('POST', '/invoices', headers, body)).statusCode).toBe(201)
    const customer = (await send('POST', '/customers', headers, { name: 'Oven' })).json()
    const quote = await send('POST', '/quotes', headers, { customer_id: customer.id, items: ITEMS })
    const opened = await send('POST', `/quotes/${quote.json().id}/open`, headers)
    expect([opened.statusCode, opened.json().code]).toEqual([409, 'company_suspended'])
    const delivered = await send('POST', '/delivery-notes', headers, { quote_id: quote.json().id })
    expect([delivered.statusCode, delivered.json().code]).toEqual([409, 'company_suspended'])
    await app.call('POST', `/companies/${id}/resume`)
    const issued = await send('POST', '/invoices', headers, { ...body, status: 'sent' })
    expect(issued.statusCode).toBe(201)
  })

  test('with several companies an admin cannot change accounts or add people with a password', async () => {
    const cookie = await signedIn('bo@example.org')
    const users = (await send('GET', '/users', as(cookie))).json().data
    const { id } = users.find(({ email }: Json) => email === 'ada@example.org')
    const send2 = { email: 'cy@example.org', password: PASSWORD, role: 'member' }
    expect((await send('POST', '/users', as(cookie), send2)).json().code).toBe('invite_instead')
    const changed = await app.send({
      method: 'PATCH',
      url: `/api/v1/users/${id}`,
      headers: as(cookie),
      payload: { password: 'seven loud harbours' },
    })
    expect([changed.statusCode, changed.json().code]).toEqual([403, 'own_account_only'])
  })

  describe('a company has one name', () => {
    const names = async (id: string, headers: object) => {
      const company = (await send('GET', `/companies/${id}`, headers)).json()
      const settings = (await send('GET', '/settings', headers)).json()
      return { company: company.name, settings: settings.companyName }
    }
    const patch = async (url: string, headers: object, payload: object) =>
      app.send({ method: 'PATCH', url: `/api/v1${url}`, headers: { ...headers }, payload })

    test('renamed in the settings, in the directory, and with a stale version', async () => {
      const { id } = await made()
      const headers = as(await signedIn('ada@example.org'), id)
      expect((await patch('/settings', headers, { companyName: ' Nordlicht ' })).statusCode).toBe(
        200,
      )
      expect(await names(id, headers)).toEqual({ company: 'Nordlicht', settings: 'Nordlicht' })

      const { etag } = (await send('GET', `/companies/${id}`, headers)).headers
      const renamed = await patch(
        `/companies/${id}`,
        { ...headers, 'if-match': String(etag) },
        {
          name: 'Nordlicht & Töchter',
        },
      )
      expect(renamed.json()).toMatchObject({ name: 'Nordlicht & Töchter' })
      const { company } = (await send('GET', '/session', headers)).json()
      expect(company).toMatchObject({ name: 'Nordlicht & Töchter' })
      const both = { company: 'Nordlicht & Töchter', settings: 'Nordlicht & Töchter' }
      expect(await names(id, headers)).toEqual(both)
      const events = (await send('GET', '/events?type=settings.updated', headers)).json()
      expect(events.data.map((it: Json) => it.data.changed)).toEqual([
        ['companyName'],
        ['companyName'],
      ])

      const stale = await patch(
        `/companies/${id}`,
        { ...headers, 'if-match': String(etag) },
        {
          name: 'Too late',
        },
      )
      expect(stale.statusCode).toBe(412)
      expect(await names(id, headers)).toEqual(both)
      // An empty name stops issuing, but people still find the company.
      await patch('/settings', headers, { companyName: '' })
      expect(await names(id, headers)).toEqual({ ...both, settings: '' })
      await patch('/settings', headers, { currency: 'CHF' })
      expect((await names(id, headers)).company).toBe('Nordlicht & Töchter')
    })

    test('renamed twice at once: both names are the last one', async () => {
      const { id } = await made()
      const headers = as(await signedIn('ada@example.org'), id)
      const wanted = ['Alpha', 'Beta', 'Gamma', 'Delta']
      await Promise.all(
        wanted.map((name, at) =>
          at % 2 === 0
            ? patch('/settings', headers, { companyName: name })
            : patch(`/companies/${id}`, headers, { name }),
        ),
      )
      const { company, settings } = await names(id, headers)
      expect(wanted).toContain(settings)
      expect(company).toBe(settings)
    })

    /** As another process leaves the directory, of which this one knows nothing. */
    const inDirectory = (id: string, name: string) =>
      app.db.updateTable('companies').set({ name }).where('id', '=', id).execute()
    const later = (ms: number) => app.clock.set(new Date(app.clock.now() + ms).toISOString())

    test('renamed back within seconds after another process renamed it', async () => {
      const { id } = await made()
      const headers = as(await signedIn('ada@example.org'), id)
      await patch('/settings', headers, { companyName: 'Third' })
      await inDirectory(id, 'Second')
      later(FRESH_MS + 1)
      expect(await names(id, headers)).toEqual({ company: 'Second', settings: 'Third' })
      await inDirectory(id, 'Third')
      await patch('/settings', headers, { companyName: 'Second' })
      later(FRESH_MS + 1)
      expect(await names(id, headers)).toEqual({ company: 'Second', settings: 'Second' })
    })

    test('a process that dies between the two writes: another one completes them', async () => {
      const { id } = await made()
      const headers = as(await signedIn('ada@example.org'), id)
      await patch('/settings', headers, { companyName: 'Survivor' })
      await inDirectory(id, 'Before')
      later(FRESH_MS + 1)
      expect(await names(id, headers)).toEqual({ company: 'Before', settings: 'Survivor' })
      later(60_000)
      await app.services.jobRunner.runDue()
      expect(await names(id, headers)).toEqual({ company: 'Survivor', settings: 'Survivor' })
    })
  })
})
