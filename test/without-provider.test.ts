import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from './faults/harness.ts'
import { call, request } from './faults/request.ts'
import { ITEM, type Json } from './givens.ts'
import { reaching } from './providers/app.ts'
import { type PlayedStripe, playStripe } from './providers/stripe.ts'

const NOTES = pathToFileURL(join(import.meta.dirname, 'note-loaded.ts')).href
const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}

describe('a service without a payment provider', () => {
  let stripe: PlayedStripe
  let service: Service
  beforeAll(async () => {
    stripe = await playStripe()
    service = await startService({
      nodeArgs: ['--import', NOTES],
      env: reaching({ stripe }),
    })
    await service.ready(90_000)
  })
  afterAll(async () => {
    await service.kill()
    await stripe.close()
  })

  const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await call(service.url, method, path, body === undefined ? {} : { body })).json
  const noted = () => [
    ...new Set(
      service
        .output()
        .match(/^(LOADED|CONNECTED) .*$/gm)
        ?.map((it) => it.trim()),
    ),
  ]

  test('loads no package of one and connects to nobody; with one, it does both', async () => {
    const customer = { name: 'Fernweh Books' }
    const given = { customer, currency: 'EUR', items: [ITEM], status: 'sent' }
    const { id } = await ask('POST', '/invoices', given)
    const { share_token: token } = await ask('POST', `/invoices/${id}/publish`)
    const page = await request(service.url, 'GET', `/i/${token}`)
    expect(page.status, page.text).toBe(200)
    expect(page.text).not.toContain('<form')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'none'")
    const body = 'method='
    const paid = await request(service.url, 'POST', `/i/${token}/pay`, { headers: FORM, body })
    expect(paid.status).toBe(409)
    const refused = { code: 'not_payable_online', reason: 'no_provider' }
    expect(await ask('POST', `/invoices/${id}/checkout`, {})).toMatchObject(refused)
    expect(noted()).toEqual([])

    await ask('POST', '/payment-providers', {
      ...{ kind: 'stripe', label: 'Stripe', api_key: 'sk_test_loaded1234' },
    })
    expect(await ask('POST', `/invoices/${id}/checkout`, {})).toMatchObject({ status: 'open' })
    expect(noted()).toEqual(['LOADED stripe', `CONNECTED ${stripe.host}`])
  })
})
