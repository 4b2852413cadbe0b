import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenCompany } from '../../../test/companies.ts'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { createApiKey } from '../../company/access/keys/keys.ts'
import { firstCompany } from '../../core/companies/directory.ts'
import { table } from '../../core/files/samples.testing.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { createUsageCounter } from './counter.ts'
import { listUsage } from './inner/repository.ts'
import { countOutdated } from './usage.ts'

const ITEMS = [{ description: 'Cover design', unit_price: '80' }]
const PASSWORD = 'nine quiet lighthouses'
const TEMPLATE = '<p>{{invoice.number}}</p>'

describe.each(ENGINES)('limits (%s)', (engine) => {
  let app: TestApp
  let id: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    id = (await firstCompany(app.directory)).id
  })
  afterAll(() => app.close())

  const limit = async (limits: Record<string, number>) => {
    const answer = await app.call('PATCH', `/companies/${id}`, { limits })
    expect([answer.statusCode, answer.json().limits]).toEqual([200, limits])
  }
  const customer = (name: string) => app.call('POST', '/customers', { name })
  const invoice = (customerId: string) =>
    app.call('POST', '/invoices', { customer_id: customerId, items: ITEMS })
  const person = (email: string) => ({ email, password: PASSWORD, role: 'member' })

  test.each([
    ['customers', (n: number) => customer(`Customer ${n}`)],
    [
      'webhooks',
      (n: number) => app.call('POST', '/webhooks', { url: `https://hooks.example.com/${n}` }),
    ],
    ['keys', (n: number) => app.call('POST', '/api-keys', { name: `key ${n}`, scopes: ['read'] })],
    ['members', (n: number) => app.call('POST', '/users', person(`a${n}@example.org`))],
    [
      'templates',
      (n: number) => app.call('POST', '/templates', { id: `own-${n}`, html: TEMPLATE }),
    ],
  ] as const)('409: no more %s than the limit', async (name, create) => {
    await limit({})
    expect((await create(1)).statusCode).toBe(201)
    await limit({ [name]: 2 })
    const second = await create(2)
    expect([second.statusCode, second.body]).toEqual([201, expect.any(String)])
    const refused = await create(3)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'limit_reached'])
    expect(refused.json().limit).toEqual({ name, max: 2, used: 2 })
    await limit({ [name]: 3 })
    expect((await create(4)).statusCode).toBe(201)
  })

  test('409: bytes of templates count before they are stored', async () => {
    await limit({ template_bytes: 1 })
    const body = { id: 'larger', html: TEMPLATE }
    expect((await app.call('POST', '/templates', body)).json().code).toBe('limit_reached')
    await limit({})
    expect((await app.call('POST', '/templates', body)).statusCode).toBe(201)
  })

  test('409: the bytes of files are limited', async () => {
    await limit({})
    const { id: customerId } = (await customer('Kiln')).json()
    const attach = (bytes: string) =>
      app.send({
        method: 'POST',
        url: `/api/v1/customers/${customerId}/files?name=a.csv`,
        headers: { authorization: 'Bearer test-key-0123456789abcdef', 'content-type': 'text/csv' },
        payload: bytes,
      })
    const first = await attach('a,b\n1,2\n')
    expect(first.statusCode).toBe(201)
    await limit({ file_bytes: 15 })
    const refused = await attach('a,b\n3,4\n')
    expect([refused.statusCode, refused.json().limit]).toEqual([
      409,
      { name: 'file_bytes', max: 15, used: 8 },
    ])
    await limit({ file_bytes: 16 })
    expect((await attach('a,b\n3,4\n')).statusCode).toBe(201)
    await limit({})
  })

  test('new invoices of a month are limited; issuing, reading and crediting go on', async () => {
    await limit({})
    const { id: customerId } = (await customer('Kiln')).json()
    const draft = (await invoice(customerId)).json()
    await limit({ invoices_per_month: 1 })
    expect((await invoice(customerId)).json().code).toBe('limit_reached')
    const copied = await app.call('POST', `/invoices/${draft.id}/duplicate`)
    expect([copied.statusCode, copied.json().code]).toEqual([409, 'limit_reached'])
    const quote = { customer_id: customerId, items: [{ description: 'Cover', unit_price: '80' }] }
    const { id: quoteId } = (await app.call('POST', '/quotes', quote)).json()
    await app.call('POST', `/quotes/${quoteId}/open`)
    const billed = await app.call('POST', `/quotes/${quoteId}/invoice`, { force: true })
    expect([billed.statusCode, billed.json().code]).toEqual([409, 'limit_reached'])
    const issued = await app.call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
    expect(issued.statusCode).toBe(200)
    expect((await app.call('GET', `/invoices/${draft.id}`)).statusCode).toBe(200)
    const credit = await app.call('POST', `/invoices/${draft.id}/credit-note`)
    expect(credit.statusCode).toBe(201)
    // The next month begins anew.
    app.clock.set('2026-12-01T00:00:00.000Z')
    expect((await invoice(customerId)).statusCode).toBe(201)
    app.clock.set('2026-11-21T09:30:00.000Z')
  })

  test('usage shows the used part of each limit', async () => {
    await limit({ customers: 50, webhooks: 0 })
    const { data } = (await app.call('GET', '/customers?limit=100')).json()
    const { limits } = (await app.call('GET', `/companies/${id}/usage`)).json()
    const used = data.length
    const percent = Math.floor((used * 100) / 50)
    expect(limits).toContainEqual({ name: 'customers', used, max: 50, percent })
    expect(limits).toContainEqual(expect.objectContaining({ name: 'webhooks', percent: 100 }))
    expect(limits).toContainEqual(
      expect.objectContaining({ name: 'keys', max: null, percent: null }),
    )
    const other = await app.call('GET', '/companies/com_x/usage')
    expect([other.statusCode, other.json().code]).toEqual([404, 'company_not_found'])
  })
})

