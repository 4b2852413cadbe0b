import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../test/harness.ts'

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

describe.each(ENGINES)('what is frozen (%s)', (engine) => {
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
    const body = { internal_notes: 'Paid in person', metadata: { ledger: '8400' } }
    expect(await given.put(id, body)).toMatchObject(body)
  })

  test('200: sending back what it says already is no edit', async () => {
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

  describe('after the company, the customer and the template changed', () => {
    const LOGO =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const company = { companyName: 'First Name', logo: LOGO, templateId: 'minimalist-clean' }
    const renamed = { companyName: 'Second Name', logo: null, templateId: 'professional-modern' }

    test('200: an issued invoice shows what it was issued with', async () => {
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
