import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, rowCounts } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

describe.each(ENGINES)('POST /invoices/calculate (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('200: the figures that the invoice would have, and nothing is stored', async () => {
    const body = { items: [ITEM], discounts: [{ percent: '5' }], charges: [{ amount: '4.50' }] }
    const before = await rowCounts(app)
    const response = await app.call('POST', '/invoices/calculate', {
      ...body,
      status: 'sent',
      customer: { name: 'Passing Ltd' },
    })
    expect(response.statusCode, response.body).toBe(200)
    expect(await rowCounts(app)).toEqual(before)
    const invoice = await givens(app).invoice(body)
    const figures = response.json()
    expect(figures.taxes).toEqual(invoice.taxes)
    expect(figures.discounts).toEqual(invoice.discounts)
    expect(figures.charges).toEqual(invoice.charges)
    expect(invoice.totals).toMatchObject(figures.totals)
    expect(invoice.items).toMatchObject(figures.items)
    expect(figures.steps).toBeUndefined()
  })

  test('200: without a customer, in the currency of the settings or of the one named', async () => {
    const { id } = await givens(app).customer({ currency: 'JPY' })
    const items = [{ description: 'x', unit_price: '100' }]
    const plain = await app.call('POST', '/invoices/calculate', { items })
    expect(plain.json()).toMatchObject({ currency: 'EUR', totals: { subtotal: '100.00' } })
    const named = await app.call('POST', '/invoices/calculate', { items, customer_id: id })
    expect(named.json()).toMatchObject({ currency: 'JPY', totals: { subtotal: '100' } })
  })

  test('200: explained, step by step', async () => {
    const response = await app.call('POST', '/invoices/calculate?explain=true', { items: [ITEM] })
    expect(response.json().steps).toContainEqual({
      rule: 'BR-CO-17',
      label: 'Tax S 19 % (BT-117)',
      expression: '120.00 × 19 % = 22.8',
      result: '22.80',
    })
  })

  test('200: a key that may only read', async () => {
    const headers = await givens(app).key('read')
    const response = await app.call('POST', '/invoices/calculate', { items: [ITEM] }, headers)
    expect(response.statusCode).toBe(200)
  })

  test.each([
    ['a faulty item', { items: [{ description: 'x', quantity: 'two' }] }, '/items/0/quantity'],
    ['an unknown customer', { customer_id: 'cus_none', items: [ITEM] }, '/customer_id'],
    ['a total', { items: [ITEM], total: '1' }, '/total'],
  ])('422: %s', async (_what, body, pointer) => {
    const response = await app.call('POST', '/invoices/calculate', body)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toMatchObject([{ pointer }])
  })
})