describe.each(ENGINES)('a limit that is nearly used up (%s)', (engine) => {
  let app: TestApp
  let path: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    path = `/companies/${(await firstCompany(app.directory)).id}`
  })
  afterAll(() => app.close())

  const add = (count: number) =>
    Promise.all(Array.from({ length: count }, () => app.call('POST', '/customers', { name: 'C' })))
  const count = () => runNow(app, 'figures.count')
  const told = async () => {
    const { data } = (await app.call('GET', '/events?type=limit.*')).json()
    return data.map(({ type, data }: Json) => [type, data.used, data.percent])
  }
  const waiting = async (headers = {}) => {
    const { data } = (await app.call('GET', '/attention?kind=limit', undefined, headers)).json()
    return data.map(({ code, resource }: Json) => [code, resource.name])
  }

  test('an event at 80 and at 100 percent, once each, and a matter for admins', async () => {
    await app.call('PATCH', path, { limits: { customers: 5, keys: 100 } })
    await add(3)
    await count()
    expect([await told(), await waiting()]).toEqual([[], []])
    await add(1)
    for (let round = 0; round < 2; round += 1) await count()
    expect(await told()).toEqual([['limit.near', 4, 80]])
    expect(await waiting()).toEqual([['limit_near', 'customers']])
    await add(1)
    for (let round = 0; round < 2; round += 1) await count()
    expect(await told()).toContainEqual(['limit.reached', 5, 100])
    expect(await told()).toHaveLength(2)
    expect(await waiting()).toEqual([['limit_reached', 'customers']])
    const scopes = ['read'] as const
    const key = await createApiKey(app.services.access, app.work(), {
      ...{ name: 'Reader', scopes, expiresAt: null },
    })
    expect(await waiting({ authorization: `Bearer ${key.text}` })).toEqual([])
    await app.call('PATCH', path, { limits: { customers: 50 } })
    expect(await waiting()).toEqual([])
  })
})

