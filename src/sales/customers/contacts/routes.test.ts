import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

const WAREHOUSE = {
  label: 'Warehouse',
  name: 'Gate 3',
  address: { line1: 'Kaistraße 4', city: 'Bremen', postal_code: '28217', country_code: 'DE' },
  identifier: { scheme: '0088', id: '4012345000009' },
}

describe.each(ENGINES)('contacts and addresses of customers (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await app.call(method, path, body, headers)
    return response.statusCode === 204 ? {} : { ...response.json(), code: response.statusCode }
  }
  const add = (id: string, list: string, body: object): Promise<Json> =>
    send('POST', `/customers/${id}/${list}`, body)
  const namesOf = async (id: string) =>
    (await send('GET', `/customers/${id}/contacts`)).data.map(({ name }: Json) => name)

  test('201: an invoice copies its contact and its address', async () => {
    const { id } = await given.customer({ contact_name: 'Front desk', phone: '+49 1' })
    const contact = await add(id, 'contacts', {
      name: 'Ida Brandt',
      email: 'ida@example.org',
      language: 'fr',
    })
    const address = await add(id, 'addresses', WAREHOUSE)
    const named = { contact_id: contact.id, delivery_address_id: address.id }
    const draft = await given.invoice({ customer_id: id, ...named, items: [ITEM] })
    expect(draft).toMatchObject({
      ...named,
      language: 'fr',
      customer: { contact_name: 'Ida Brandt', email: 'ida@example.org', phone: '+49 1' },
      delivery: { name: 'Gate 3', identifier: WAREHOUSE.identifier, address: WAREHOUSE.address },
    })
    await send('PUT', `/customers/${id}/contacts/${contact.id}`, { name: 'Ida Falk' })
    expect((await given.read(draft.id)).customer.contact_name).toBe('Ida Falk')
    await given.put(draft.id, { status: 'sent' })
    await send('PUT', `/customers/${id}/contacts/${contact.id}`, { name: 'Someone else' })
    await send('PUT', `/customers/${id}/addresses/${address.id}`, { name: 'Gate 9' })
    await send('DELETE', `/customers/${id}/addresses/${address.id}`)
    expect(await given.read(draft.id)).toMatchObject({
      ...named,
      customer: { contact_name: 'Ida Falk' },
      delivery: { name: 'Gate 3' },
    })
    const locked = await send('PUT', `/invoices/${draft.id}`, { contact_id: null })
    expect(locked).toMatchObject({ code: 409, fields: ['contact_id'] })
  })

  test('201: new invoices use the default contact and delivery address, unless they choose others', async () => {
    const { id } = await given.customer({})
    const first = await add(id, 'contacts', { name: 'A', default: true })
    const second = await add(id, 'contacts', { name: 'B', default: true })
    const address = await add(id, 'addresses', { ...WAREHOUSE, default: true })
    await add(id, 'addresses', { ...WAREHOUSE, kind: 'billing', default: true })
    const { data } = await send('GET', `/customers/${id}/contacts`)
    expect(data).toMatchObject([
      { id: first.id, default: false, version: 2 },
      { id: second.id, default: true },
    ])
    const usual = { contact_id: second.id, delivery_address_id: address.id }
    const draft = await given.invoice({ customer_id: id, items: [ITEM] })
    expect(draft).toMatchObject({ ...usual, delivery: { name: 'Gate 3' } })
    const own = { contact_id: null, delivery: { name: 'Elsewhere' } }
    const other = await given.invoice({ customer_id: id, items: [ITEM], ...own })
    expect(other).toMatchObject({ ...own, delivery_address_id: null })
    const moved = await given.put(draft.id, { customer_id: (await given.customer({})).id })
    const nothing = { contact_id: null, delivery_address_id: null, delivery: { name: null } }
    expect(moved).toMatchObject(nothing)
  })

  test('422: a contact of another customer, a deleted one, and one that never was', async () => {
    const { id } = await given.customer({})
    const other = await add((await given.customer({})).id, 'contacts', { name: 'A' })
    const gone = await add(id, 'contacts', { name: 'B' })
    await send('DELETE', `/customers/${id}/contacts/${gone.id}`)
    for (const contact_id of [other.id, gone.id, 'cnt_00000000-0000-7000-8000-000000000000'])
      expect(
        await send('POST', '/invoices', { customer_id: id, items: [ITEM], contact_id }),
      ).toMatchObject({ code: 422, errors: [{ pointer: '/contact_id', code: 'unknown_contact' }] })
    const place = {
      customer_id: id,
      items: [ITEM],
      delivery_address_id: gone.id.replace('cnt', 'adr'),
    }
    expect(await send('POST', '/invoices', place)).toMatchObject({
      errors: [{ pointer: '/delivery_address_id', code: 'unknown_address' }],
    })
  })

  test('200: billing_emails are the addresses of the billing contacts', async () => {
    const { id } = await given.customer({ billing_emails: ['b@example.org', 'a@example.org'] })
    expect(await namesOf(id)).toEqual(['b@example.org', 'a@example.org'])
    const emails = async () => (await send('GET', `/customers/${id}`)).billing_emails
    const bills = { name: 'Ida', email: 'ida@example.org', role: 'billing' }
    const ida = await add(id, 'contacts', bills)
    await add(id, 'contacts', { ...bills, email: 'IDA@example.org' })
    expect(await emails()).toEqual(['b@example.org', 'a@example.org', 'ida@example.org'])
    await send('PATCH', `/customers/${id}`, {
      billing_emails: ['new@example.org', 'a@example.org'],
    })
    const { data } = await send('GET', `/customers/${id}/contacts`)
    expect(data.map(({ email, role }: Json) => [email, role])).toEqual([
      ['a@example.org', 'billing'],
      ['ida@example.org', 'other'],
      ['IDA@example.org', 'other'],
      ['new@example.org', 'billing'],
    ])
    await send('PUT', `/customers/${id}/contacts/${ida.id}`, { role: 'billing' })
    await send('DELETE', `/customers/${id}/contacts/${data[0].id}`)
    expect(await emails()).toEqual(['new@example.org', 'ida@example.org'])
  })

  test('422: more contacts for bills than messages may have', async () => {
    const { id } = await given.customer({})
    for (let at = 0; at < 5; at += 1)
      await add(id, 'contacts', { name: 'A', email: `a${at}@example.org`, role: 'billing' })
    const sixth = { name: 'A', email: 'a5@example.org', role: 'billing' }
    expect(await add(id, 'contacts', sixth)).toMatchObject({
      code: 422,
      errors: [{ pointer: '/role', code: 'too_many_items' }],
    })
  })

  test('422: an address without an address, a name and an identifier', async () => {
    const { id } = await given.customer({})
    const refused = { code: 422, errors: [{ pointer: '/address', code: 'address_empty' }] }
    const none = { code: 422, errors: [{ pointer: '', code: 'required' }] }
    expect(await add(id, 'addresses', {})).toMatchObject(none)
    for (const body of [{ label: 'Store', kind: 'billing' }, { address: { city: ' ' } }])
      expect(await add(id, 'addresses', body)).toMatchObject(refused)
    const { id: entry } = await add(id, 'addresses', { label: 'Store', address: { city: 'Bonn' } })
    const path = `/customers/${id}/addresses/${entry}`
    expect(await send('PUT', path, { address: null })).toMatchObject(refused)
    expect(await send('PUT', path, { address: null, name: 'A' })).toMatchObject({ code: 200 })
  })

  test('409: more than 50; deleted ones do not count and stay readable', async () => {
    const { id } = await given.customer({})
    let last: Json
    for (let at = 0; at < 50; at += 1) last = await add(id, 'addresses', { name: `${at}` })
    expect(await add(id, 'addresses', { name: '50' })).toMatchObject({ code: 409 })
    await send('DELETE', `/customers/${id}/addresses/${last.id}`)
    expect(await add(id, 'addresses', { name: '50' })).toMatchObject({ code: 201 })
    const read = await send('GET', `/customers/${id}/addresses/${last.id}`)
    expect(read).toMatchObject({ name: '49', deleted_at: expect.any(String) })
    expect(await send('DELETE', `/customers/${id}/addresses/${last.id}`)).toMatchObject({
      code: 404,
    })
    const page = await send('GET', `/customers/${id}/addresses?limit=30&include=total`)
    const next = await send('GET', `/customers/${id}/addresses?limit=30&cursor=${page.next_cursor}`)
    expect([page.total, page.data.length, next.data.length, next.has_more]).toEqual([
      50,
      30,
      20,
      false,
    ])
  })

  test('412 for an older version; 200 and no new version for the same content', async () => {
    const { id } = await given.customer({})
    const { code: _, ...contact } = await add(id, 'contacts', { name: 'A' })
    const path = `/customers/${id}/contacts/${contact.id}`
    const { data } = await send('GET', `/customers/${id}/contacts`)
    const stale = { 'if-match': data[0].etag }
    expect(await send('PUT', path, contact, stale)).toMatchObject({ code: 200, version: 1 })
    expect(await send('PUT', path, { name: 'B' }, stale)).toMatchObject({ version: 2 })
    expect(await send('PUT', path, { name: 'C' }, stale)).toMatchObject({ code: 412 })
    expect(await send('DELETE', path, undefined, stale)).toMatchObject({ code: 412 })
    expect(await send('PUT', path, { name: ' ' })).toMatchObject({ code: 422 })
  })

  test('404 with the name of the missing record', async () => {
    const { id } = await given.customer({})
    const codeOf = async (path: string) => (await app.call('GET', path)).json().code
    expect(await codeOf(`/customers/${id}/contacts/x`)).toBe('contact_not_found')
    expect(await codeOf(`/customers/${id}/addresses/x`)).toBe('address_not_found')
    expect(await codeOf('/customers/x/addresses')).toBe('customer_not_found')
  })
})
