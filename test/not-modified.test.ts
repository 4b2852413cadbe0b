import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, SELLER } from './einvoice-parties.ts'
import { givens } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'

const API = '/api/v1'

/** What describes a body; a policy is kept, as a browser goes by that of the last answer. */
const describesBody = (name: string): boolean =>
  name.startsWith('content-') && name !== 'content-security-policy'

describe.each(ENGINES)('304 (%s)', (engine) => {
  let app: TestApp
  let paths: readonly string[]

  beforeAll(async () => {
    app = await startTestApp(engine)
    const given = givens(app)
    await given.settings(SELLER)
    const customer = await given.customer(BUYER)
    const { id } = await given.invoice({ customer_id: customer.id, status: 'sent' })
    const { share_token } = await given.publish(id)
    const payment = await given.payment(id, { amount: '10.00' })
    const hook = await app.call('POST', '/webhooks', { url: 'https://93.184.215.14/' })
    const event = (await app.call('GET', '/events')).json().data[0]
    const key = (await app.call('POST', '/api-keys', { name: 'x', scopes: ['read'] })).json()
    paths = [
      `${API}/invoices/${id}`,
      `${API}/invoices/${id}/html`,
      `${API}/invoices/${id}/pdf`,
      `${API}/invoices/${id}/xml?format=ubl`,
      `${API}/invoices/${id}/payments/${payment.id}`,
      `${API}/customers/${customer.id}`,
      `${API}/customers/${customer.id}/statement/html`,
      `${API}/customers/${customer.id}/statement/pdf`,
      `${API}/webhooks/${hook.json().id}`,
      `${API}/events/${event.id}`,
      `${API}/api-keys/${key.id}`,
      `${API}/settings`,
      `${API}/templates/professional-modern`,
      `${API}/public/invoices/${share_token}/html`,
      `${API}/public/invoices/${share_token}/pdf`,
      `${API}/public/invoices/${share_token}/xml`,
      '/',
      '/docs',
    ]
  })
  afterAll(() => app.close())

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.send({ url, headers: { authorization: `Bearer ${API_KEY}`, ...headers } })

  test('a response without a body has no body headers, but all others of the full response', async () => {
    for (const path of paths) {
      const whole = await get(path)
      expect([path, whole.statusCode]).toEqual([path, 200])
      const same = await get(path, { 'if-none-match': String(whole.headers.etag) })
      expect([path, same.statusCode, same.body]).toEqual([path, 304, ''])
      expect([path, Object.keys(same.headers).filter(describesBody)]).toEqual([path, []])
      for (const name of ['etag', 'cache-control', 'x-content-type-options'])
        expect(same.headers[name], `${path} ${name}`).toBe(whole.headers[name])
      expect(String(same.headers.vary), path).toContain(String(whole.headers.vary ?? ''))
    }
  })
})
