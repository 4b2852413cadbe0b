import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEvent } from '../src/core/record/journal.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { SERVICE } from '../src/core/record/work.ts'
import { viewsSettled } from '../src/messages/sharing/view-log.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { markInvoicesOverdue } from '../src/sales/invoices/overdue.ts'
import { givens, type Json } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'
import { recordSpans, stopRecordingSpans } from './tracer.ts'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }

describe.each(ENGINES)('events (%s)', (engine) => {
  let app: TestApp
  let given: ReturnType<typeof givens>
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ companyName: 'Atelier Nordlicht', companyTaxId: 'DE123456789' })
  })
  afterAll(() => app.close())

  const get = async (path: string): Promise<Json> => {
    const response = await app.call('GET', path)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const eventsOf = async (id: string): Promise<readonly Json[]> =>
    (await get(`/events?resource_id=${id}&limit=100`)).data
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }: Json) => type)

  test('an invoice has an event for each step, in order', async () => {
    const { id } = await given.invoice()
    await given.put(id, { notes: 'Changed' })
    await given.put(id, { status: 'sent' })
    await given.publish(id)
    await app.call('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    await given.put(id, { status: 'paid' })
    await app.call('POST', `/invoices/${id}/unpublish`)
    expect(await typesOf(id)).toEqual([
      'invoice.created',
      'invoice.updated',
      'invoice.issued',
      'invoice.published',
      'invoice.payment_recorded',
      'invoice.payment_recorded',
      'invoice.paid',
      'invoice.unpublished',
    ])
  })

  test('issued and paid at once are two events; voiding and deleting have events, too', async () => {
    const paid = await given.invoice({ status: 'paid' })
    expect(await typesOf(paid.id)).toEqual([
      'invoice.created',
      'invoice.issued',
      'invoice.payment_recorded',
      'invoice.paid',
    ])
    const sent = await given.invoice({ status: 'sent' })
    await given.put(sent.id, { status: 'void' })
    expect((await typesOf(sent.id)).at(-1)).toBe('invoice.voided')
    const draft = await given.invoice()
    expect((await app.call('DELETE', `/invoices/${draft.id}`)).statusCode).toBe(204)
    const [last] = (await eventsOf(draft.id)).slice(-1)
    expect(last).toMatchObject({
      type: 'invoice.deleted',
      data: { customer_name: 'Fernweh Books' },
    })
  })

  test('an event has type, actor and the resource after the change', async () => {
    const invoice = await given.invoice({ status: 'sent' })
    const event = (await eventsOf(invoice.id)).at(-1)
    expect(event).toMatchObject({
      type: 'invoice.issued',
      resource: { type: 'invoice', id: invoice.id },
      actor: { kind: 'key' },
      data: { number: invoice.number, status: 'sent', total: '142.80', due: '142.80', version: 2 },
    })
    expect(await get(`/events/${event.id}`)).toEqual(event)
  })

  test('the data that an earlier release stored as text read the same', async () => {
    const { id } = await given.invoice({ status: 'paid' })
    const packed = await eventsOf(id)
    for (const { data, ...event } of packed)
      await app.tables
        .updateTable('events')
        .set({ data: JSON.stringify(data), data_packed: null })
        .where('id', '=', event.id)
        .where('data', '=', '')
        .execute()
    const rows = app.tables.selectFrom('events').selectAll().where('resource_id', '=', id)
    expect((await rows.execute()).filter((row) => row.data === '')).toEqual([])
    expect(JSON.stringify(await eventsOf(id))).toBe(JSON.stringify(packed))
  })

  test('customers, templates and settings have events, settings only with names', async () => {
    const customer = await given.customer({ name: 'Kiln' })
    await app.call('PATCH', `/customers/${customer.id}`, { phone: '1' })
    await app.call('PATCH', `/customers/${customer.id}`, { phone: '1' })
    await app.call('DELETE', `/customers/${customer.id}`)
    expect(await typesOf(customer.id)).toEqual([
      'customer.created',
      'customer.updated',
      'customer.deleted',
    ])
    const template = { id: `told-${engine}`, name: 'Told', html: '<p>{{invoiceNumber}}</p>' }
    await app.call('POST', '/templates', template)
    await app.call('POST', '/templates', template)
    await app.call('DELETE', `/templates/${template.id}`)
    expect(await typesOf(template.id)).toEqual(['template.installed', 'template.deleted'])
    await given.settings({
      bankAccount: { iban: 'DE02120300000000202051' },
      accentColor: '#123456',
    })
    const last = (await eventsOf('settings')).at(-1)
    expect(last.data.changed).toEqual(['accentColor', 'bankAccount'])
    expect(JSON.stringify(last)).not.toContain('DE0212')
  })

  test('a refused or rolled back change has no event', async () => {
    const before = (await get('/events?include=total&limit=1')).total
    const refused = await app.call('POST', '/invoices', { customer_id: 'cus_unknown', items: [] })
    expect(refused.statusCode).toBe(422)
    const rolledBack = transaction(app.work(), async (work) => {
      await createCustomer(work, { name: 'Gone' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect((await get('/events?include=total&limit=1')).total).toBe(before)
  })

  test('the log has no gap, pages in both directions and is followed with after', async () => {
    await Promise.all(Array.from({ length: 12 }, () => given.invoice({ status: 'sent' })))
    const all: Json[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`/events?limit=7${cursor && `&cursor=${cursor}`}`)
      all.push(...page.data)
      if (!page.has_more) break
      cursor = page.next_cursor
    }
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1))
    const newest = await get('/events?sort=-created_at&limit=3')
    expect(newest.data).toEqual(all.slice(-3).reverse())
    const mark = all.at(-4)
    expect((await get(`/events?after=${mark.id}`)).data).toEqual(all.slice(-3))
    const issued = await get('/events?type=invoice.issued&limit=100')
    expect(issued.data).toEqual(all.filter(({ type }) => type === 'invoice.issued'))
    const several = await get('/events?type=settings.*,invoice.issued,invoice.issued&limit=100')
    expect(several.data).toEqual(
      all.filter(({ type }) => type === 'invoice.issued' || type.startsWith('settings.')),
    )
    expect((await get('/events?type=*&limit=100')).data).toEqual(all.slice(0, 100))
    const kinds = await get('/events?type=settings.*&limit=100')
    expect(kinds.data).toEqual(all.filter(({ resource }) => resource.type === 'settings'))
  })

  test('wait: answers as soon as there is an event, or empty after that time', async () => {
    const newest = async () => (await get('/events?sort=-created_at&limit=1')).data[0].id
    const waiting = get(`/events?after=${await newest()}&type=customer.*&wait=25`)
    await given.settings({ companyName: 'Atelier Nord' })
    const { id } = await given.customer({ name: 'Awaited' })
    expect((await waiting).data).toMatchObject([{ type: 'customer.created', resource: { id } }])
    expect(await get(`/events?after=${await newest()}&wait=1`)).toMatchObject({ data: [] })
    expect((await app.call('GET', '/events?wait=26')).statusCode).toBe(422)
  })

  test('wait: the eleventh request of a company gets its answer at once', async () => {
    const after = (await get('/events?sort=-created_at&limit=1')).data[0].id
    let answered = 0
    const waiting = Array.from({ length: 11 }, async () => {
      const page = await get(`/events?after=${after}&type=customer.*&wait=25`)
      answered += 1
      return page
    })
    expect(await Promise.race(waiting)).toMatchObject({ data: [] })
    expect(answered).toBe(1)
    await given.customer({ name: 'Awaited by ten' })
    expect((await Promise.all(waiting)).filter(({ data }) => data.length === 1)).toHaveLength(10)
  })

  test('wait: a stopping service answers waiting requests', async () => {
    const stopping = await startTestApp(engine)
    const url = await stopping.server.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${API_KEY}` }
    const waiting = fetch(`${url}/api/v1/events?wait=25`, { headers })
    await new Promise<void>((resolve) =>
      stopping.server.server.once('request', () => setImmediate(resolve)),
    )
    const [answer] = await Promise.all([waiting.then((it) => it.json()), stopping.close()])
    expect(answer).toMatchObject({ data: [] })
  })

  test.each([
    'inv.*',
    'invoice',
    'invoice.isued',
    'invoices.*',
    '*.issued',
  ])('422: nothing is of the type %s', async (type) => {
    const reply = await app.call('GET', `/events?type=${type}`)
    expect(reply.json()).toMatchObject({ status: 422, code: 'invalid_request' })
    expect(reply.json().errors).toMatchObject([{ pointer: '?type', code: 'unknown_event_type' }])
  })

  test.each([
    ['of no place', ['created_at', 'x', 'evt_1']],
    ['of another list', ['created_at', '2026-11-21T09:30:00.000Z', 'cus_1']],
    ['without a place', ['created_at', null, 'evt_1']],
  ])('422: a cursor %s', async (_what, parts) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
    const reply = await app.call('GET', `/events?cursor=${cursor}`)
    expect(reply.json()).toMatchObject({ status: 422, code: 'invalid_cursor' })
  })

  test('422: after an unknown event; 404: an unknown id; 304: the one that is known', async () => {
    const unknown = 'evt_019a9e2c-7f04-7c3b-9d52-6f5d5b7f2a10'
    const list = await app.call('GET', `/events?after=${unknown}`)
    expect(list.statusCode).toBe(422)
    expect(list.json().code).toBe('unknown_event')
    for (const id of [unknown, 'evt_1', '%00'])
      expect((await app.call('GET', `/events/${id}`)).statusCode).toBe(404)
    const { id } = (await get('/events?limit=1')).data[0]
    const first = await app.call('GET', `/events/${id}`)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await app.call('GET', `/events/${id}`, undefined, headers)).statusCode).toBe(304)
  })

  test('a published invoice that people read is viewed once an hour, by robots never', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { share_token: token } = await given.publish(id)
    const open = async (path: string, headers: object = BROWSER, method = 'GET') => {
      const response = await app.send({
        method: method as 'GET',
        url: path,
        headers: { ...headers },
      })
      expect(response.statusCode).toBe(200)
      await viewsSettled(app.work().app)
    }
    const views = async () => (await typesOf(id)).filter((type) => type === 'invoice.viewed').length
    await open(`/i/${token}`, { 'user-agent': 'Slackbot-LinkExpanding 1.0' })
    await open(`/i/${token}`, { ...BROWSER, 'sec-purpose': 'prefetch' })
    await open(`/i/${token}`, BROWSER, 'HEAD')
    await open(`/api/v1/public/invoices/${token}`)
    expect(await views()).toBe(0)
    await open(`/i/${token}`)
    await open(`/api/v1/public/invoices/${token}/html`)
    expect(await views()).toBe(1)
    app.clock.set('2026-11-21T10:31:00.000Z')
    await Promise.all([open(`/i/${token}`), open(`/i/${token}`)])
    expect(await views()).toBe(2)
    expect((await given.read(id)).version).toBe(3)
  })

  test('concurrent views are recorded in one transaction, without delaying writers', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { share_token: token } = await given.publish(id)
    const spans = recordSpans()
    try {
      const open = () => app.send({ method: 'GET', url: `/i/${token}`, headers: BROWSER })
      await Promise.all(Array.from({ length: 20 }, open))
      await viewsSettled(app.work().app)
    } finally {
      stopRecordingSpans()
    }
    expect(spans.filter(({ name }) => name === 'transaction')).toHaveLength(1)
    expect((await typesOf(id)).at(-1)).toBe('invoice.viewed')
  })

  test('an overdue invoice has one event, however many processes look', async () => {
    const due = { issue_date: '2020-01-01', due_date: '2020-01-31' }
    const late = await given.invoice({ status: 'sent', ...due })
    const draft = await given.invoice(due)
    const paid = await given.invoice({ status: 'paid', ...due })
    const announce = () => markInvoicesOverdue({ ...app.work(), actor: SERVICE })
    const told = await Promise.all([announce(), announce(), announce()])
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await announce()).toBe(0)
    const [event] = (await eventsOf(late.id)).slice(-1)
    expect(event).toMatchObject({ type: 'invoice.overdue', actor: { kind: 'system' } })
    for (const { id } of [draft, paid]) expect(await typesOf(id)).not.toContain('invoice.overdue')
  })

  test('events of webhooks are for admins alone, with every filter', async () => {
    const resourceId = 'whk_019a9e2c-7f04-7c3b-9d52-6f5d5b7f2a10'
    const told = {
      type: 'webhook.paused',
      resourceId,
      data: { description: 'Shop' },
    } as const
    await transaction({ ...app.work(), actor: SERVICE }, async (work) => recordEvent(work, told))
    await given.customer()
    const [event] = await eventsOf(resourceId)
    const narrow = await given.key('read', 'write', 'issue')
    const read = async (path: string) => (await app.call('GET', path, undefined, narrow)).json()
    for (const filter of ['type=webhook.*', 'type=webhook.paused', `resource_id=${resourceId}`])
      expect((await read(`/events?${filter}&include=total`)).total, filter).toBe(0)
    const newest = (await read('/events?sort=-created_at&limit=100&include=total')).data
    expect(newest.map(({ type }: Json) => type)).toContain('customer.created')
    expect(newest.map(({ type }: Json) => type)).not.toContain('webhook.paused')
    expect(await read(`/events/${event.id}`)).toMatchObject({
      status: 404,
      code: 'event_not_found',
    })
    expect((await read(`/events?after=${event.id}`)).data).toHaveLength(1)
  })

  test('403: a key without read', async () => {
    const headers = await given.key('write')
    expect((await app.call('GET', '/events', undefined, headers)).statusCode).toBe(403)
  })
})
