import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const SCHEDULE = { unit: 'month', every: 1, start_date: '2027-01-31', days: [31] }

describe.each(ENGINES)('faults of form and of meaning in one answer (%s)', (engine) => {
  let app: TestApp
  let at: Readonly<Record<string, string>>
  beforeAll(async () => {
    app = await startTestApp(engine)
    const given = givens(app)
    const created = async (path: string, body: object): Promise<Json> =>
      (await app.call('POST', path, body)).json()
    const { id: customer_id } = await given.customer()
    const product = { name: 'Paper', prices: [{ currency: 'EUR', unit_price: '1' }] }
    const recurring = { name: 'Hosting', customer_id, schedule: SCHEDULE }
    at = {
      customer: customer_id,
      invoice: (await given.invoice()).id,
      sent: (await given.invoice({ status: 'sent' })).id,
      quote: (await created('/quotes', { customer_id, items: [ITEM] })).id,
      product: (await created('/products', product)).id,
      entry: (await created('/entries', { customer_id, description: 'Call', unit_price: '1' })).id,
      recurring: (
        await created('/recurring-invoices', { ...recurring, invoice: { items: [ITEM] } })
      ).id,
    }
  })
  afterAll(() => app.close())

  /** `:invoice` is the id of the invoice, and so on. */
  const path = (template: string) => template.replace(/:(\w+)/, (_, name) => at[name] ?? '')
  const faults = async (method: string, template: string, body: object) => {
    const answer = await app.call(method, path(template), body)
    expect(answer.statusCode, answer.body).toBe(422)
    return answer
      .json()
      .errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)
      .sort()
  }

  const CUSTOMER = { name: 'Fernweh', currency: 'ZZZ', phone: 7 }
  const PRODUCT = { name: 'Paper', description: 7, prices: [{ currency: 'ZZZ', unit_price: '1' }] }
  const DRAFT = { currency: 'ZZZ', notes: 7, items: [ITEM] }
  const RECURRING = {
    name: 7,
    schedule: SCHEDULE,
    invoice: { items: [{ description: '{nothing}' }] },
  }

  test.each([
    ['POST', '/customers', CUSTOMER, ['/currency', '/phone wrong_type']],
    ['PUT', '/customers/:customer', CUSTOMER, ['/currency', '/phone wrong_type']],
    ['PATCH', '/customers/:customer', CUSTOMER, ['/currency', '/phone wrong_type']],
    ['POST', '/products', PRODUCT, ['/description wrong_type', '/prices/0/currency']],
    ['PUT', '/products/:product', PRODUCT, ['/description wrong_type', '/prices/0/currency']],
    ['PATCH', '/products/:product', PRODUCT, ['/description wrong_type', '/prices/0/currency']],
    [
      'PUT',
      '/entries/:entry',
      { unit_price: 'two', reference: 7 },
      ['/reference wrong_type', '/unit_price not_a_number'],
    ],
    [
      'PATCH',
      '/entries/:entry',
      { unit_price: 'two', reference: 7 },
      ['/reference wrong_type', '/unit_price not_a_number'],
    ],
    ['PUT', '/invoices/:invoice', DRAFT, ['/currency unknown_currency', '/notes wrong_type']],
    ['PATCH', '/invoices/:invoice', DRAFT, ['/currency unknown_currency', '/notes wrong_type']],
    ['PUT', '/quotes/:quote', DRAFT, ['/currency unknown_currency', '/notes wrong_type']],
    ['PATCH', '/quotes/:quote', DRAFT, ['/currency unknown_currency', '/notes wrong_type']],
    [
      'PUT',
      '/recurring-invoices/:recurring',
      RECURRING,
      ['/invoice/items/0/description unknown_placeholder', '/name wrong_type'],
    ],
    [
      'PATCH',
      '/recurring-invoices/:recurring',
      RECURRING,
      ['/invoice/items/0/description unknown_placeholder', '/name wrong_type'],
    ],
    [
      'PUT',
      '/settings',
      { companyName: 7, bankAccount: { iban: 'DE02120300000000202052' } },
      ['/bankAccount/iban wrong_checksum', '/companyName wrong_type'],
    ],
    [
      'PATCH',
      '/settings',
      { companyName: 7, bankAccount: { iban: 'DE02120300000000202052' } },
      ['/bankAccount/iban wrong_checksum', '/companyName wrong_type'],
    ],
    [
      'POST',
      '/invoices/:sent/payments',
      { amount: 'two', note: 7 },
      ['/amount not_a_number', '/note wrong_type'],
    ],
  ])('422: %s %s', async (method, template, body, expected) => {
    const before = await app.call('GET', '/events?include=total&limit=1')
    const found = await faults(method, template, body)
    expect(found, found.join()).toHaveLength(expected.length)
    for (const [index, fault] of expected.entries()) expect(found[index]).toContain(fault)
    const after = await app.call('GET', '/events?include=total&limit=1')
    expect(after.json()).toEqual(before.json())
  })

  test('422: a changed read-only field is named beside the others', async () => {
    const invoice = (await app.call('GET', path('/invoices/:invoice'))).json()
    const body = { ...invoice, number: 'INV-1', currency: 'ZZZ', odd: 1 }
    expect(await faults('PUT', '/invoices/:invoice', body)).toEqual([
      '/currency unknown_currency',
      '/number read_only',
      '/odd unknown_field',
    ])
    expect(await faults('PUT', '/invoices/:invoice', { ...invoice, number: 'INV-1' })).toEqual([
      '/number read_only',
    ])
  })

  test('422: of a resource that is not there, the faults of form alone', async () => {
    expect(await faults('PUT', '/customers/cus_none', CUSTOMER)).toEqual(['/phone wrong_type'])
  })
})
