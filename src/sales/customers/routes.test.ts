import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { transaction } from '../../core/record/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import { createCustomer } from './change.ts'
import { requireCustomer } from './read.ts'
import { type CustomersFixture, FULL, givenInvoice, startCustomers } from './routes.testing.ts'

describe.each(ENGINES)('customers (%s)', (engine) => {
  let ctx: CustomersFixture
  beforeAll(async () => {
    ctx = await startCustomers(engine)
  })
  afterAll(() => ctx.server.close())
  beforeEach(() => ctx.clear())

  test('201: a whole customer is created, located, and read back as sent', async () => {
    const created = await ctx.server.send({ method: 'POST', path: '/customers', body: FULL })
    expect(created.status).toBe(201)
    expect(created.json).toEqual({
      ...FULL,
      email_problem: null,
      mail_stop: null,
      tax_id_status: {
        format: 'invalid',
        checked_at: null,
        vies: null,
        consultation: null,
        name_match: null,
      },
      id: expect.stringMatching(/^cus_/),
      version: 1,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    })
    expect(created.headers.location).toBe(`/api/v1/customers/${created.json.id}`)
    const read = await ctx.get(String(created.json.id))
    expect(read.status).toBe(200)
    expect(read.json).toEqual(created.json)
    expect(read.headers.etag).toBe(created.headers.etag)
  })

  test('201: a name is enough, and everything else is null', async () => {
    const { status, json } = await ctx.server.send({
      method: 'POST',
      path: '/customers',
      body: { name: 'A' },
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({ email: null, metadata: {}, endpoint: null, archived: false })
    expect(json.address).toMatchObject({ line1: null, country_code: null })
  })

  test('201: texts are trimmed, blank ones count as empty, codes are canonical', async () => {
    const id = await ctx.given({
      name: '  Ama Ltd ',
      email: ' ',
      notes: '',
      address: { city: ' Accra ', country_code: 'gh' },
      language: 'EN_gb',
      currency: 'ghs',
      endpoint: { scheme: 'em', id: ' a@b.example ' },
      trading_name: ' Fernweh ',
      registration_scheme: '0204',
      identifier: { scheme: '0088', id: '4012345000009' },
      e_invoice_profile: 'xrechnung',
    })
    expect((await ctx.get(id)).json).toMatchObject({
      name: 'Ama Ltd',
      email: null,
      notes: null,
      address: { city: 'Accra', country_code: 'GH' },
      language: 'en-GB',
      currency: 'GHS',
      endpoint: { scheme: 'EM', id: 'a@b.example' },
      trading_name: 'Fernweh',
    })
  })

  test('400: malformed JSON', async () => {
    const response = await ctx.server.send({ method: 'POST', path: '/customers', body: '{"name"' })
    expect(response.status).toBe(400)
    expect(response.json.code).toBe('malformed_json')
  })

  test('400: no body', async () => {
    const response = await ctx.server.send({ method: 'POST', path: '/customers' })
    expect(response.status).toBe(400)
  })

  test.each([
    'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
    'cus_1',
    'x',
    '%00',
    'inv_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
    "'--",
  ])('404: unknown and malformed ids alike (%s)', async (id) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PUT' || method === 'PATCH' ? { body: { notes: 'x' } } : {}
      const response = await ctx.server.send({ method, path: `/customers/${id}`, ...body })
      expect(response.status).toBe(404)
      expect(response.json.code).toBe('customer_not_found')
    }
  })

  test('200: PUT changes the fields it names, each as a whole; the others stay', async () => {
    const id = await ctx.given()
    const body = { name: 'Northwind AG', address: { city: 'Zug' }, metadata: { a: 'b' } }
    const { status, json } = await ctx.server.send({
      method: 'PUT',
      path: `/customers/${id}`,
      body,
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ name: 'Northwind AG', email: FULL.email, metadata: { a: 'b' } })
    expect(json.address).toMatchObject({ city: 'Zug', line1: null, country_code: null })
    expect(json.version).toBe(2)
  })

  test('200: PATCH merges into address and metadata, and null clears', async () => {
    const id = await ctx.given()
    const body = {
      address: { city: 'Bremen', line2: null },
      metadata: { crm: null, erp: '9' },
      email: null,
      archived: true,
    }
    const { status, json } = await ctx.server.send({
      method: 'PATCH',
      path: `/customers/${id}`,
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ name: FULL.name, email: null, archived: true })
    expect(json.address).toEqual({ ...FULL.address, city: 'Bremen', line2: null })
    expect(json.metadata).toEqual({ erp: '9' })
    expect((await ctx.get(id)).json).toEqual(json)
  })

  test('200: PATCH deletes all parts of a field by null, and changes one part of an endpoint', async () => {
    const id = await ctx.given()
    const body = { address: null, metadata: null, endpoint: { scheme: '9930' }, identifier: null }
    const { json } = await ctx.server.send({ method: 'PATCH', path: `/customers/${id}`, body })
    expect(json).toMatchObject({ metadata: {}, identifier: null })
    expect(json.endpoint).toEqual({ ...FULL.endpoint, scheme: '9930' })
    expect(Object.values(json.address as object)).toEqual([null, null, null, null, null, null])
    expect((await ctx.get(id)).json).toEqual(json)
  })

  test('200: an unchanged request creates no new version', async () => {
    const id = await ctx.given()
    const { json } = await ctx.server.send({ method: 'PUT', path: `/customers/${id}`, body: FULL })
    expect(json.version).toBe(1)
  })

  test('422: a name cannot be taken away, and nothing changes', async () => {
    const id = await ctx.given()
    for (const body of [{ name: null }, { name: ' ' }, { endpoint: { id: '' }, notes: 'x' }]) {
      const response = await ctx.server.send({ method: 'PATCH', path: `/customers/${id}`, body })
      expect(response.status).toBe(422)
    }
    expect((await ctx.get(id)).json).toMatchObject({ ...FULL, version: 1 })
  })

  test('422: half an endpoint or identifier, and nothing changes', async () => {
    const id = await ctx.given({ name: 'A' })
    const body = { endpoint: { id: '1' }, identifier: { scheme: '0088' } }
    const { json } = await ctx.server.send({ method: 'PATCH', path: `/customers/${id}`, body })
    expect(json.errors).toMatchObject([
      { pointer: '/endpoint', code: 'incomplete' },
      { pointer: '/identifier', code: 'incomplete' },
    ])
    expect((await ctx.get(id)).json).toMatchObject({ endpoint: null, identifier: null })
  })

  test('422: more than 50 pairs of metadata after a PATCH', async () => {
    const id = await ctx.given()
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v']))
    const body = { metadata }
    const { json } = await ctx.server.send({ method: 'PATCH', path: `/customers/${id}`, body })
    expect(json.errors).toMatchObject([{ pointer: '/metadata', code: 'too_many_fields' }])
  })

  test('412: a stale If-Match, and nothing changes', async () => {
    const id = await ctx.given()
    const { headers } = await ctx.get(id)
    const ifMatch = { 'if-match': String(headers.etag) }
    const path = `/customers/${id}`
    const first = await ctx.server.send({
      method: 'PUT',
      path,
      body: { notes: '1' },
      headers: ifMatch,
    })
    expect(first.status).toBe(200)
    const second = await ctx.server.send({
      method: 'PUT',
      path,
      body: { notes: '2' },
      headers: ifMatch,
    })
    expect(second.status).toBe(412)
    expect(second.json.code).toBe('precondition_failed')
    const third = await ctx.server.send({ method: 'DELETE', path, headers: ifMatch })
    expect(third.status).toBe(412)
    expect((await ctx.get(id)).json.notes).toBe('1')
  })

  test('304: the caller has the current version', async () => {
    const id = await ctx.given()
    const { headers } = await ctx.get(id)
    for (const tag of [String(headers.etag), `"x", W/${headers.etag}`, '*']) {
      const response = await ctx.server.send({
        method: 'GET',
        path: `/customers/${id}`,
        headers: { 'if-none-match': tag },
      })
      expect(response).toMatchObject({ status: 304, text: '' })
    }
  })

  test('200: of two changes at the same time both are kept', async () => {
    const id = await ctx.given()
    const path = `/customers/${id}`
    const bodies = [{ notes: 'n' }, { phone: '1' }, { reference: 'r' }]
    await Promise.all(bodies.map((body) => ctx.server.send({ method: 'PATCH', path, body })))
    expect((await ctx.get(id)).json).toMatchObject({
      notes: 'n',
      phone: '1',
      reference: 'r',
      version: 4,
    })
  })

  test('204: deleted, and gone', async () => {
    const id = await ctx.given()
    const response = await ctx.server.send({ method: 'DELETE', path: `/customers/${id}` })
    expect(response).toMatchObject({ status: 204, text: '' })
    expect((await ctx.get(id)).status).toBe(404)
  })

  test('409: a customer whom an invoice names, and it stays', async () => {
    const id = await ctx.given()
    await givenInvoice(ctx.server, id)
    const response = await ctx.server.send({ method: 'DELETE', path: `/customers/${id}` })
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject({ code: 'customer_in_use' })
    expect(String(response.json.detail)).toContain('archived')
    expect((await ctx.get(id)).status).toBe(200)
  })

  test('403: reading needs `read`, the rest `write`', async () => {
    const id = await ctx.given()
    const attempts = [
      { method: 'GET', path: '/customers', scopes: ['write'] },
      { method: 'GET', path: `/customers/${id}`, scopes: ['write'] },
      { method: 'POST', path: '/customers', body: { name: 'B' }, scopes: ['read'] },
      { method: 'PUT', path: `/customers/${id}`, body: { name: 'B' }, scopes: ['read'] },
      { method: 'PATCH', path: `/customers/${id}`, body: { name: 'B' }, scopes: ['read', 'admin'] },
      { method: 'DELETE', path: `/customers/${id}`, scopes: ['read'] },
    ] as const
    for (const attempt of attempts) {
      const response = await ctx.server.send(attempt)
      expect(response.status).toBe(403)
      expect(response.json.code).toBe('missing_scope')
    }
    expect(await ctx.stored()).toMatchObject([{ name: FULL.name }])
  })

  test('create joins the transaction of the caller, and is rolled back with it', async () => {
    const failed = transaction(ctx.work(), async (work) => {
      const { id } = await createCustomer(work, { name: 'Inline' })
      expect((await requireCustomer(work, id)).name).toBe('Inline')
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await ctx.stored()).toEqual([])
  })

  test('create reports faults at the pointer of the customer', async () => {
    const error = await createCustomer(
      ctx.work(),
      { name: 'A', currency: 'zzz' },
      { pointer: '/customer' },
    ).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ faults: [{ pointer: '/customer/currency' }] })
  })
})
