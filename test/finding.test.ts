import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const FAULTY_INVOICE = {
  currency: 'ZZZ',
  notes: 7,
  items: [{ ...ITEM, quantity: 'two', unit: 5 }, ITEM],
}
const FAULTS = [
  '/currency unknown_currency',
  '/items/0/quantity not_a_number',
  '/items/0/unit wrong_type',
  '/notes wrong_type',
]

const faultsOf = ({ errors }: Json): readonly string[] =>
  errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).toSorted()

describe.each(ENGINES)('finding, reading and creating many (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const ids = async (path: string): Promise<readonly string[]> => {
    const answer = await app.call('GET', path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.map(({ id }: Json) => id)
  }
  const post = async (path: string, body: unknown) => app.call('POST', path, body)

  test('412: If-Match with an external id that no resource has', async () => {
    const url = '/customers/external/shop/none'
    const headers = { 'if-match': '"cus_1-1"' }
    const answer = await app.call('PUT', url, { name: 'A' }, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([412, 'precondition_failed'])
    expect((await app.call('PUT', url, { name: 'A' })).statusCode).toBe(201)
  })

  test('200: an external id finds its customer or invoice', async () => {
    const external_ids = [{ system: 'shop', id: 'a:1' }]
    const customer = await given.customer({ external_ids })
    const invoice = await given.invoice({ external_ids })
    expect(await ids('/customers?external_id=shop:a:1')).toEqual([customer.id])
    expect(await ids('/invoices?external_id=shop:a:1')).toEqual([invoice.id])
    expect(await ids('/invoices?external_id=shop:a')).toEqual([])
    expect((await app.call('GET', '/invoices?external_id=shop')).statusCode).toBe(422)
    expect((await given.read(invoice.id)).external_ids).toEqual(external_ids)
  })

  test('422: the name of a system has no colon, by which a query ends it', async () => {
    const fault = (pointer: string) => ({ errors: [{ pointer, code: 'wrong_format' }] })
    const { id: customer_id } = await given.customer()
    const external_ids = [{ system: 'a:b', id: '1' }]
    for (const [path, body] of [
      ['/customers', { name: 'A', external_ids }],
      ['/products', { name: 'A', external_ids }],
      ['/entries', { customer_id, description: 'A', unit_price: '1', external_ids }],
      ['/invoices', { customer: { name: 'A' }, items: [ITEM], external_ids }],
    ] as const)
      expect((await post(path, body)).json()).toMatchObject(fault('/external_ids/0/system'))
    const put = await app.call('PUT', '/customers/external/a%3Ab/1', { name: 'A' })
    expect(put.json()).toMatchObject({ status: 422, ...fault('?system') })
  })

  test('201, then 200: PUT by an external id creates its customer once', async () => {
    const put = (path: string, body: object) =>
      app.call('PUT', `/invoices/external/shop/${path}`, body)
    const body = { customer: { name: 'Once' }, items: [ITEM] }
    const first = await put('once', body)
    const again = await put('once', { ...body, notes: 'Changed.' })
    expect([first.statusCode, again.statusCode]).toEqual([201, 200])
    expect(again.json()).toMatchObject({ id: first.json().id, notes: 'Changed.' })
    expect(await ids('/customers?q=once')).toEqual([first.json().customer_id])
    for (const customers of [{}, { ...body, customer_id: first.json().customer_id }]) {
      const refused = await put('other', { ...customers, items: [ITEM] })
      expect(refused.json().errors).toMatchObject([{ pointer: '/customer_id', code: 'required' }])
    }
  })

  test('409 external_id_taken, which names the other resource; deleting that frees the id', async () => {
    const external_ids = [{ system: 'crm', id: '7' }]
    const first = await given.invoice({ external_ids })
    const body = { customer: { name: 'A' }, items: [ITEM], external_ids }
    const second = await post('/invoices', body)
    expect(second.json()).toMatchObject({
      status: 409,
      code: 'external_id_taken',
      resource_id: first.id,
    })
    const other = await given.invoice()
    const taken = await app.call('PATCH', `/invoices/${other.id}`, { external_ids })
    expect(taken.statusCode).toBe(409)
    await app.call('DELETE', `/invoices/${first.id}`)
    expect((await post('/invoices', body)).statusCode).toBe(201)
  })

  test('201, then 200: PUT by an external id creates once, and then changes', async () => {
    const put = (path: string, body: object, etag?: string) =>
      app.call('PUT', path, body, etag === undefined ? {} : { 'if-match': etag })
    const { id: customer_id } = await given.customer()
    for (const [list, create, change] of [
      ['customers', { name: 'Once' }, { name: 'Twice', notes: 'x' }],
      ['products', { name: 'Once' }, { name: 'Twice' }],
      [
        'entries',
        { customer_id, description: 'Once', unit_price: '1.00' },
        { customer_id, description: 'Twice', unit_price: '2.00' },
      ],
      ['invoices', { customer_id, items: [ITEM] }, { notes: 'Twice', items: [ITEM] }],
      ['quotes', { customer_id, items: [ITEM] }, { customer_id, notes: 'Twice', items: [ITEM] }],
    ] as const) {
      const path = `/${list}/external/shop/put%3A1`
      const made = await put(path, create)
      expect([made.statusCode, made.headers.location], made.body).toEqual([
        201,
        `/api/v1/${list}/${made.json().id}`,
      ])
      expect(made.json().external_ids).toEqual([{ system: 'shop', id: 'put:1' }])
      const changed = await put(path, change, String(made.headers.etag))
      expect(changed.statusCode, changed.body).toBe(200)
      const { items: _, ...fields } = change as Json
      expect(changed.json()).toMatchObject({ ...fields, id: made.json().id })
      expect((await put(path, change, '"old"')).statusCode).toBe(412)
      expect(await ids(`/${list}?external_id=shop:put:1`)).toEqual([made.json().id])
    }
  })

  test('200: pairs of metadata find customers, products, entries, invoices and quotes', async () => {
    const metadata = { 'crm.id': 'a=4711', tier: 'gold' }
    const customer = await given.customer({ metadata })
    const invoice = await given.invoice({ metadata })
    const product = (await post('/products', { name: 'Found', metadata })).json()
    const body = { customer_id: customer.id, items: [ITEM], metadata }
    const quote = (await post('/quotes', body)).json()
    const entry = { customer_id: customer.id, description: 'x', unit_price: '1', metadata }
    const known = {
      entries: (await post('/entries', entry)).json().id,
      quotes: quote.id,
      customers: customer.id,
      invoices: invoice.id,
      products: product.id,
    }
    for (const [list, id] of Object.entries(known)) {
      expect(await ids(`/${list}?metadata.crm.id=a%3D4711&metadata.tier=gold`)).toEqual([id])
      expect(await ids(`/${list}?metadata.crm.id=a%3D4711&metadata.tier=silver`)).toEqual([])
      await app.call('PATCH', `/${list}/${id}`, { metadata: { ...metadata, 'crm.id': '4712' } })
      expect(await ids(`/${list}?metadata.crm.id=a%3D4711`)).toEqual([])
      expect(await ids(`/${list}?metadata.crm.id=4712`)).toEqual([id])
      for (const [query, fault] of [
        ['metadata.a=1&metadata.b=2&metadata.c=3&metadata.d=4', '?metadata too_many_fields'],
        ['metadata=crm:4712', '?metadata wrong_type'],
        ['metadata.crm=1&metadata.crm=2', '?metadata/crm wrong_type'],
        [`metadata.${'x'.repeat(41)}=1`, '?metadata too_long'],
        ['metadata.=1', '?metadata required'],
      ]) {
        const answer = await app.call('GET', `/${list}?${query}`)
        expect(faultsOf(answer.json()), query).toEqual([fault])
      }
      const both = await app.call('GET', `/${list}?metadata=crm:4712&metadata.crm=4712`)
      expect(faultsOf(both.json())).toContain('?metadata wrong_type')
      await app.call('DELETE', `/${list}/${id}`)
      expect(await ids(`/${list}?metadata.crm.id=4712`)).toEqual([])
    }
  })

  test('200: customers, products, entries and quotes of a time, both ends included', async () => {
    const { id: customer_id } = await given.customer()
    for (const [list, body] of [
      ['customers', { name: 'Timed' }],
      ['products', { name: 'Timed' }],
      ['entries', { customer_id, description: 'Timed', unit_price: '1' }],
      ['quotes', { customer_id, items: [ITEM] }],
    ] as const) {
      const { id, created_at } = (await post(`/${list}`, body)).json()
      const at = encodeURIComponent(created_at)
      const [before, after] = [-1, 1].map((ms) =>
        new Date(Date.parse(created_at) + ms).toISOString(),
      )
      expect(await ids(`/${list}?created_from=${at}&created_to=${at}`)).toContain(id)
      expect(await ids(`/${list}?created_from=${after}`)).not.toContain(id)
      expect(await ids(`/${list}?created_to=${before}`)).not.toContain(id)
      // In UTC, their years have more than four digits.
      const [least, most] = ['0000-01-01T00:00:00%2B02:00', '9999-12-31T23:59:59-02:00']
      expect(await ids(`/${list}?created_from=${least}&created_to=${most}`)).toContain(id)
      expect(await ids(`/${list}?created_from=${most}`)).toEqual([])
    }
  })

  test('201 once, else 200: many concurrent PUTs by an external id', async () => {
    const put = (at: number) =>
      app.call('PUT', '/customers/external/shop/at-once', { name: `Fernweh ${at}` })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => put(at)))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(19).fill(200), 201])
    expect(await ids('/customers?external_id=shop:at-once')).toHaveLength(1)
  })

  test('200: external ids of an issued invoice change; a copy has no ids', async () => {
    const sent = await given.invoice({ status: 'sent' })
    const external_ids = [{ system: 'books', id: '1' }]
    expect((await given.put(sent.id, { external_ids })).external_ids).toEqual(external_ids)
    const copy = (await post(`/invoices/${sent.id}/duplicate`, undefined)).json()
    expect(copy.external_ids).toEqual([])
    const kept = await given.put(sent.id, { internal_notes: 'x' })
    expect(kept.external_ids).toEqual(external_ids)
  })

  test('200: several statuses, numbers, customers and currencies', async () => {
    const one = await given.invoice({ status: 'sent', order_reference: 'PO-1' })
    const two = await given.invoice({ status: 'paid', currency: 'USD' })
    const draft = await given.invoice({ currency: 'CHF' })
    const both = [one.customer_id, two.customer_id].join()
    const all = (list: readonly string[]) => expect(list.toSorted())
    all(await ids(`/invoices?customer_id=${both}`)).toEqual([one.id, two.id].toSorted())
    all(await ids(`/invoices?status=sent,paid&customer_id=${both}`)).toHaveLength(2)
    all(await ids(`/invoices?number=${one.number},${two.number}`)).toHaveLength(2)
    all(await ids('/invoices?currency=USD,CHF')).toEqual([two.id, draft.id].toSorted())
    expect(await ids('/invoices?order_reference=PO-1')).toEqual([one.id])
    expect(await ids(`/invoices?issued_from=2020-01-01&customer_id=${draft.customer_id}`)).toEqual(
      [],
    )
    expect((await app.call('GET', '/invoices?status=sent,odd')).statusCode).toBe(422)
  })

  test('200: customers by e-mail in any case, and by tax id', async () => {
    const { id } = await given.customer({ email: 'Mia@Example.org', tax_id: 'DE1' })
    expect(await ids('/customers?email=mia@example.ORG')).toEqual([id])
    expect(await ids('/customers?tax_id=DE1')).toEqual([id])
    expect(await ids('/customers?email=mia@example')).toEqual([])
  })

  test('200: changed resources, oldest change first, with `sync_until`', async () => {
    const old = await given.invoice()
    const customer = await given.customer()
    app.clock.set('2026-11-21T10:00:00.000Z')
    const fresh = await given.invoice()
    await given.put(old.id, { notes: 'x' })
    await app.call('PATCH', `/customers/${customer.id}`, { notes: 'x' })
    const query = 'updated_since=2026-11-21T11:00:00%2B01:00'
    const page = (await app.call('GET', `/invoices?${query}`)).json()
    expect(page.data.map(({ id }: Json) => id).toSorted()).toEqual([fresh.id, old.id].toSorted())
    expect(page.sync_until).toBe('2026-11-21T09:59:55.000Z')
    const customers = (await app.call('GET', `/customers?${query}`)).json()
    expect(customers.data.map(({ id }: Json) => id)).toContain(customer.id)
    expect(customers.sync_until).toBe('2026-11-21T09:59:55.000Z')
    expect((await app.call('GET', '/invoices')).json()).not.toHaveProperty('sync_until')
  })

  test('200: invoices by the day of a payment or a refund, and by several types', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    await given.payment(id, { paid_at: '2025-03-10' })
    await post(`/invoices/${id}/credit-note`, { status: 'sent' })
    await given.payment(id, { amount: '-1.00', paid_at: '2025-05-10' })
    const of = `id=${id}`
    expect(await ids(`/invoices?${of}&paid_from=2025-03-10&paid_to=2025-03-10`)).toEqual([id])
    expect(await ids(`/invoices?${of}&paid_to=2025-03-09`)).toEqual([])
    expect(await ids(`/invoices?${of}&paid_from=2025-03-11&paid_to=2025-05-09`)).toEqual([])
    expect(await ids(`/invoices?${of}&paid_from=2025-05-10`)).toEqual([id])
    expect(await ids(`/invoices?${of}&paid_from=2025-05-11`)).toEqual([])
    expect(await ids(`/invoices?${of}&type=credit_note,invoice`)).toEqual([id])
    expect(await ids(`/invoices?${of}&type=credit_note`)).toEqual([])
  })

  test('200: several values for payments and quotes; changed products and quotes', async () => {
    app.clock.set('2026-11-22T10:00:00.000Z')
    const [first, second] = [await given.invoice({ status: 'sent' }), await given.invoice()]
    const payment = await given.payment(first.id, { amount: '1.00' })
    const customers = `customer_id=${second.customer_id},${first.customer_id}`
    expect(await ids(`/payments?${customers}&currency=USD,EUR`)).toEqual([payment.id])
    expect(await ids(`/payments?${customers}&currency=USD`)).toEqual([])
    const quote = (body: Json) => post('/quotes', { items: [ITEM], ...body })
    const draft = (await quote({ customer_id: first.customer_id })).json()
    const open = (await quote({ customer_id: second.customer_id })).json()
    await post(`/quotes/${open.id}/open`, undefined)
    const { number } = (await app.call('GET', `/quotes/${open.id}`)).json()
    expect((await ids(`/quotes?${customers}&status=draft,open`)).toSorted()).toEqual(
      [draft.id, open.id].toSorted(),
    )
    expect(await ids(`/quotes?${customers}&status=expired,draft`)).toEqual([draft.id])
    expect(await ids(`/quotes?number=${number},other`)).toEqual([open.id])
    const product = (await post('/products', { name: 'Fresh' })).json()
    const since = 'updated_since=2026-11-22T10:00:00Z'
    expect(await ids(`/products?${since}`)).toEqual([product.id])
    expect(await ids(`/products?${since}&q=fresh`)).toEqual([product.id])
    const page = (await app.call('GET', `/quotes?${since}&limit=1`)).json()
    expect(page.sync_until).toBe('2026-11-22T09:59:55.000Z')
    const rest = await ids(`/quotes?${since}&cursor=${page.next_cursor}`)
    expect([page.data[0].id, ...rest].toSorted()).toEqual([draft.id, open.id].toSorted())
  })

  test('an ETag of a list guards a change', async () => {
    const { id } = await given.invoice()
    const entry = async () =>
      (await app.call('GET', '/invoices?limit=100')).json().data.find((it: Json) => it.id === id)
    const { etag } = await entry()
    const change = () => app.call('PATCH', `/invoices/${id}`, { notes: 'y' }, { 'if-match': etag })
    expect((await change()).statusCode).toBe(200)
    expect((await change()).statusCode).toBe(412)
    const customer = await given.customer({ email: 'etag@example.org' })
    const [found] = (await app.call('GET', '/customers?email=etag@example.org')).json().data
    const patch = { notes: 'z' }
    const headers = { 'if-match': found.etag }
    const answer = await app.call('PATCH', `/customers/${customer.id}`, patch, headers)
    expect(answer.statusCode).toBe(200)
  })

  test('200: payments of all invoices, by day, invoice and reference', async () => {
    const invoice = await given.invoice({ status: 'sent' })
    const first = await given.payment(invoice.id, { amount: '1.00', paid_at: '2026-01-02' })
    const second = await given.payment(invoice.id, {
      ...{ amount: '2.00', paid_at: '2026-01-03', reference: 'Ref 1' },
    })
    const of = `invoice_id=${invoice.id}`
    expect(await ids(`/payments?${of}`)).toEqual([second.id, first.id])
    expect(await ids(`/payments?${of}&paid_to=2026-01-02`)).toEqual([first.id])
    expect(await ids('/payments?reference=Ref+1')).toEqual([second.id])
    expect(await ids(`/payments?customer_id=${invoice.customer_id}&currency=EUR`)).toHaveLength(2)
    const found = await app.call('GET', `/payments/${second.id}`)
    expect(found.json()).toMatchObject({
      id: second.id,
      amount: '2.00',
      invoice_number: invoice.number,
      customer_id: invoice.customer_id,
    })
    expect((await app.call('GET', '/payments/pay_1')).json().code).toBe('payment_not_found')
  })

  test('200: external ids of an open quote change; a revision has no ids', async () => {
    const customer = await given.customer()
    const external_ids = [{ system: 'shop', id: 'quote 1' }]
    const body = { customer_id: customer.id, items: [ITEM], external_ids }
    const quote = (await post('/quotes', body)).json()
    expect((await post('/quotes', body)).json()).toMatchObject({
      code: 'external_id_taken',
      resource_id: quote.id,
    })
    await post(`/quotes/${quote.id}/open`, undefined)
    const changed = [{ system: 'shop', id: 'quote 2' }]
    const patch = { external_ids: changed }
    const answer = await app.call('PATCH', `/quotes/${quote.id}`, patch)
    expect(answer.json()).toMatchObject({ status: 'open', external_ids: changed })
    expect(await ids('/quotes?external_id=shop:quote+2')).toEqual([quote.id])
    expect(await ids('/quotes?external_id=shop:quote+1')).toEqual([])
    const revision = (await post(`/quotes/${quote.id}/revise`, undefined)).json()
    expect(revision.external_ids).toEqual([])
    await app.call('PATCH', `/quotes/${revision.id}`, { external_ids })
    await app.call('DELETE', `/quotes/${revision.id}`)
    expect((await post('/quotes', body)).statusCode).toBe(201)
  })

  test('200: `expand` adds the related resources of an invoice, also in lists', async () => {
    const customer = await given.customer({ name: 'Beside' })
    const invoice = await given.invoice({ customer_id: customer.id, status: 'sent' })
    const plain = await given.invoice({ customer_id: customer.id })
    const payment = await given.payment(invoice.id, { amount: '1.00' })
    const note = (await post(`/invoices/${invoice.id}/credit-note`, {})).json()
    const link = (await post(`/invoices/${invoice.id}/publish`, undefined)).json()
    const query = 'expand=customer,payments,credit_notes,share_links'
    const one = (await app.call('GET', `/invoices/${invoice.id}?${query}`)).json()
    const { expanded, ...rest } = one
    expect(rest).toEqual(await given.read(invoice.id))
    expect(expanded).toMatchObject({
      customer: (await app.call('GET', `/customers/${customer.id}`)).json(),
      payments: [payment],
      credit_notes: [{ id: note.id, type: 'credit_note', status: 'draft' }],
      share_links: [
        { token: link.share_token, url: link.share_url, published_at: link.published_at },
      ],
    })
    const page = await app.call('GET', `/invoices?customer_id=${customer.id}&type=invoice&${query}`)
    const entries = new Map(page.json().data.map((it: Json) => [it.id, it.expanded]))
    expect(entries.get(invoice.id)).toEqual(expanded)
    const none = { customer: expanded.customer, payments: [], credit_notes: [], share_links: [] }
    expect(entries.get(plain.id)).toEqual(none)
    const sparse = await app.call('GET', `/invoices/${invoice.id}?expand=payments`)
    expect(sparse.json().expanded).toEqual({ payments: [payment] })
    for (const wrong of ['seller', 'customer,', 'customer,payment', ''])
      expect((await app.call('GET', `/invoices?expand=${wrong}`)).statusCode, wrong).toBe(422)
  })

  test('200: `expand` on payments and quotes', async () => {
    const invoice = await given.invoice({ status: 'sent' })
    const payment = await given.payment(invoice.id, { amount: '1.00' })
    const [{ reminder_level: _, ...entry }] = (
      await app.call('GET', `/invoices?id=${invoice.id}`)
    ).json().data
    const beside = { customer: { id: invoice.customer_id }, invoice: entry }
    const list = await app.call('GET', `/payments?invoice_id=${invoice.id}&expand=customer,invoice`)
    const [first] = list.json().data
    expect(first.expanded).toMatchObject(beside)
    const one = await app.call('GET', `/payments/${payment.id}?expand=invoice`)
    expect(one.json().expanded).toEqual({ invoice: entry })
    const quote = (
      await post('/quotes', { customer_id: invoice.customer_id, items: [ITEM] })
    ).json()
    for (const path of [`/quotes/${quote.id}?`, `/quotes?customer_id=${invoice.customer_id}&`]) {
      const answer = (await app.call('GET', `${path}expand=customer`)).json()
      const { expanded } = answer.data?.[0] ?? answer
      expect(expanded).toMatchObject({ customer: { id: invoice.customer_id } })
      expect((await app.call('GET', `${path}expand=invoice`)).statusCode).toBe(422)
    }
  })

  test('an expanded response gets another ETag after a change of related resources, and can be put back', async () => {
    const { id, customer_id } = await given.invoice()
    const path = `/invoices/${id}`
    const read = (headers = {}) => app.call('GET', `${path}?expand=customer`, undefined, headers)
    const first = await read()
    const tag = String(first.headers.etag)
    expect((await read({ 'if-none-match': tag })).statusCode).toBe(304)
    const plain = await app.call('GET', path)
    expect(plain.headers.etag).not.toBe(tag)
    await app.call('PATCH', `/customers/${customer_id}`, { notes: 'Not on the invoice' })
    expect((await app.call('GET', path)).headers.etag).toBe(plain.headers.etag)
    const second = await read({ 'if-none-match': tag })
    expect(second.statusCode).toBe(200)
    const guarded = { 'if-match': String(second.headers.etag) }
    const changed = { ...second.json(), notes: 'Put back' }
    const put = await app.call('PUT', path, changed, guarded)
    expect(put.statusCode, put.body).toBe(200)
    expect((await app.call('PUT', path, { notes: 'x' }, guarded)).statusCode).toBe(412)
    const wrong = { notes: 'x', expanded: { customer: { name: 'Other' } } }
    expect((await app.call('PUT', path, wrong)).json().errors).toMatchObject([
      { pointer: '/expanded', code: 'read_only' },
    ])
  })

  test('200: one bad item of many hurts no other, and is named by its place', async () => {
    const items: Json[] = Array.from({ length: 250 }, (_, at) => ({ name: `Many ${at}` }))
    items[120] = { name: '', unknown: 1 }
    const answer = await post('/customers/bulk', { items })
    const { results, ...rest } = answer.json()
    expect(rest).toEqual({ succeeded: 249, failed: 1 })
    const [bad] = results.filter((it: Json) => it.status !== 201)
    expect(bad).toMatchObject({ index: 120, status: 422, problem: { code: 'invalid_request' } })
    expect(bad.problem.errors.map(({ pointer }: Json) => pointer)).toEqual(['/unknown', '/name'])
    expect(results[249].resource).toMatchObject({ name: 'Many 249' })
    expect((await app.call('GET', '/customers?q=Many&include=total')).json().total).toBe(249)
  })

  test('422 bulk_failed: with `all` nothing is created, and every fault is listed', async () => {
    const bad = { customer: { name: 'Z' }, items: [{ ...ITEM, unit_price: '-1' }] }
    const good = { customer: { name: 'Zed' }, items: [ITEM] }
    const answer = await post('/invoices/bulk', { mode: 'all', items: [bad, good, { items: [] }] })
    expect(answer.json()).toMatchObject({ status: 422, code: 'bulk_failed' })
    const pointers = answer.json().errors.map(({ pointer }: Json) => pointer)
    expect(pointers).toEqual(['/items/0/items/0/unit_price', '/items/2/items'])
    expect(await ids('/customers?q=Zed')).toEqual([])
    const all = await post('/invoices/bulk', { mode: 'all', items: [good, good] })
    expect(all.json()).toMatchObject({ succeeded: 2, failed: 0 })
  })

  test('an item of many names its faults of form and of meaning together', async () => {
    const { id: invoice_id } = await given.invoice({ status: 'sent' })
    const wrong = { name: 'Faulty', odd: 1 }
    for (const [list, item, expected] of [
      ['customers', { ...wrong, email: 'none' }, ['/email wrong_format', '/odd unknown_field']],
      [
        'products',
        { ...wrong, tax: { rate: '-1' } },
        ['/odd unknown_field', '/tax/rate out_of_range'],
      ],
      ['invoices', { customer: { name: 'Z' }, ...FAULTY_INVOICE }, FAULTS],
      [
        'payments',
        { invoice_id, amount: 'x', note: 7 },
        ['/amount not_a_number', '/note wrong_type'],
      ],
    ] as const) {
      const each = (await post(`/${list}/bulk`, { items: [item] })).json()
      expect(faultsOf(each.results[0].problem), list).toEqual(expected)
      const all = (await post(`/${list}/bulk`, { mode: 'all', items: [item] })).json()
      expect(faultsOf(all), list).toEqual(expected.map((it) => `/items/0${it}`))
    }
    expect(await ids('/customers?q=Faulty')).toEqual([])
    expect(await ids('/products?q=Faulty')).toEqual([])
    expect(await ids(`/payments?invoice_id=${invoice_id}`)).toEqual([])
  })

  test('422: PUT by an external id names faults of form, of meaning and of read-only fields', async () => {
    const { id: customer_id } = await given.customer()
    for (const [list, body, faulty, expected] of [
      [
        'customers',
        { name: 'Faulty' },
        { email: 'none', notes: 7 },
        ['/email wrong_format', '/notes wrong_type'],
      ],
      [
        'products',
        { name: 'Faulty' },
        { tax: { rate: '-1' }, description: 7 },
        ['/description wrong_type', '/tax/rate out_of_range'],
      ],
      ['invoices', { customer_id, items: [ITEM] }, FAULTY_INVOICE, FAULTS],
      [
        'quotes',
        { customer_id, items: [ITEM] },
        { currency: 'ZZZ', notes: 7 },
        ['/currency unknown_currency', '/notes wrong_type'],
      ],
    ] as const) {
      const put = (sent: object, id = 'put:2') =>
        app.call('PUT', `/${list}/external/shop/${encodeURIComponent(id)}`, sent)
      expect(faultsOf((await put({ ...body, ...faulty })).json()), list).toEqual(expected)
      expect(await ids(`/${list}?external_id=shop:put:2`)).toEqual([])
      const made = (await put(body)).json()
      const read = (await app.call('GET', `/${list}/${made.id}`)).json()
      expect((await put(read)).json(), list).toEqual(read)
      const changed = { ...read, ...faulty, created_at: '2020-01-01T00:00:00.000Z' }
      const withReadOnly = ['/created_at read_only', ...expected].toSorted()
      expect(faultsOf((await put(changed)).json()), list).toEqual(withReadOnly)
    }
  })

  test('200: many products and payments; a payment beyond the amount due fails alone', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const pay = (amount: string) => ({ invoice_id: id, amount })
    const answer = await post('/payments/bulk', { items: [pay('1.00'), pay('9999'), pay('2.00')] })
    expect(answer.json().results.map(({ status }: Json) => status)).toEqual([201, 422, 201])
    const products = await post('/products/bulk', { items: [{ name: 'P' }, {}] })
    expect(products.json()).toMatchObject({ succeeded: 1, failed: 1 })
  })

  test('a key makes many once; more than 1000 are refused', async () => {
    const key = { 'idempotency-key': 'bulk-1' }
    const body = { items: [{ name: 'Once' }, { name: 'Once' }] }
    const first = await app.call('POST', '/customers/bulk', body, key)
    const again = await app.call('POST', '/customers/bulk', body, key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    const items = Array.from({ length: 1001 }, () => ({ name: 'x' }))
    expect((await post('/customers/bulk', { items })).statusCode).toBe(422)
  })
})
