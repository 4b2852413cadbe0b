import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenCompanies } from './companies.ts'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const BUILT_IN = ['minimalist-clean', 'professional-modern']

/** Each line of the published interface, in its words. */
const SITES = ENGINES.flatMap((engine) => [1, 1000].map((companies) => ({ engine, companies })))

describe.each(SITES)('the published interface ($engine, $companies companies)', (site) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(site.engine)
    const others = Array.from({ length: site.companies - 1 }, (_, index) => BigInt(index + 2))
    if (others.length > 0) await givenCompanies(app.db, others)
    given = givens(app)
  })
  afterAll(() => app.close())

  const get = (path: string) => app.call('GET', path)
  const open = (path: string) => app.send({ url: `/api/v1${path}` })
  const expectPdf = (response: Awaited<ReturnType<typeof get>>) => {
    expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  }

  describe('invoices', () => {
    test('GET /invoices lists invoices; each entry includes the customer name and issue_date', async () => {
      await given.invoice({ issue_date: '2026-11-01' })
      await given.invoice({ customer: { name: 'Second' }, issue_date: '2026-11-02' })
      const response = await get('/invoices')
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({
        data: [
          { customer_name: 'Second', issue_date: '2026-11-02' },
          { customer_name: 'Fernweh Books', issue_date: '2026-11-01' },
        ],
        has_more: false,
        next_cursor: null,
      })
    })

    test('POST /invoices creates an invoice', async () => {
      const body = { customer: { name: 'Fernweh Books' }, items: [ITEM] }
      const response = await app.call('POST', '/invoices', body)
      expect(response.statusCode).toBe(201)
      expect(response.json().id).toMatch(/^inv_[0-9a-f-]{36}$/)
    })

    test('GET /invoices/:id returns the invoice detail', async () => {
      const created = await given.invoice()
      const response = await get(`/invoices/${created.id}`)
      expect([response.statusCode, response.json()]).toEqual([200, created])
    })

    test('PUT /invoices/:id updates status, dates, currency, terms, notes and items', async () => {
      const { id } = await given.invoice()
      const changes = {
        issue_date: '2026-11-02',
        due_date: '2026-11-09',
        currency: 'GBP',
        terms: 'Within a week',
        notes: 'Changed',
        status: 'sent',
      }
      const items = [{ description: 'Something else', unit_price: '1.00' }]
      const response = await app.call('PUT', `/invoices/${id}`, { ...changes, items })
      expect(response.statusCode).toBe(200)
      expect(await given.read(id)).toMatchObject({ ...changes, items })
    })

    test('DELETE /invoices/:id deletes the invoice', async () => {
      const { id } = await given.invoice()
      const response = await app.call('DELETE', `/invoices/${id}`)
      expect([response.statusCode, response.body]).toEqual([204, ''])
      expect((await get(`/invoices/${id}`)).statusCode).toBe(404)
    })

    test('POST /invoices/:id/publish publishes the invoice and assigns a share token', async () => {
      const { id, share_token } = await given.invoice()
      expect(share_token).toBeNull()
      const response = await app.call('POST', `/invoices/${id}/publish`)
      expect(response.statusCode).toBe(200)
      expect(response.json().share_token).toMatch(/^[\w-]{43}$/)
    })

    test('POST /invoices/:id/unpublish revokes the share token', async () => {
      const { id } = await given.invoice()
      const { share_token: token } = await given.publish(id)
      const response = await app.call('POST', `/invoices/${id}/unpublish`)
      expect([response.statusCode, response.json().share_token]).toEqual([200, null])
      expect((await open(`/public/invoices/${token}`)).statusCode).toBe(404)
    })

    test('POST /invoices/:id/duplicate duplicates the invoice and returns the id of the new one', async () => {
      const { id } = await given.invoice()
      const response = await app.call('POST', `/invoices/${id}/duplicate`)
      expect(response.statusCode).toBe(201)
      expect(response.json().id).not.toBe(id)
      expect(await given.read(response.json().id)).toMatchObject({ items: [ITEM] })
    })

    test('GET /invoices/:id/html returns server-rendered HTML', async () => {
      const { id } = await given.invoice()
      const response = await get(`/invoices/${id}/html`)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.body).toContain('Cover design')
    })

    test('GET /invoices/:id/pdf returns a PDF, produced by an HTML-to-PDF renderer', async () =>
      expectPdf(await get(`/invoices/${(await given.invoice()).id}/pdf`)))
  })

  describe('customers', () => {
    test('GET /customers lists customers', async () => {
      await given.customer({ name: 'Aardvark' })
      const response = await get('/customers?limit=1')
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ data: [{ name: 'Aardvark' }] })
    })

    test('POST /customers creates a customer', async () => {
      const response = await app.call('POST', '/customers', { name: 'New' })
      expect(response.statusCode).toBe(201)
      expect(response.headers.location).toBe(`/api/v1/customers/${response.json().id}`)
    })

    test('GET /customers/:id returns a customer', async () => {
      const created = await given.customer()
      const response = await get(`/customers/${created.id}`)
      expect([response.statusCode, response.json()]).toEqual([200, created])
    })

    test('PUT /customers/:id updates a customer', async () => {
      const { id } = await given.customer({ email: 'a@b.example' })
      const response = await app.call('PUT', `/customers/${id}`, { name: 'Renamed' })
      expect(response.statusCode).toBe(200)
      const { name, email } = (await get(`/customers/${id}`)).json()
      expect([name, email]).toEqual(['Renamed', 'a@b.example'])
    })

    test('DELETE /customers/:id deletes a customer', async () => {
      const { id } = await given.customer()
      expect((await app.call('DELETE', `/customers/${id}`)).statusCode).toBe(204)
      expect((await get(`/customers/${id}`)).statusCode).toBe(404)
    })
  })

  describe('public', () => {
    let token: string
    beforeAll(async () => {
      const { id } = await given.invoice({ status: 'sent' })
      token = (await given.publish(id)).share_token
    })

    test('GET /public/invoices/:share_token returns the public invoice as JSON', async () => {
      const response = await open(`/public/invoices/${token}`)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toContain('application/json')
      expect(response.json()).toMatchObject({ customer: { name: 'Fernweh Books' } })
    })

    test('GET /public/invoices/:share_token/html returns the invoice as HTML', async () => {
      const response = await open(`/public/invoices/${token}/html`)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.body).toContain('Cover design')
    })

    test('GET /public/invoices/:share_token/pdf returns the invoice as PDF', async () =>
      expectPdf(await open(`/public/invoices/${token}/pdf`)))

    test('GET /_template-assets/:id/:version/* answers 404 where no asset is stored', async () => {
      for (const path of [
        'minimalist-clean/1.0.0/none.png',
        'none/1/a.png',
        '%00/1/a',
        'a/1/..%2f',
      ])
        expect((await open(`/_template-assets/${path}`)).statusCode).toBe(404)
    })
  })

  describe.each(['/settings', '/admin/settings'])('%s', (path) => {
    test(`GET ${path} returns settings with normalized keys and a single logo field`, async () => {
      const response = await get(path)
      expect(response.statusCode).toBe(200)
      const keys = Object.keys(response.json())
      expect(keys).toContain('templateId')
      expect(keys.filter((key) => /logo/i.test(key))).toEqual(['logo'])
      expect(keys.filter((key) => key.includes('_'))).toEqual([])
    })

    test(`PUT ${path} upserts settings`, async () => {
      const response = await app.call('PUT', path, { companyName: `By PUT ${path}` })
      expect(response.statusCode).toBe(200)
      expect((await get('/settings')).json().companyName).toBe(`By PUT ${path}`)
    })

    test(`PATCH ${path} partially updates settings`, async () => {
      await app.call('PUT', path, { companyName: 'Kept', companyAddress: { city: 'Kiel' } })
      const response = await app.call('PATCH', path, { companyAddress: { line1: 'Kai 1' } })
      expect(response.statusCode).toBe(200)
      expect((await get('/settings')).json()).toMatchObject({
        companyName: 'Kept',
        companyAddress: { city: 'Kiel', line1: 'Kai 1' },
      })
    })
  })

  describe('built-in templates', () => {
    const list = async (): Promise<readonly Json[]> => (await get('/templates')).json().data

    test('professional-modern and minimalist-clean always exist', async () => {
      const ids = (await list()).map(({ id }) => id)
      expect(ids.filter((id) => BUILT_IN.includes(id)).sort()).toEqual(BUILT_IN)
    })

    test('GET /templates overlays settings.templateId onto the default flags', async () => {
      for (const active of ['professional-modern', 'minimalist-clean']) {
        await given.settings({ templateId: active })
        const entries = await list()
        for (const { id, isDefault, html } of entries) {
          expect(isDefault).toBe(id === active)
          expect(html).toBeUndefined()
        }
      }
    })

    test.each(BUILT_IN)('GET /templates/:id returns one template (%s)', async (id) => {
      const response = await get(`/templates/${id}`)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({
        id,
        builtIn: true,
        source: 'builtin',
        version: expect.any(String),
        isDefault: id === 'minimalist-clean',
        html: expect.stringContaining('<'),
      })
    })

    test.each(
      BUILT_IN,
    )('POST /templates/:id/preview returns HTML with sample data (%s)', async (id) => {
      const response = await app.call('POST', `/templates/${id}/preview`)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.body).not.toContain('{{')
    })

    test.each(
      BUILT_IN,
    )('DELETE /templates/:id is refused for built-in templates (%s)', async (id) => {
      for (const active of BUILT_IN) {
        await given.settings({ templateId: active })
        const response = await app.call('DELETE', `/templates/${id}`)
        expect(response.statusCode).toBe(409)
        expect(response.json().code).toBe('template_protected')
        expect((await get('/settings')).json().templateId).toBe(active)
      }
      await given.settings({ templateId: 'minimalist-clean' })
      expect((await get(`/templates/${id}`)).statusCode).toBe(200)
    })

    test('PUT /settings refuses a template that does not exist', async () => {
      const response = await app.call('PUT', '/settings', { templateId: 'none' })
      expect(response.statusCode).toBe(422)
      expect((await get('/settings')).json().templateId).toBe('minimalist-clean')
    })

    test.each(BUILT_IN)('GET /invoices/:id/pdf renders with each of them (%s)', async (id) => {
      const invoice = await given.invoice({ template: { id }, status: 'sent' })
      expectPdf(await get(`/invoices/${invoice.id}/pdf`))
    })
  })
})
