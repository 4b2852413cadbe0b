import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, SELLER } from './einvoice-parties.ts'
import { givens, type Json } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'

const API = '/api/v1'

describe.each(ENGINES)('preconditions (%s)', (engine) => {
  let app: TestApp
  let id: string
  let customerId: string
  let link: string
  let page: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    const given = givens(app)
    await given.settings(SELLER)
    customerId = (await given.customer(BUYER)).id
    id = (await given.invoice({ customer_id: customerId, status: 'sent' })).id
    const { share_token } = await given.publish(id)
    await given.payment(id, { amount: '10.00' })
    link = `${API}/public/invoices/${share_token}`
    page = `/i/${share_token}`
  })
  afterAll(() => app.close())

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.send({ method, url, headers: { authorization: `Bearer ${API_KEY}`, ...headers } })

  const lists = () => [
    `${API}/invoices?include=total`,
    `${API}/invoices/${id}/revisions`,
    `${API}/invoices/${id}/payments`,
    `${API}/invoices/${id}/validation`,
    `${API}/customers`,
    `${API}/customers/${customerId}/statement`,
    `${API}/templates`,
    `${API}/events`,
    `${API}/webhooks`,
    `${API}/jobs`,
    `${API}/users`,
    `${API}/api-keys`,
    `${API}/reports/summary`,
    `${API}/openapi.json`,
  ]

  test('304: every JSON response to a read has a tag', async () => {
    for (const path of [...lists(), link, page]) {
      const whole = await get(path)
      const cache = path === link || path === page ? 'private, no-store' : 'private, no-cache'
      expect([path, whole.statusCode, whole.headers['cache-control']]).toEqual([path, 200, cache])
      expect([path, whole.headers.etag]).toEqual([path, expect.stringMatching(/^"[^"]+"$/)])
      const again = await get(path, { 'if-none-match': `"x", W/${whole.headers.etag}` })
      expect([path, again.statusCode, again.body]).toEqual([path, 304, ''])
      expect(again.headers).toMatchObject({ etag: whole.headers.etag, 'cache-control': cache })
      expect(again.headers).not.toHaveProperty('content-type')
      const head = await get(path, {}, 'HEAD')
      expect([path, head.headers.etag]).toEqual([path, whole.headers.etag])
      expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    }
  })

  test('a list has another tag after a change', async () => {
    const before = await get(`${API}/customers`)
    await givens(app).customer({ name: 'Another' })
    const after = await get(`${API}/customers`, { 'if-none-match': String(before.headers.etag) })
    expect([after.statusCode, after.headers.etag === before.headers.etag]).toEqual([200, false])
  })

  test('no tags for streams, health and failures', async () => {
    for (const path of [`${API}/customers/export`, '/healthz', `${API}/customers/cus_1`]) {
      const reply = await get(path, { 'if-match': '"x"' })
      expect([path, reply.headers.etag]).toEqual([path, undefined])
    }
  })

  test('412: reading with If-Match of an old version', async () => {
    for (const path of [...lists(), link, page, `${API}/invoices/${id}`, `${API}/settings`]) {
      const { headers } = await get(path)
      const same = await get(path, { 'if-match': String(headers.etag) })
      expect([path, same.statusCode]).toEqual([path, 200])
      const refused = await get(path, { 'if-match': '"x"', 'if-none-match': String(headers.etag) })
      expect(refused.json()).toMatchObject({
        status: 412,
        code: 'precondition_failed',
        current_etag: headers.etag,
      })
      expect(refused.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
      })
      expect(refused.headers).not.toHaveProperty('etag')
    }
  })

  test('412: a change on the condition that there is nothing, and nothing changes', async () => {
    const { headers } = await get(`${API}/customers/${customerId}`)
    for (const ifNoneMatch of ['*', '"x"'])
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const reply = await app.call(
          method,
          `/customers/${customerId}`,
          method === 'DELETE' ? undefined : { name: 'X' },
          { 'if-none-match': ifNoneMatch },
        )
        expect(reply.json()).toMatchObject({ status: 412, code: 'precondition_failed' })
      }
    const after = await get(`${API}/customers/${customerId}`)
    expect(after.headers.etag).toBe(headers.etag)
  })

  test('412: a duplicate of an invoice changed meanwhile', async () => {
    const { id: draft } = await givens(app).invoice()
    const { headers } = await get(`${API}/invoices/${draft}`)
    const ifMatch = { 'if-match': String(headers.etag) }
    const duplicate = () => app.call('POST', `/invoices/${draft}/duplicate`, undefined, ifMatch)
    expect((await duplicate()).statusCode).toBe(201)
    await givens(app).put(draft, { notes: 'Changed' })
    expect((await duplicate()).statusCode).toBe(412)
  })

  test('412: the second factor of a person changed meanwhile', async () => {
    const person = { email: 'a@example.org', password: 'a long enough one', role: 'viewer' }
    const created = await app.call('POST', '/users', person)
    const path = `/users/${created.json().id}`
    const stale = { 'if-match': String(created.headers.etag) }
    expect((await app.call('DELETE', `${path}/totp`, undefined, stale)).statusCode).toBe(204)
    await app.call('PATCH', path, { name: 'Ada' })
    expect((await app.call('DELETE', `${path}/totp`, undefined, stale)).statusCode).toBe(412)
  })

  test('the tag of a text of messages never comes back, and neither does its version', async () => {
    const path = '/message-templates/invoice/en'
    const words = { subject: 'Invoice {number}', body: 'Here it is.' }
    const now = async () => {
      const { data } = (await app.call('GET', '/message-templates')).json()
      return data.find((it: Json) => it.kind === 'invoice' && it.language === 'en')
    }
    const seen = [await now()]
    for (const method of ['PUT', 'DELETE', 'PUT', 'DELETE']) {
      await app.call(method, path, method === 'PUT' ? words : undefined)
      seen.push(await now())
    }
    await app.call('DELETE', path)
    expect(await now()).toEqual(seen.at(-1))
    expect(seen.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4])
    expect(seen.map(({ built_in }) => built_in)).toEqual([true, false, true, false, true])
    expect(new Set(seen.map(({ etag }) => etag)).size).toBe(5)
  })

  test('412: all but one of the changes to a text of messages that are made at the same time', async () => {
    const path = '/message-templates/reminder/sv'
    const words = { subject: 'Faktura {number}', body: 'Betala.' }
    const { data } = (await app.call('GET', '/message-templates')).json()
    let { etag } = data.find((it: Json) => it.kind === 'reminder' && it.language === 'sv')
    for (let round = 0; round < 3; round++) {
      const change = (body: string) =>
        app.call('PUT', path, { ...words, body }, { 'if-match': etag })
      const answers = await Promise.all(['One.', 'Two.', 'Three.'].map(change))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412])
      etag = answers.find(({ statusCode }) => statusCode === 200)?.headers.etag
    }
  })
})
