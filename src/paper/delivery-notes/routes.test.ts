import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { deliveryNoteBreak } from '../../books/audit/inner/delivery-note-checks.ts'
import { readDeliveryNotes } from '../../books/audit/inner/repository.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { LANGUAGES } from '../printing/labels/labels.ts'

const ATLAS = { description: 'Atlas', quantity: '10', unit: 'C62', unit_price: '30.00' }
const MAP = { description: 'Map of Peru', quantity: '2.5', unit: 'KGM', unit_price: '12.00' }

describe.each(ENGINES)('delivery notes (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    app.clock.set('2026-11-21T08:00:00Z')
    await call('PATCH', '/settings', { companyName: 'Nordlicht', timeZone: 'Europe/Berlin' })
    customer = (await call('POST', '/customers', { name: 'Fernweh Books' })).id
  })
  afterAll(() => app.close())

  const call: TestApp['json'] = (...request) => app.json(...request)
  async function refused(body: object): Promise<Json> {
    const answer = await app.call('POST', '/delivery-notes', body)
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    return answer.json()
  }
  const issue = (body: object): Promise<Json> => call('POST', '/delivery-notes', body)

  const accepted = async (rest: object = {}): Promise<Json> => {
    const body = { customer_id: customer, items: [ATLAS, MAP], ...rest }
    const { id } = await call('POST', '/quotes', body)
    await call('POST', `/quotes/${id}/open`)
    return call('POST', `/quotes/${id}/accept`, {})
  }
  const open = async (path: string): Promise<readonly string[]> =>
    (await call('GET', `${path}/deliveries`)).items.map((item: Json) => item.open)
  const report = () => withSnapshot(app.config.database, (scope) => verifyDatabase(scope, () => {}))

  test('201: is issued at once with its number, and leaves the rest open', async () => {
    const quote = await accepted()
    const [atlas, map] = quote.items
    const answer = await app.call('POST', '/delivery-notes', {
      quote_id: quote.id,
      items: [{ item_id: atlas.id, quantity: '4' }],
      date: '2026-11-20',
    })
    const note = answer.json()
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers.location).toBe(`/api/v1/delivery-notes/${note.id}`)
    expect(note).toMatchObject({
      number: 'DN-2026-0001',
      status: 'issued',
      date: '2026-11-20',
      customer_id: customer,
      customer_name: 'Fernweh Books',
      quote_id: quote.id,
      invoice_id: null,
      items: [{ item_id: atlas.id, description: 'Atlas', unit: 'C62', quantity: '4' }],
    })
    expect(await call('GET', `/delivery-notes/${note.id}`)).toEqual(note)
    expect(await call('GET', `/quotes/${quote.id}/deliveries`)).toMatchObject({
      state: 'partial',
      items: [
        { item_id: atlas.id, quantity: '10', delivered: '4', open: '6' },
        { item_id: map.id, quantity: '2.5', delivered: '0', open: '2.5' },
      ],
      delivery_notes: [{ id: note.id, number: note.number, status: 'issued' }],
    })
    const rest = await issue({ quote_id: quote.id })
    expect(rest.items.map((item: Json) => item.quantity)).toEqual(['6', '2.5'])
    expect(rest.date).toBe('2026-11-21')
    expect(await call('GET', `/quotes/${quote.id}/deliveries`)).toMatchObject({ state: 'full' })
    expect(await refused({ quote_id: quote.id })).toMatchObject({ code: 'delivery_exceeds' })
  })

  test('a delivery counts for both the quote and its invoices', async () => {
    const quote = await accepted()
    const [atlas] = quote.items
    const part = (quantity: string) => [{ item_id: atlas.id, quantity }]
    const bill = { mode: 'items', items: [{ id: atlas.id, quantity: '6' }] }
    const { id: invoice_id } = await call('POST', `/quotes/${quote.id}/invoice`, bill)
    expect(await refused({ invoice_id })).toMatchObject({ code: 'not_deliverable' })
    await call('PATCH', `/invoices/${invoice_id}`, { status: 'sent' })
    await issue({ quote_id: quote.id, items: part('5') })
    expect(await open(`/invoices/${invoice_id}`)).toEqual(['5'])
    const note = await issue({ invoice_id })
    expect(note).toMatchObject({ invoice_id, quote_id: quote.id, items: [{ quantity: '5' }] })
    expect(await open(`/quotes/${quote.id}`)).toEqual(['0', '2.5'])
    expect(await refused({ quote_id: quote.id, items: part('1') })).toMatchObject({
      code: 'delivery_exceeds',
    })
    const more = { quote_id: quote.id, items: part('1'), allow_more: true }
    expect(await issue(more)).toMatchObject({ items: [{ quantity: '1' }] })
    expect(await open(`/quotes/${quote.id}`)).toEqual(['0', '2.5'])
  })

  test('200: voids it once, and its quantities are open again', async () => {
    const { id: quote_id } = await accepted()
    const note = await issue({ quote_id })
    const stale = await app.call('POST', `/delivery-notes/${note.id}/void`, undefined, {
      'if-match': '"other"',
    })
    expect(stale.statusCode).toBe(412)
    const voided = await call('POST', `/delivery-notes/${note.id}/void`)
    expect(voided).toMatchObject({ status: 'void', number: note.number, items: note.items })
    expect(voided.voided_at).not.toBeNull()
    const again = await app.call('POST', `/delivery-notes/${note.id}/void`)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      code: 'invalid_transition',
      allowed: [],
      params: { reason: 'void' },
    })
    expect(await open(`/quotes/${quote_id}`)).toEqual(['10', '2.5'])
    expect((await app.call('GET', `/delivery-notes/${note.id}/html`)).body).toContain('Void')
  })

  test('404, 409 and 422 name the fault', async () => {
    const quote = await accepted()
    const [atlas] = quote.items
    const missing = `dln_${atlas.id.slice(4)}`
    expect((await app.call('GET', `/delivery-notes/${missing}`)).json().code).toBe(
      'delivery_note_not_found',
    )
    expect((await refused({})).errors).toMatchObject([{ pointer: '', code: 'required' }])
    const neither = await refused({ date: '2026-11-20' })
    expect(neither.errors).toMatchObject([{ pointer: '/quote_id', code: 'required' }])
    const both = { quote_id: quote.id, invoice_id: 'inv_1' }
    expect((await refused(both)).errors).toMatchObject([{ code: 'quote_or_invoice' }])
    expect(await refused({ quote_id: 'quo_1' })).toMatchObject({ code: 'quote_not_found' })
    expect(await refused({ invoice_id: 'inv_1' })).toMatchObject({ code: 'invoice_not_found' })
    const items = [
      { item_id: 'itm_1', quantity: '1' },
      { item_id: atlas.id, quantity: '0' },
      { item_id: atlas.id, quantity: '1' },
    ]
    expect((await refused({ quote_id: quote.id, items })).errors).toMatchObject([
      { pointer: '/items/0/item_id', code: 'unknown_item' },
      { pointer: '/items/1/quantity', code: 'out_of_range' },
      { pointer: '/items/2/item_id', code: 'duplicate' },
    ])
    const { id } = await call('POST', '/quotes', { customer_id: customer, items: [ATLAS] })
    await call('POST', `/quotes/${id}/open`)
    expect(await refused({ quote_id: id })).toMatchObject({ code: 'quote_not_accepted' })
    expect(await issue({ quote_id: id, force: true })).toMatchObject({ status: 'issued' })
    const deposit = await call('POST', `/quotes/${quote.id}/invoice`, {
      mode: 'deposit',
      percent: '30',
    })
    await call('PATCH', `/invoices/${deposit.id}`, { status: 'sent' })
    expect(await refused({ invoice_id: deposit.id })).toMatchObject({ code: 'not_deliverable' })
    expect(await open(`/invoices/${deposit.id}`)).toEqual([])
  })

  test('two concurrent notes never deliver the same items', async () => {
    const { id: quote_id } = await accepted()
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => app.call('POST', '/delivery-notes', { quote_id })),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(tries.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5)
  })

  test('lists them by document, customer, status and words', async () => {
    const { id: quote_id } = await accepted()
    const note = await issue({ quote_id })
    const found = async (query: string) =>
      (await call('GET', `/delivery-notes?${query}`)).data.map(({ id }: Json) => id)
    expect(await found(`quote_id=${quote_id}`)).toEqual([note.id])
    expect(await found(`q=${note.number}&status=issued`)).toEqual([note.id])
    expect(await found(`quote_id=${quote_id}&status=void`)).toEqual([])
    const page = await call('GET', `/delivery-notes?customer_id=${customer}&limit=1&include=total`)
    expect(page.data).toMatchObject([{ id: note.id }])
    expect(page.has_more).toBe(true)
    const next = await call('GET', `/delivery-notes?limit=1&cursor=${page.next_cursor}`)
    expect(next.data[0].id).not.toBe(note.id)
    const { data } = await call('GET', `/events?resource_id=${note.id}`)
    expect(data.map(({ type }: Json) => type)).toEqual(['delivery_note.issued'])
    expect(JSON.stringify(data)).not.toMatch(/Fernweh|Atlas/)
  })

  test('prints it without prices in every language', async () => {
    for (const language of engine === 'sqlite' ? Object.keys(LANGUAGES) : ['de']) {
      const { id: quote_id } = await accepted({ language })
      const { id, number } = await issue({ quote_id })
      const { body } = await app.call('GET', `/delivery-notes/${id}/html`)
      expect(body).toContain(number)
      expect(body).toContain('Map of Peru')
      expect(body).not.toMatch(/30[.,]00|undefined/)
    }
    const { data } = await call('GET', '/delivery-notes?limit=1')
    const pdf = await app.call('GET', `/delivery-notes/${data[0].id}/pdf`)
    expect(pdf.headers['content-disposition']).toContain(data[0].number)
  })

  test('has the name of the company on the day of the note, not of its invoice', async () => {
    const { id } = await call('POST', '/invoices', {
      customer_id: customer,
      items: [{ ...ATLAS, tax: { rate: '19' } }],
      status: 'sent',
    })
    await call('PATCH', '/settings', { companyName: 'Nordlicht & Töchter' })
    const note = await issue({ invoice_id: id })
    await call('PATCH', '/settings', { companyName: 'Nordlicht' })
    const { body } = await app.call('GET', `/delivery-notes/${note.id}/html`)
    expect(body).toContain('Nordlicht &amp; Töchter')
  })

  test('prints a note of an older version, which lacks newer fields', async () => {
    const { id: quote_id } = await accepted()
    const { id } = await issue({ quote_id })
    const path = `/delivery-notes/${id}/html`
    const before = await app.call('GET', path)
    const ofNote = () => app.tables.selectFrom('delivery_notes').selectAll().where('id', '=', id)
    const row: Json = await ofNote().executeTakeFirstOrThrow()
    const { seller, buyer, delivery: _, reference: __, ...content } = JSON.parse(row.content)
    const set = (content: string) =>
      app.tables.updateTable('delivery_notes').set({ content }).where('id', '=', id).execute()
    const { name, accentColor } = seller
    await set(
      JSON.stringify({ ...content, seller: { name, accentColor }, buyer: { name: buyer.name } }),
    )
    const after = await app.call('GET', path)
    expect(after.statusCode, after.body).toBe(200)
    expect(after.body).toBe(before.body)
    await set(row.content)
  })

  test('verify finds a change of each stored field, and a note that is gone', async () => {
    const { id: quote_id } = await accepted()
    const { id, number } = await issue({ quote_id })
    expect(await report()).toMatchObject({ ok: true, breaks: [], gaps: [] })
    const note = () => app.tables.selectFrom('delivery_notes').selectAll().where('id', '=', id)
    const row: Json = await note().executeTakeFirstOrThrow()
    const set = (column: string, to: unknown) =>
      sql`update delivery_notes set ${sql.ref(column)} = ${to} where id = ${id}`.execute(app.tables)
    const faultOf = async () => {
      for await (const batch of readDeliveryNotes(app.work()))
        for (const audited of batch) if (audited.row.id === id) return deliveryNoteBreak(audited)
      return null
    }
    const { company_id: _, id: __, customer_id: ___, ...fields } = row
    for (const [column, value] of Object.entries(fields)) {
      await set(column, typeof value === 'bigint' ? value + 1n : `${value ?? ''}x`)
      expect(await faultOf(), column).toMatchObject({ kind: 'delivery_note_state' })
      await set(column, value)
    }
    expect(await faultOf()).toBeNull()
    await app.tables.deleteFrom('delivery_notes').where('id', '=', id).execute()
    const { ok, breaks } = await report()
    expect(ok).toBe(false)
    expect(breaks).toMatchObject([{ kind: 'invoice_missing', number }])
    await app.tables.insertInto('delivery_notes').values(row).execute()
  })
})
