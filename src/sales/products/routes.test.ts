import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const UNKNOWN = 'prd_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47'

describe.each(ENGINES)('products (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await app.call(method, path, body)
    const json: Json = response.body === '' ? null : response.json()
    return { status: response.statusCode, json, headers: response.headers }
  }
  const product = async (body: object = {}): Promise<Json> => {
    const { status, json } = await call('POST', '/products', { name: 'Atlas', ...body })
    expect(status, JSON.stringify(json)).toBe(201)
    return json
  }
  const EUR = (unit_price: string, more: object = {}) => ({ currency: 'EUR', unit_price, ...more })

  test('201: a whole product is created, located, and read back as sent', async () => {
    const body = {
      name: 'Globe',
      description: 'With light',
      item_number: 'G-1',
      gtin: '4012345000009',
      unit: 'pcs',
      kind: 'goods',
      accounting_code: '8400',
      metadata: { shop: '12' },
      archived: false,
      tax: { category: 'E', rate: '0', reason: 'Exempt', reason_code: 'VATEX-EU-132-1I' },
      prices: [
        EUR('49.9', { includes_tax: true }),
        EUR('45', { min_quantity: '10', from: '2027-01-01' }),
      ],
    }
    const { status, json, headers } = await call('POST', '/products', body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      ...body,
      unit: 'H87',
      prices: [
        { unit_price: '49.90', includes_tax: true, min_quantity: '1', from: null },
        { unit_price: '45.00', includes_tax: false, min_quantity: '10', from: '2027-01-01' },
      ],
      version: 1,
    })
    expect(headers.location).toBe(`/api/v1/products/${json.id}`)
    const read = await call('GET', `/products/${json.id}`)
    expect(read.json).toEqual(json)
    expect(read.headers.etag).toBe(headers.etag)
  })

  test('200: a price that is sent with its id keeps it', async () => {
    const { id, prices } = await product({ prices: [EUR('1'), EUR('2', { min_quantity: '5' })] })
    const next = { prices: [{ ...prices[1], unit_price: '3' }, EUR('4')] }
    const { json } = await call('PATCH', `/products/${id}`, next)
    expect(json.prices[0]).toMatchObject({ id: prices[1].id, unit_price: '3.00' })
    expect([prices[0].id, prices[1].id]).not.toContain(json.prices[1].id)
    expect(json.version).toBe(2)
  })

  test('200: null clears the tax, and a change of nothing makes no version', async () => {
    const { id } = await product({ tax: { category: 'S', rate: '19' }, metadata: { a: '1' } })
    const cleared = await call('PATCH', `/products/${id}`, { tax: null, metadata: { b: '2' } })
    expect(cleared.json).toMatchObject({ tax: null, metadata: { a: '1', b: '2' }, version: 2 })
    expect((await call('PATCH', `/products/${id}`, { tax: null })).json.version).toBe(2)
  })

  test.each([
    [{ name: ' ' }, '/name', 'required'],
    [{ unit: 'wagonload' }, '/unit', 'unknown_unit'],
    [{ prices: [EUR('-1')] }, '/prices/0/unit_price', 'out_of_range'],
    [{ prices: [EUR('x')] }, '/prices/0/unit_price', 'not_a_number'],
    [{ prices: [EUR('1', { min_quantity: '0' })] }, '/prices/0/min_quantity', 'out_of_range'],
    [{ prices: [{ currency: 'XXZ', unit_price: '1' }] }, '/prices/0/currency', 'unknown_currency'],
    [{ prices: [EUR('1'), EUR('2')] }, '/prices/1', 'duplicate'],
    [{ tax: { category: 'O', rate: '5' } }, '/tax/rate', 'not_allowed'],
    [{ tax: { preset: 'nope' } }, '/tax/preset', 'unknown_preset'],
  ])('422: %j', async (body, pointer, code) => {
    const { status, json } = await call('POST', '/products', { name: 'A', ...body })
    expect(status).toBe(422)
    expect(json.errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })

  test('422: an item number that another product has', async () => {
    await product({ item_number: 'ONE' })
    const { id } = await product()
    for (const answer of [
      await call('POST', '/products', { name: 'B', item_number: 'ONE' }),
      await call('PATCH', `/products/${id}`, { item_number: 'ONE' }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.json.errors[0]).toMatchObject({ pointer: '/item_number', code: 'duplicate' })
    }
  })

  test('404: unknown ids', async () => {
    for (const path of [`/products/${UNKNOWN}`, '/products/x', `/products/${UNKNOWN}/price`])
      expect((await call('GET', path)).json.code).toBe('product_not_found')
  })

  test('412: a change of an older version', async () => {
    const { id } = await product()
    const headers = { 'if-match': '"older"' }
    const response = await app.call('PATCH', `/products/${id}`, { name: 'B' }, headers)
    expect(response.statusCode).toBe(412)
  })

  test('409 product_in_use: a product of an invoice; 204: an unused one is deleted', async () => {
    const { id } = await product({ prices: [EUR('5')] })
    const invoice = await given.invoice({ items: [{ product_id: id }] })
    const refused = await call('DELETE', `/products/${id}`)
    expect([refused.status, refused.json.code]).toEqual([409, 'product_in_use'])
    await call('DELETE', `/invoices/${invoice.id}`)
    expect((await call('DELETE', `/products/${id}`)).status).toBe(204)
    expect((await call('GET', `/products/${id}`)).status).toBe(404)
  })

  test('200: the list is searched by the beginnings of words, filtered and paged', async () => {
    const names = ['Zebra lamp red', 'Zebra lamp blue', 'Zebra stand']
    for (const name of names) await product({ name, item_number: `ZB-${name.length}` })
    const found = async (query: string) =>
      (await call('GET', `/products?${query}`)).json.data.map(({ name }: Json) => name)
    expect(await found('q=zeb&sort=name')).toEqual([names[1], names[0], names[2]])
    // Those of one millisecond have no order but by name.
    expect(new Set(await found('q=zeb'))).toEqual(new Set(names))
    expect(await found('q=LAM+zebra&sort=name')).toEqual([names[1], names[0]])
    expect(await found('q=zb-11')).toEqual(['Zebra stand'])
    expect(await found('q=ebra')).toEqual([])
    expect(await found('q=%25')).toEqual([])
    const { json } = await call('GET', '/products?q=zebra&sort=name&limit=2&include=total')
    expect(json).toMatchObject({ has_more: true, total: 3 })
    expect(await found(`q=zebra&sort=name&limit=2&cursor=${json.next_cursor}`)).toEqual([
      'Zebra stand',
    ])
  })

  test('200: a search comes in the order of the words it matches, each product once', async () => {
    for (const name of ['Quokka quoll', 'Quoll', 'Small quo', 'Quokka'])
      await product({ name, archived: name === 'Quokka' })
    const found = async (query: string) => {
      const { status, json } = await call('GET', `/products?${query}`)
      expect(status, JSON.stringify(json)).toBe(200)
      return { ...json, names: json.data.map(({ name }: Json) => name) }
    }
    const order = ['Small quo', 'Quokka quoll', 'Quokka', 'Quoll']
    expect((await found('q=quo')).names).toEqual(order)
    expect((await found('q=quo&sort=-name')).names).toEqual(order.toSorted().toReversed())
    expect((await found('q=quo&archived=false&kind=service')).names).toEqual(
      order.filter((name) => name !== 'Quokka'),
    )
    const paged = [await found('q=quo&limit=1')]
    for (let last = paged.at(-1); last?.has_more; last = paged.at(-1))
      paged.push(await found(`q=quo&limit=1&cursor=${last.next_cursor}`))
    expect(paged.flatMap(({ names }) => names)).toEqual(order)
  })

  test('each change has an event', async () => {
    const { id } = await product()
    await call('PATCH', `/products/${id}`, { archived: true })
    await call('DELETE', `/products/${id}`)
    const { json } = await call('GET', `/events?resource_id=${id}`)
    expect(json.data.map(({ type }: Json) => type)).toEqual([
      'product.created',
      'product.updated',
      'product.deleted',
    ])
  })

  describe('prices of a customer', () => {
    test('200: the price has its entry', async () => {
      const { id, prices } = await product({
        prices: [EUR('10'), EUR('8', { min_quantity: '10' })],
      })
      const customer = (await given.customer({ name: 'Maps' })).id
      const path = `/products/${id}/price`
      expect((await call('GET', `${path}?quantity=12`)).json).toMatchObject({
        unit_price: '8.00',
        source: 'list',
        price_id: prices[1].id,
        currency: 'EUR',
      })
      const own = await call('POST', `/customers/${customer}/prices`, {
        product_id: id,
        discount_percent: 15,
        until: '2027-12-31',
      })
      expect(own.status).toBe(201)
      expect((await call('GET', `${path}?customer_id=${customer}`)).json).toMatchObject({
        unit_price: '8.50',
        source: 'customer',
        price_id: own.json.id,
        list_price: '10.00',
        discount_percent: '15',
      })
      expect(
        (await call('GET', `${path}?customer_id=${customer}&date=2028-01-01`)).json,
      ).toMatchObject({ unit_price: '10.00', source: 'list' })
      const missing = await call('GET', `${path}?currency=CHF`)
      expect([missing.status, missing.json.code]).toEqual([404, 'price_missing'])
    })

    test('a price is listed, changed and deleted', async () => {
      const { id } = await product()
      const customer = (await given.customer({ name: 'Maps' })).id
      const path = `/customers/${customer}/prices`
      const body = { product_id: id, currency: 'EUR', unit_price: '7' }
      const { json } = await call('POST', path, body)
      expect(json).toMatchObject({ unit_price: '7.00', discount_percent: null, version: 1 })
      const put = await call('PUT', `${path}/${json.id}`, { ...body, unit_price: '6.5' })
      expect(put.json).toMatchObject({ unit_price: '6.50', version: 2 })
      expect((await call('GET', path)).json.data).toMatchObject([put.json])
      expect((await call('DELETE', `${path}/${json.id}`)).status).toBe(204)
      expect((await call('GET', `${path}/${json.id}`)).json.code).toBe('price_not_found')
    })

    test.each([
      [{ unit_price: '1', currency: null }, '/currency', 'required'],
      [{ unit_price: '1', discount_percent: '2' }, '/unit_price', 'price_or_discount'],
      [{}, '/unit_price', 'price_or_discount'],
      [{ discount_percent: '101' }, '/discount_percent', 'out_of_range'],
      [
        { discount_percent: '5', from: '2027-02-01', until: '2027-01-01' },
        '/until',
        'out_of_range',
      ],
    ])('422: %j', async (body, pointer, code) => {
      const { id } = await product()
      const customer = (await given.customer({ name: 'Maps' })).id
      const answer = await call('POST', `/customers/${customer}/prices`, {
        product_id: id,
        currency: 'EUR',
        ...body,
      })
      expect(answer.status).toBe(422)
      expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer, code }))
    })

    test('422 unknown_product; 404 customer_not_found', async () => {
      const customer = (await given.customer({ name: 'Maps' })).id
      const body = { product_id: UNKNOWN, discount_percent: '5' }
      const unknown = await call('POST', `/customers/${customer}/prices`, body)
      expect(unknown.json.errors[0]).toMatchObject({ code: 'unknown_product' })
      expect((await call('GET', '/customers/cus_1/prices')).json.code).toBe('customer_not_found')
    })
  })

  describe('items that name a product', () => {
    test('201: fill missing fields from it, and keep their copy', async () => {
      const { id } = await product({
        name: 'Consulting',
        description: 'On site',
        item_number: 'C-9',
        unit: 'HUR',
        tax: { category: 'S', rate: '19' },
        prices: [EUR('120'), EUR('100', { min_quantity: '8' })],
      })
      const items = [
        { product_id: id, quantity: '8' },
        { product_id: id, unit_price: '1', unit: null },
      ]
      const invoice = await given.invoice({ items })
      expect(invoice.items).toMatchObject([
        {
          product_id: id,
          description: 'Consulting',
          details: 'On site',
          item_number: 'C-9',
          unit: 'HUR',
          unit_price: '100.00',
          tax: { category: 'S', rate: '19' },
        },
        { description: 'Consulting', unit: null, unit_price: '1.00' },
      ])
      await call('PATCH', `/products/${id}`, { name: 'Advice', prices: [EUR('1')] })
      const same = await call('PATCH', `/invoices/${invoice.id}`, { notes: 'x' })
      expect(same.json.items).toEqual(invoice.items)
      const sent = invoice.items.map(({ total: _, ...item }: Json) => item)
      const again = await call('PUT', `/invoices/${invoice.id}`, { items: sent })
      expect(again.json.items).toEqual(invoice.items)
    })

    test('201: a price is taken over with or without tax, as the document has its prices', async () => {
      const { id } = await product({
        tax: { category: 'S', rate: '19' },
        prices: [EUR('119', { includes_tax: true })],
      })
      const net = await given.invoice({ items: [{ product_id: id }] })
      expect(net.items[0].unit_price).toBe('100.00')
      const gross = await given.invoice({ prices_include_tax: true, items: [{ product_id: id }] })
      expect(gross.items[0].unit_price).toBe('119.00')
    })

    test('422: an unknown product, no price in the currency, no description', async () => {
      const { id } = await product({ prices: [EUR('5')] })
      const customer_id = (await given.customer({ name: 'Maps' })).id
      const faults = async (body: object) =>
        (await call('POST', '/invoices', { customer_id, ...body })).json.errors
      expect(await faults({ items: [{ product_id: UNKNOWN }] })).toMatchObject([
        { pointer: '/items/0/product_id', code: 'unknown_product' },
      ])
      expect(await faults({ currency: 'CHF', items: [{ product_id: id }] })).toMatchObject([
        { pointer: '/items/0/unit_price', code: 'price_missing' },
      ])
      expect(await faults({ items: [{ unit_price: '5' }] })).toMatchObject([
        { pointer: '/items/0/description', code: 'required' },
      ])
    })
  })

  describe('tax presets', () => {
    const PRESETS = [
      {
        key: 'reduced',
        name: 'Reduced',
        category: 'S',
        rates: [
          { from: null, rate: '7' },
          { from: '2027-01-01', rate: 5 },
        ],
      },
      { key: 'export', name: 'Export', category: 'G', reason: 'Export', rates: [] },
    ]

    test('200: the setting is stored and answered in the one spelling', async () => {
      const { status, json } = await call('PATCH', '/settings', { tax_presets: PRESETS })
      expect(status, JSON.stringify(json)).toBe(200)
      expect(json.taxPresets).toMatchObject([
        { key: 'reduced', reason: null, rates: [{ from: null, rate: '7' }, { rate: '5' }] },
        { key: 'export', reason: 'Export', rates: [] },
      ])
      expect((await call('PUT', '/settings', json)).json).toEqual(json)
    })

    test.each([
      [[{ ...PRESETS[0], category: 'O' }], '/taxPresets/0/rates/0/rate', 'not_allowed'],
      [[{ ...PRESETS[0], rates: [] }], '/taxPresets/0/rates', 'required'],
      [[PRESETS[1], PRESETS[1]], '/taxPresets/1/key', 'duplicate'],
    ])('422: %#', async (taxPresets, pointer, code) => {
      const { status, json } = await call('PATCH', '/settings', { taxPresets })
      expect(status).toBe(422)
      expect(json.errors).toContainEqual(expect.objectContaining({ pointer, code }))
    })

    test('the rate follows the day of supply until a person enters one', async () => {
      await call('PATCH', '/settings', { taxPresets: PRESETS })
      const items = [{ description: 'Map', unit_price: '100', tax: { preset: 'reduced' } }]
      const { id, items: first } = await given.invoice({ items, delivery_date: '2026-12-31' })
      expect(first[0].tax).toMatchObject({ category: 'S', rate: '7', preset: 'reduced' })
      const later = await call('PATCH', `/invoices/${id}`, { delivery_date: '2027-01-01' })
      expect(later.json.items[0].tax).toMatchObject({ rate: '5', preset: 'reduced' })
      expect(later.json.totals.tax).toBe('5.00')
      const period = { delivery_date: null, period_start: '2026-11-01', period_end: '2026-11-30' }
      const sent = { ...later.json.items[0], total: undefined }
      const again = await call('PATCH', `/invoices/${id}`, { ...period, items: [sent] })
      expect(again.json.items[0].tax).toMatchObject({ rate: '7', preset: 'reduced' })
      const tax = { ...again.json.items[0].tax, rate: '9' }
      const typed = await call('PATCH', `/invoices/${id}`, { items: [{ ...sent, tax }] })
      expect(typed.json.items[0].tax).toMatchObject({ rate: '9', preset: null })
      const after = await call('PATCH', `/invoices/${id}`, { period_end: '2027-02-01' })
      expect(after.json.items[0].tax.rate).toBe('9')
    })

    test('a product names a preset; a reason comes with it', async () => {
      await call('PATCH', '/settings', { taxPresets: PRESETS })
      const { id, tax } = await product({ tax: { preset: 'export' }, prices: [EUR('3')] })
      expect(tax).toEqual({ preset: 'export' })
      const { items } = await given.invoice({ items: [{ product_id: id }] })
      expect(items[0].tax).toMatchObject({
        category: 'G',
        rate: '0',
        reason: 'Export',
        preset: 'export',
      })
    })

    test('422: an unknown preset, and one without a rate on the day', async () => {
      const taxPresets = [{ ...PRESETS[0], rates: [{ from: '2030-01-01', rate: '7' }] }]
      await call('PATCH', '/settings', { taxPresets })
      const customer_id = (await given.customer({ name: 'Maps' })).id
      for (const preset of ['reduced', 'nope']) {
        const items = [{ description: 'Map', tax: { preset } }]
        const { status, json } = await call('POST', '/invoices', { customer_id, items })
        expect(status).toBe(422)
        expect(json.errors).toMatchObject([
          { pointer: '/items/0/tax/preset', code: 'unknown_preset' },
        ])
      }
    })
  })

  test('custom fields: of the invoice, else of the customer, else of the settings', async () => {
    const fields = (value: string) => [{ label: 'Cost center', value }]
    await call('PATCH', '/settings', { customFields: fields('settings') })
    expect((await given.invoice({})).custom_fields).toEqual(fields('settings'))
    const { id } = await given.customer({ name: 'Maps', custom_fields: fields('customer') })
    const invoice = await given.invoice({ customer_id: id })
    expect(invoice.custom_fields).toEqual(fields('customer'))
    const { json } = await call('PATCH', `/invoices/${invoice.id}`, { custom_fields: null })
    expect(json.custom_fields).toEqual([])
    await call('PATCH', '/settings', { customFields: null })
    expect((await given.invoice({})).custom_fields).toEqual([])
  })
})
