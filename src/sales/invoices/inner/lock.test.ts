import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

const EDITS: readonly (readonly [string, unknown])[] = [
  ['issue_date', '2026-11-20'],
  ['due_date', '2027-01-31'],
  ['delivery_date', '2026-11-20'],
  ['period_start', '2026-11-01'],
  ['period_end', '2026-11-30'],
  ['currency', 'USD'],
  ['language', 'de'],
  ['reference', 'R 1'],
  ['order_reference', 'PO 1'],
  ['prices_include_tax', true],
  ['rounding', 'line'],
  ['items', [{ ...ITEM, unit_price: '81.00' }]],
  ['discounts', [{ amount: '1.00' }]],
  ['charges', [{ percent: '1' }]],
  ['terms', 'Other terms'],
  ['notes', 'Other notes'],
  ['template', { id: 'professional-modern' }],
]

describe.each(ENGINES)('locked fields (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  test.each(EDITS)('409: %s of an issued invoice, named in `fields`', async (field, value) => {
    const before = await given.invoice({ status: 'sent' })
    const response = await app.call('PUT', `/invoices/${before.id}`, { [field]: value })
    expect(response.statusCode, response.body).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'invoice_locked',
      fields: expect.arrayContaining([field]),
    })
    expect(await given.read(before.id)).toEqual(before)
  })

  test('409: another customer, and every field at once', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const other = await given.customer({ name: 'Other' })
    const body = { customer_id: other.id, currency: 'USD', notes: 'x' }
    const response = await app.call('PUT', `/invoices/${id}`, body)
    expect(response.statusCode).toBe(409)
    expect(response.json().fields.sort()).toEqual(['currency', 'customer_id', 'notes'])
  })

  test('409: also when paid, void or written off, and before any transition', async () => {
    for (const status of ['paid', 'void', 'uncollectible']) {
      const { id } = await given.invoice({ status: 'sent' })
      await given.put(id, { status })
      const response = await app.call('PUT', `/invoices/${id}`, { notes: 'x' })
      expect(response.json()).toMatchObject({ code: 'invoice_locked', fields: ['notes'] })
    }
    const { id } = await given.invoice({ status: 'sent' })
    const response = await app.call('PUT', `/invoices/${id}`, { notes: 'x', status: 'paid' })
    expect(response.statusCode).toBe(409)
    expect((await given.read(id)).status).toBe('sent')
  })

  test('200: internal notes and metadata stay open', async () => {
    const { id } = await given.invoice({ status: 'paid' })
    const body = { internal_notes: 'Paid in person', metadata: { writer: '8400' } }
    expect(await given.put(id, body)).toMatchObject(body)
  })

  test('200: sending the current values is no edit', async () => {
    const before = await given.invoice({ status: 'sent', notes: 'x' })
    const { customer_id, issue_date, currency, notes, template } = before
    const items = before.items.map(({ total: _, ...item }: { total: string }) => item)
    const body = { customer_id, issue_date, currency, notes, template, items }
    expect(await given.put(before.id, body)).toEqual(before)
  })

  test('200: with the lock off everything can be edited until something is paid', async () => {
    const { id, number } = await given.invoice({ status: 'sent' })
    await given.settings({ lockIssuedInvoices: false })
    try {
      for (const [field, value] of EDITS) await given.put(id, { [field]: value })
      const after = await given.put(id, { status: 'paid' })
      expect(after).toMatchObject({ number, currency: 'USD', notes: 'Other notes', status: 'paid' })
      expect(after.template.version).toMatch(/^\d/)
      const response = await app.call('PUT', `/invoices/${id}`, { notes: 'x' })
      expect(response.statusCode).toBe(409)
    } finally {
      await given.settings({ lockIssuedInvoices: true })
    }
  })

  describe('with the lock off, a key that may write and not issue', () => {
    let writer: Record<string, string>
    beforeAll(async () => {
      writer = await given.key('read', 'write')
      await given.settings({ lockIssuedInvoices: false })
    })
    afterAll(() => given.settings({ lockIssuedInvoices: true }))

    const attempt = (method: string, path: string, body?: object) =>
      app.call(method, path, body, writer)
    const expectRefused = async (id: string, method: string, body?: object, under = '') => {
      const before = await given.read(id)
      const response = await attempt(method, `/invoices/${id}${under}`, body)
      expect(response.statusCode, `${method} ${JSON.stringify(body)} ${response.body}`).toBe(403)
      expect(response.json()).toMatchObject({ code: 'missing_scope', scope: 'issue' })
      expect(await given.read(id)).toEqual(before)
    }

    test.each(EDITS)('403: %s of an issued invoice', async (field, value) => {
      const { id } = await given.invoice({ status: 'sent' })
      for (const method of ['PUT', 'PATCH']) await expectRefused(id, method, { [field]: value })
      expect(
        (await attempt('PUT', `/invoices/${(await given.invoice()).id}`, { [field]: value }))
          .statusCode,
      ).toBe(200)
    })

    test('403: another customer, and an edit with forbidden fields', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const { id: customer_id } = await given.customer({ name: 'Other' })
      await expectRefused(id, 'PUT', { customer_id })
      await expectRefused(id, 'PUT', { notes: 'x', internal_notes: 'y' })
      await expectRefused(id, 'PATCH', { notes: 'x', status: 'paid' })
    })

    test('403: deleting, voiding, writing off or publishing issued documents, including credit notes', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const { id: note } = await given.creditNote(id, { status: 'sent' })
      const { id: other } = await given.invoice({ status: 'sent' })
      for (const it of [other, note]) await expectRefused(it, 'PUT', { status: 'void' })
      await expectRefused(note, 'PUT', { notes: 'x' })
      await expectRefused(other, 'DELETE')
      await expectRefused(other, 'PUT', { status: 'uncollectible' })
      await expectRefused(other, 'POST', {}, '/publish')
      await expectRefused(other, 'POST', { status: 'sent' }, '/credit-note')
    })

    test('200: naming the template it has keeps the version it was issued with', async () => {
      const install = (version: string) =>
        app.call('POST', '/templates', {
          id: 'own',
          name: 'Own',
          version,
          html: '<p>{{title}}</p>',
        })
      await install('1.0.0')
      const template = { id: 'own' }
      const { id } = await given.invoice({ status: 'sent', template })
      await install('2.0.0')
      const response = await attempt('PATCH', `/invoices/${id}`, { template, internal_notes: 'x' })
      expect(response.json().template).toEqual({ id: 'own', version: '1.0.0' })
    })

    test('200: drafts, internal notes, metadata and payments', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const kept = { internal_notes: 'Paid in person', metadata: { writer: '8400' } }
      expect((await attempt('PATCH', `/invoices/${id}`, kept)).json()).toMatchObject(kept)
      expect((await attempt('POST', `/invoices/${id}/credit-note`, {})).statusCode).toBe(201)
      const payment = await attempt('POST', `/invoices/${id}/payments`, { amount: '1' })
      const path = `/invoices/${id}/payments/${payment.json().id}`
      expect((await attempt('DELETE', path)).statusCode).toBe(204)
      for (const status of ['paid', 'sent'])
        expect((await attempt('PUT', `/invoices/${id}`, { status })).json().status).toBe(status)
      const draft = await given.invoice()
      expect((await attempt('DELETE', `/invoices/${draft.id}`)).statusCode).toBe(204)
    })
  })

  describe('after the company, the customer and the template changed', () => {
    const LOGO =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const company = { companyName: 'First Name', logo: LOGO, templateId: 'minimalist-clean' }
    const renamed = { companyName: 'Second Name', logo: null, templateId: 'professional-modern' }

    test('200: an issued invoice shows its copies from issuing', async () => {
      await given.settings(company)
      const customer = await given.customer({ name: 'Old Buyer' })
      const issued = await given.invoice({ customer_id: customer.id, status: 'sent' })
      const html = (await app.call('GET', `/invoices/${issued.id}/html`)).body
      await given.settings(renamed)
      await app.call('PUT', `/customers/${customer.id}`, { name: 'New Buyer' })
      const after = await given.read(issued.id)
      expect(after).toEqual(issued)
      expect(after).toMatchObject({
        seller: { name: 'First Name' },
        customer_name: 'Old Buyer',
        template: { id: 'minimalist-clean' },
      })
      expect((await app.call('GET', `/invoices/${issued.id}/html`)).body).toBe(html)
      expect(html).toContain('data:image/png')
      const { data } = (await app.call('GET', `/invoices?customer_id=${customer.id}`)).json()
      expect(data[0].customer_name).toBe('Old Buyer')
    })

    test('200: a draft follows them', async () => {
      await given.settings(company)
      const customer = await given.customer({ name: 'Old Buyer' })
      const draft = await given.invoice({ customer_id: customer.id })
      await given.settings(renamed)
      await app.call('PUT', `/customers/${customer.id}`, { name: 'New Buyer' })
      expect(await given.read(draft.id)).toMatchObject({
        seller: { name: 'Second Name' },
        customer_name: 'New Buyer',
        template: { id: 'professional-modern' },
      })
      const { body } = await app.call('GET', `/invoices/${draft.id}/html`)
      expect(body).toContain('New Buyer')
      expect(body).not.toContain('data:image/png')
      const { data } = (await app.call('GET', `/invoices?customer_id=${customer.id}`)).json()
      expect(data[0].customer_name).toBe('New Buyer')
    })
  })
})
