import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'

const MISSING = 'ent_019aa3c1-4a7e-7cc0-8000-000000000000'

describe.each(ENGINES)('time and expenses (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { companyName: 'Nordlicht', timeZone: 'Europe/Berlin' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-11-21T08:00:00Z')
    customer = (await givens(app).customer()).id
  })

  const call: TestApp['json'] = (...request) => app.json(...request)
  async function refused(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await app.call(method, path, body)
    const { code, errors = [] } = answer.json()
    return [answer.statusCode, errors[0]?.code ?? code]
  }
  const enter = (body: object = {}): Promise<Json> =>
    call('POST', '/entries', {
      customer_id: customer,
      date: '2026-11-20',
      description: 'Design',
      quantity: '2.5',
      unit_price: '80.00',
      ...body,
    })
  const bill = (body: object = {}): Promise<Json> =>
    call('POST', '/entries/invoice', { customer_id: customer, ...body })
  const statusOf = async (id: string) => (await call('GET', `/entries/${id}`)).status

  test.each([
    ['0:20', 'HUR', '0.333333', '1'],
    ['0:20', undefined, '0.333333', '1'],
    ['0.333333', 'HUR', '0.333333', '1'],
    ['0:20', 'MIN', '20', '60'],
    ['0:00:01', 'HUR', '0.000278', '0.000833'],
  ])('three times %s in %s are one quantity, rounded once', async (quantity, unit, each, sum) => {
    for (let n = 0; n < 3; n++)
      expect((await enter({ quantity, unit, description: 'Telefon' })).quantity).toBe(each)
    const invoice = await bill({ group_by: 'description' })
    expect(invoice.items.map((it: Json) => it.quantity)).toEqual([sum])
  })

  describe('all customers', () => {
    const MONTH = { until: '2026-11-30', group_by: 'description' }
    const billAll = (body: object = MONTH) => call('POST', '/entries/invoices', body)
    const preview = (body: object = MONTH) => call('POST', '/entries/invoices/preview', body)
    beforeEach(async () => {
      while ((await billAll({})).succeeded > 0);
    })

    test('200: each gets a draft in each currency; a preview says so before', async () => {
      const { id: other } = await givens(app).customer({ name: 'Zweite' })
      const first = await enter()
      await enter({ date: '2026-11-02', quantity: '0.5' })
      await enter({ currency: 'USD', unit_price: '1.00', quantity: '3' })
      await enter({ customer_id: other, unit_price: '10.00' })
      const later = await enter({ date: '2026-12-01' })
      const expected = [
        {
          customer_id: customer,
          currency: 'EUR',
          entries: 2,
          first_day: '2026-11-02',
          total: '240.00',
        },
        {
          customer_id: customer,
          currency: 'USD',
          entries: 1,
          first_day: '2026-11-20',
          total: '3.00',
        },
        { customer_id: other, customer_name: 'Zweite', entries: 1, total: '25.00' },
      ]
      const seen = await preview()
      expect(seen).toMatchObject({ succeeded: 3, failed: 0, has_more: false, next_cursor: null })
      expect(seen.results).toMatchObject(
        expected.map((it) => ({ ...it, status: 201, invoice_id: null, last_day: '2026-11-20' })),
      )
      expect(await statusOf(first.id)).toBe('open')
      expect((await preview({ ...MONTH, currency: 'USD' })).results).toMatchObject([expected[1]])
      const { results } = await billAll()
      expect(results).toMatchObject(expected)
      for (const { invoice_id, customer_id, currency, total } of results)
        expect(await call('GET', `/invoices/${invoice_id}`)).toMatchObject({
          status: 'draft',
          customer_id,
          currency,
          totals: { total },
        })
      expect(await statusOf(first.id)).toBe('billed')
      expect(await statusOf(later.id)).toBe('open')
      expect(await billAll()).toMatchObject({ results: [], succeeded: 0, failed: 0 })
    })

    test('200: the problem of one does not affect the others', async () => {
      const { id: other } = await givens(app).customer()
      const big = await enter({ quantity: '999999', unit_price: '999999999' })
      await enter({ customer_id: other })
      const results = [
        {
          customer_id: customer,
          status: 422,
          invoice_id: null,
          total: null,
          problem: { status: 422 },
        },
        { customer_id: other, status: 201, total: '200.00' },
      ]
      expect(await preview()).toMatchObject({ results, succeeded: 1, failed: 1 })
      expect(await billAll()).toMatchObject({ results, succeeded: 1, failed: 1 })
      expect(await statusOf(big.id)).toBe('open')
      await call('DELETE', `/entries/${big.id}`)
    })

    test('200: a hundred at once, the rest by the cursor', async () => {
      const items = Array.from({ length: 101 }, (_, index) => ({ name: `No. ${index}` }))
      const { results } = await call('POST', '/customers/bulk', { items })
      for (const { resource } of results) await enter({ customer_id: resource.id })
      const seen = await preview()
      expect(seen).toMatchObject({ succeeded: 100, has_more: true })
      expect(await preview({ ...MONTH, cursor: seen.next_cursor })).toMatchObject({ succeeded: 1 })
      const page = await billAll()
      expect(page).toMatchObject({ succeeded: 100, has_more: true })
      const rest = await billAll({ ...MONTH, cursor: page.next_cursor })
      expect(rest).toMatchObject({ succeeded: 1, has_more: false, next_cursor: null })
    })

    test.each([
      [{ until: 'today' }, 'wrong_format'],
      [{ currency: 'euro' }, 'wrong_format'],
      [{ group_by: 'week' }, 'not_allowed'],
      [{ customer_id: 'cus_x' }, 'unknown_field'],
      [{ cursor: 'x' }, 'invalid_cursor'],
    ])('422: %j', async (body, code) => {
      for (const path of ['/entries/invoices', '/entries/invoices/preview'])
        expect(await refused('POST', path, body)).toEqual([422, code])
    })
  })

  test('422: a duration of a unit that is no time, or of nothing', async () => {
    const body = { customer_id: customer, date: '2026-11-20', description: 'x', unit_price: '1' }
    for (const more of [
      { quantity: '0:20', unit: 'KGM' },
      { quantity: '0:00' },
      { quantity: '0:60' },
    ])
      expect((await refused('POST', '/entries', { ...body, ...more }))[0]).toBe(422)
  })

  test.each([
    ['MIN', '20', 'MIN'],
    ['HUR', '0.333333', 'HUR'],
    [null, '0.333333', 'HUR'],
  ])('201: a duration without a unit, of a product in %s', async (unit, quantity, expected) => {
    const product = await call('POST', '/products', {
      name: 'Telefon',
      unit,
      prices: [{ currency: 'EUR', unit_price: '60' }],
    })
    const timed = { quantity: '0:20', product_id: product.id, unit_price: undefined }
    expect(await enter(timed)).toMatchObject({ quantity, unit: expected })
    const other = await enter({ quantity: '2', product_id: product.id, unit_price: undefined })
    const changed = await call('PATCH', `/entries/${other.id}`, { quantity: '0:20' })
    expect(changed).toMatchObject({ quantity, unit: expected })
  })

  test('422: a duration of a product by weight, new and changed', async () => {
    const product = await call('POST', '/products', {
      name: 'Kaffee',
      unit: 'KGM',
      prices: [{ currency: 'EUR', unit_price: '60' }],
    })
    const weighed = { product_id: product.id, unit_price: undefined }
    const { id } = await enter({ quantity: '2', ...weighed })
    const body = { customer_id: customer, date: '2026-11-20', description: 'x', quantity: '0:20' }
    for (const [method, path, more] of [
      ['POST', '/entries', { ...body, ...weighed }],
      ['PATCH', `/entries/${id}`, { quantity: '0:20' }],
    ] as const)
      expect((await refused(method, path, more))[0]).toBe(422)
    const items = [{ product_id: product.id, quantity: '0:20' }]
    expect((await refused('POST', '/invoices', { customer_id: customer, items }))[0]).toBe(422)
    expect(await call('GET', `/entries/${id}`)).toMatchObject({ quantity: '2' })
  })

  test('items of quotes and recurring invoices take durations', async () => {
    const items = [
      { description: 'x', quantity: '0:20', unit_price: '60' },
      { description: 'y', quantity: '0:20', unit: 'MIN', unit_price: '1' },
    ]
    const expected = [
      { quantity: '0.333333', unit: 'HUR', total: '20.00' },
      { quantity: '20', unit: 'MIN', total: '20.00' },
    ]
    const quote = await call('POST', '/quotes', { customer_id: customer, items })
    expect(quote.items).toMatchObject(expected)
    const recurring = await call('POST', '/recurring-invoices', {
      name: 'Telefon',
      customer_id: customer,
      schedule: { unit: 'month', every: 1, start_date: '2026-12-01' },
      invoice: { items },
    })
    const run = await call('POST', `/recurring-invoices/${recurring.id}/run`, {
      date: '2026-12-01',
    })
    expect(await call('GET', `/invoices/${run.invoice_id}`)).toMatchObject({ items: expected })
  })

  test('an item of an invoice takes a duration, too', async () => {
    const items = [{ description: 'x', quantity: '1:30', unit_price: '80' }]
    const invoice = await call('POST', '/invoices', { customer_id: customer, items })
    expect(invoice.items).toMatchObject([{ quantity: '1.5', unit: 'HUR', total: '120.00' }])
  })

  describe('entering', () => {
    test('201: defaults are hours and the currency of the customer', async () => {
      const entry = await enter({ date: undefined })
      expect(entry).toMatchObject({
        kind: 'time',
        date: '2026-11-21',
        unit: 'HUR',
        unit_price: '80.00',
        currency: 'EUR',
        status: 'open',
        invoice_id: null,
      })
      const train = { kind: 'expense', description: 'Train', quantity: undefined, currency: 'CHF' }
      expect(await enter(train)).toMatchObject({ quantity: '1', unit: null, currency: 'CHF' })
    })

    test('200: changed, and 204: deleted', async () => {
      const { id } = await enter()
      expect(await call('PATCH', `/entries/${id}`, { quantity: '3' })).toMatchObject({
        quantity: '3',
        version: 2,
      })
      await call('DELETE', `/entries/${id}`)
      expect(await refused('GET', `/entries/${id}`)).toEqual([404, 'entry_not_found'])
    })

    test('412: another version', async () => {
      const { id } = await enter()
      const headers = { 'if-match': '"other"' }
      const answer = await app.call('PATCH', `/entries/${id}`, { quantity: '3' }, headers)
      expect(answer.statusCode).toBe(412)
    })

    test('422: no price and no product, unknown names, quantities of nothing', async () => {
      const body = { customer_id: customer, description: 'Design' }
      for (const [wrong, code] of [
        [{}, 'required'],
        [{ unit_price: '-1' }, 'out_of_range'],
        [{ unit_price: '1', quantity: '0' }, 'out_of_range'],
        [{ product_id: 'prd_019aa3c1-4a7e-7cc0-8000-000000000000' }, 'unknown_product'],
        [{ unit_price: '1', unit: 'nonsense' }, 'unknown_unit'],
        [{ unit_price: '1', tax: { preset: 'nothing' } }, 'unknown_preset'],
        [
          { unit_price: '1', customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-000000000000' },
          'unknown_customer',
        ],
      ] as const)
        expect(await refused('POST', '/entries', { ...body, ...wrong })).toEqual([422, code])
    })

    test('404: nothing has this id', async () => {
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect(await refused(method, `/entries/${MISSING}`, {})).toEqual([404, 'entry_not_found'])
    })

    test('lists by customer, status, kind, days and words, in pages', async () => {
      await enter({ description: 'Cover design', date: '2026-11-01' })
      await enter({ description: 'Train 100 %', kind: 'expense', date: '2026-11-02' })
      await enter({ reference: 'T-17', date: '2026-11-03' })
      const list = async (query: string) =>
        (await call('GET', `/entries?customer_id=${customer}&${query}`)).data.map(
          ({ date }: Json) => date.slice(-2),
        )
      expect(await list('')).toEqual(['03', '02', '01'])
      expect(await list('sort=date&limit=2')).toEqual(['01', '02'])
      expect(await list('kind=expense')).toEqual(['02'])
      expect(await list('from=2026-11-02&to=2026-11-02')).toEqual(['02'])
      expect(await list('q=COVER')).toEqual(['01'])
      expect(await list('q=t-17')).toEqual(['03'])
      expect(await list('q=%25')).toEqual(['02'])
      expect(await list('status=billed')).toEqual([])
      const first = await call('GET', `/entries?customer_id=${customer}&limit=2&include=total`)
      expect(first.total).toBe(3)
      expect(await list(`limit=2&cursor=${first.next_cursor}`)).toEqual(['01'])
    })

    test('a customer and a product with entries stay', async () => {
      const product = await call('POST', '/products', { name: 'Atlas' })
      await enter({ product_id: product.id })
      expect(await refused('DELETE', `/products/${product.id}`)).toEqual([409, 'product_in_use'])
      expect(await refused('DELETE', `/customers/${customer}`)).toEqual([409, 'customer_in_use'])
    })

    test('an entry has files, such as its receipt', async () => {
      const { id } = await enter()
      const file = await app.call(
        'POST',
        `/entries/${id}/files?name=receipt.csv`,
        Buffer.from('a,b'),
      )
      expect(file.json()).toMatchObject({ name: 'receipt.csv', visible: 'internal' })
      await call('DELETE', `/entries/${id}`)
    })
  })

  describe('billing', () => {
    test('201: a draft with the open entries up to a day, and their days as its period', async () => {
      const [one, two] = [await enter({ date: '2026-11-02' }), await enter({ date: '2026-11-09' })]
      const later = await enter({ date: '2026-12-01' })
      const draft = await bill({ until: '2026-11-30' })
      expect(draft).toMatchObject({
        status: 'draft',
        period_start: '2026-11-02',
        period_end: '2026-11-09',
        totals: { net: '400.00' },
        items: [
          { description: 'Design', quantity: '2.5', unit: 'HUR', period_start: '2026-11-02' },
          { quantity: '2.5', period_end: '2026-11-09' },
        ],
      })
      for (const { id } of [one, two])
        expect(await call('GET', `/entries/${id}`)).toMatchObject({
          status: 'billed',
          invoice_id: draft.id,
        })
      expect(await statusOf(later.id)).toBe('open')
    })

    test('prices, units and taxes come from the products and presets on the day of the invoice', async () => {
      const rates = [
        { from: null, rate: '16' },
        { from: '2026-11-01', rate: '19' },
      ]
      await call('PATCH', '/settings', {
        taxPresets: [{ key: 'normal', name: 'Normal', category: 'S', rates }],
      })
      const product = await call('POST', '/products', {
        name: 'Consulting',
        unit: 'HUR',
        tax: { preset: 'normal' },
        prices: [
          { currency: 'EUR', unit_price: '120' },
          { currency: 'EUR', unit_price: '100', min_quantity: '8' },
        ],
      })
      const given = { product_id: product.id, unit_price: undefined, description: 'Workshop' }
      for (const date of ['2026-11-02', '2026-11-03'])
        await enter({ ...given, date, quantity: '4' })
      const { items } = await bill({ group_by: 'product' })
      expect(items).toMatchObject([
        {
          description: 'Workshop',
          quantity: '8',
          unit: 'HUR',
          unit_price: '100.00',
          product_id: product.id,
          tax: { preset: 'normal', rate: '19' },
        },
      ])
    })

    test('only the entries that are named', async () => {
      const [one, two] = [await enter(), await enter()]
      const draft = await bill({ entry_ids: [two.id] })
      expect(draft.items).toHaveLength(1)
      expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['open', 'billed'])
      expect(
        await refused('POST', '/entries/invoice', { customer_id: customer, entry_ids: [two.id] }),
      ).toEqual([409, 'entry_billed'])
      expect(
        await refused('POST', '/entries/invoice', { customer_id: customer, entry_ids: [MISSING] }),
      ).toEqual([422, 'unknown_entry'])
    })

    test('409: nothing is open; 404: no such customer', async () => {
      await enter({ currency: 'CHF' })
      expect(await refused('POST', '/entries/invoice', { customer_id: customer })).toEqual([
        409,
        'nothing_to_bill',
      ])
      const { items } = await bill({ currency: 'CHF' })
      expect(items).toHaveLength(1)
      expect(await refused('POST', '/entries/invoice', { customer_id: 'cus_x' })).toEqual([
        404,
        'customer_not_found',
      ])
    })

    test('409: a billed entry cannot be changed or deleted', async () => {
      const { id } = await enter()
      await bill()
      expect(await refused('PATCH', `/entries/${id}`, { quantity: '9' })).toEqual([
        409,
        'entry_billed',
      ])
      expect(await refused('DELETE', `/entries/${id}`)).toEqual([409, 'entry_billed'])
    })

    test('200: external ids and metadata of a billed entry change, and nothing else', async () => {
      const external_ids = [{ system: 'timer', id: 'billed' }]
      const { id } = await enter({ external_ids, metadata: { a: '1' } })
      await bill()
      const path = '/entries/external/timer/billed'
      const same = { customer_id: customer, description: 'Design', unit_price: '80' }
      expect(await call('PUT', path, same)).toMatchObject({ id, status: 'billed', external_ids })
      expect(await refused('PUT', path, { ...same, quantity: '9' })).toEqual([409, 'entry_billed'])
      const change = { metadata: { b: '2' }, external_ids: [{ system: 'timer', id: 'other' }] }
      expect(await call('PATCH', `/entries/${id}`, change)).toMatchObject({
        metadata: { a: '1', b: '2' },
        external_ids: change.external_ids,
        version: 2,
      })
      const mixed = { metadata: { c: '3' }, reference: 'T-17' }
      expect(await refused('PATCH', `/entries/${id}`, mixed)).toEqual([409, 'entry_billed'])
      expect(
        (await call('GET', '/entries?external_id=timer:other&metadata.b=2')).data,
      ).toMatchObject([{ id, status: 'billed' }])
    })

    test('200: many at once, each or all; an external id belongs to one entry', async () => {
      const item = (at: number) => ({
        customer_id: customer,
        description: `Task ${at}`,
        unit_price: '80',
        external_ids: [{ system: 'timer', id: `bulk ${at}` }],
      })
      const items = [item(1), { ...item(2), customer_id: 'cus_x' }, item(1), item(3)]
      const each = await call('POST', '/entries/bulk', { items })
      expect(each.results.map((it: Json) => [it.status, it.problem?.code])).toEqual([
        [201, undefined],
        [422, 'invalid_request'],
        [409, 'external_id_taken'],
        [201, undefined],
      ])
      expect(each.results[0].resource).toMatchObject({
        customer_name: 'Fernweh Books',
        external_ids: [{ system: 'timer', id: 'bulk 1' }],
      })
      const faulty = [{ ...item(4), unit_price: null }, item(5), { ...item(6), quantity: '0' }]
      const all = await app.call('POST', '/entries/bulk', { mode: 'all', items: faulty })
      expect([all.statusCode, all.json().code]).toEqual([422, 'bulk_failed'])
      expect(all.json().errors.map(({ pointer }: Json) => pointer)).toEqual([
        '/items/0/unit_price',
        '/items/2/quantity',
      ])
      const { data } = await call('GET', `/entries?customer_id=${customer}&sort=created_at`)
      expect(data.map((it: Json) => it.description)).toEqual(['Task 1', 'Task 3'])
      await call('DELETE', `/entries/${data[0].id}`)
      expect((await call('PUT', '/entries/external/timer/bulk%201', item(1))).version).toBe(1)
    })

    test('updated_since finds what changed, was billed or opened again', async () => {
      const [one, other] = [await enter(), await enter({ description: 'Call' })]
      const changedAfter = async (time: string, act: () => Promise<unknown>) => {
        app.clock.set(time)
        await act()
        const since = `/entries?customer_id=${customer}&updated_since=${time}`
        const { data, sync_until } = await call('GET', since)
        expect(sync_until).toBe(new Date(Date.parse(time) - 5000).toISOString())
        return data.map((it: Json) => [it.id, it.status, it.version])
      }
      const change = () => call('PATCH', `/entries/${other.id}`, { quantity: '1' })
      expect(await changedAfter('2026-11-21T09:00:00Z', change)).toEqual([[other.id, 'open', 2]])
      const tag = async () => (await app.call('GET', `/entries/${one.id}`)).headers.etag
      const open = await tag()
      const both = [one.id, other.id].toSorted()
      let draft: Json
      const billing = async () => {
        draft = await bill()
      }
      const billed = await changedAfter('2026-11-21T10:00:00Z', billing)
      expect(billed.map(([id, status]: Json) => [id, status])).toEqual(
        both.map((id) => [id, 'billed']),
      )
      const kept = { id: draft.items[1].id, description: 'Call', unit_price: '80' }
      const keep = () => call('PATCH', `/invoices/${draft.id}`, { items: [kept] })
      expect(await changedAfter('2026-11-21T11:00:00Z', keep)).toEqual([[one.id, 'open', 1]])
      expect(await tag()).not.toBe(open)
      const drop = () => call('DELETE', `/invoices/${draft.id}`)
      expect(await changedAfter('2026-11-21T12:00:00Z', drop)).toEqual([[other.id, 'open', 2]])
      const first = await call('GET', `/entries?customer_id=${customer}&sort=-updated_at&limit=1`)
      const next = await call(
        'GET',
        `/entries?customer_id=${customer}&sort=-updated_at&limit=1&cursor=${first.next_cursor}`,
      )
      expect([first.data[0].id, next.data[0].id]).toEqual([other.id, one.id])
    })

    test('open again: the draft is deleted, the item is taken out, or the invoice is voided', async () => {
      const { id } = await enter()
      await call('DELETE', `/invoices/${(await bill()).id}`)
      expect(await statusOf(id)).toBe('open')

      const other = await enter({ description: 'Call' })
      const draft = await bill()
      const [first, second] = draft.items
      expect([first.description, second.description]).toEqual(['Design', 'Call'])
      const kept = { id: second.id, description: 'Call', unit_price: '80' }
      await call('PATCH', `/invoices/${draft.id}`, { items: [kept] })
      expect([await statusOf(id), await statusOf(other.id)]).toEqual(['open', 'billed'])

      await call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
      expect(await statusOf(other.id)).toBe('billed')
      await call('PATCH', `/invoices/${draft.id}`, { status: 'void' })
      expect(await statusOf(other.id)).toBe('open')
    })

    test('many at once: each entry is billed by one draft', async () => {
      for (let at = 0; at < 12; at += 1) await enter({ description: `Task ${at}`, quantity: '1' })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          app.call('POST', '/entries/invoice', { customer_id: customer }),
        ),
      )
      const codes = answers.map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => code === 201)).toHaveLength(1)
      expect(codes.filter((code) => code !== 201)).toEqual(Array.from({ length: 7 }, () => 409))
      const { data } = await call('GET', `/entries?customer_id=${customer}&status=billed`)
      expect(data).toHaveLength(12)
    })

    test('an entry that is billed and changed at the same moment: one request is refused', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await enter()
        const [billed, changed] = await Promise.all([
          app.call('POST', '/entries/invoice', { customer_id: customer }),
          app.call('PATCH', `/entries/${id}`, { quantity: '7' }),
        ])
        expect(billed.statusCode).toBe(201)
        const { quantity } = billed.json().items[0]
        expect(quantity).toBe(changed.statusCode === 200 ? '7' : '2.5')
      }
    })

    test('verify finds an entry whose item or whose invoice is not there to bill it', async () => {
      const verify = () => withSnapshot(app.config.database, (it) => verifyDatabase(it, () => {}))
      const { id } = await enter()
      const draft = await bill()
      expect(await verify()).toMatchObject({ ok: true })
      const billing = app.tables.updateTable('entry_billings').where('entry_id', '=', id)
      await billing.set({ item_id: 'itm_other' }).execute()
      expect((await verify()).breaks).toMatchObject([
        { kind: 'entry_billing', invoiceId: draft.id },
      ])
      await billing.set({ item_id: draft.items[0].id }).execute()
      expect(await verify()).toMatchObject({ ok: true })
    })
  })
})