describe.each(ENGINES)('figures (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    await app.call('POST', '/users', {
      email: 'ada@example.org',
      password: PASSWORD,
      role: 'owner',
    })
  })
  afterAll(() => app.close())

  const signedIn = async () => {
    const payload = { email: 'ada@example.org', password: PASSWORD }
    const headers = { origin: 'http://localhost:3000' }
    const answer = await app.send({ method: 'POST', url: '/api/v1/session', payload, headers })
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const summary = async (cookie: string) =>
    (await app.send({ url: '/api/v1/companies/summary?include=total', headers: { cookie } })).json()
  const count = () => countOutdated(app.work(), AbortSignal.timeout(60_000))

  test('follow the events, only in the own companies', async () => {
    const given = givens(app)
    const { customer_id } = await given.invoice()
    const file = `/customers/${customer_id}/files?name=a.csv&visible=internal`
    expect((await app.call('POST', file, table('a,b\n1,2\n'))).statusCode).toBe(201)
    await app.call('POST', '/invoices', { customer_id, items: ITEMS, status: 'sent' })
    const cookie = await signedIn()
    // With one company there is nothing to compare.
    await count()
    expect((await summary(cookie)).data).toMatchObject([{ counted_at: null, currencies: [] }])
    await givenCompany(app.db)
    await count()
    const eur = { currency: 'EUR', outstanding: { count: 1, amount: '80.00' } }
    const { data, total } = await summary(cookie)
    expect(total).toBe(1)
    expect(data).toMatchObject([
      { drafts: 1, issued_this_month: 1, last_activity_at: expect.any(String), currencies: [eur] },
    ])
    const { countedAt } = await entry()
    app.clock.set('2026-11-21T10:30:00.000Z')
    await count()
    expect((await entry()).countedAt).toBe(countedAt)
    await app.call('POST', '/invoices', { customer_id, items: ITEMS, status: 'sent' })
    await count()
    const { data: later } = await summary(await signedIn())
    expect(later[0].currencies[0].outstanding.amount).toBe('160.00')
  })

  test('days that pass make invoices overdue', async () => {
    app.clock.set('2027-01-21T10:30:00.000Z')
    await count()
    const { data } = await summary(await signedIn())
    expect(data[0].currencies[0].overdue).toEqual({ count: 2, amount: '160.00' })
  })

  const entry = async () => {
    const row = await app.tables
      .selectFrom('figures_at')
      .select('counted_at as countedAt')
      .where('company_id', '=', (await firstCompany(app.directory)).number)
      .executeTakeFirstOrThrow()
    return row
  }

  test('requests are added up by day', async () => {
    const { directory } = app
    const counter = createUsageCounter(directory, () => {})
    const first = await firstCompany(directory)
    const server = Fastify()
    server.addHook('onRequest', async (request) => {
      request.company = first
    })
    counter.register(server)
    server.get('/', async () => 'ok')
    server.get('/pdf', async (_request, reply) => reply.type('application/pdf').send('%PDF'))
    for (const url of ['/', '/', '/pdf']) await server.inject({ url })
    await counter.flush()
    await server.inject({ url: '/' })
    await server.close()
    const { days } = (await app.call('GET', `/companies/${first.id}/usage`)).json()
    // Its size was measured with its figures.
    const size = { rows: expect.any(Number), bytes: expect.any(Number) }
    expect(days[0]).toEqual({ day: '2027-01-21', requests: 4, pdfs: 1, ...size })
    expect(days[0].rows).toBeGreaterThan(10)
    expect(days[0].bytes).toBeGreaterThan(0)
  })

  test('requests of a company that was deleted meanwhile leave no row', async () => {
    const { db, directory } = app
    const counter = createUsageCounter(directory, () => {})
    const gone = { ...(await firstCompany(directory)), number: 99n as CompanyId }
    const server = Fastify()
    server.addHook('onRequest', async (request) => {
      request.company = gone
    })
    counter.register(server)
    server.get('/', async () => 'ok')
    await server.inject({ url: '/' })
    await server.close()
    expect(await listUsage({ db, companyId: gone.number }, '2000-01-01')).toEqual([])
  })
})
