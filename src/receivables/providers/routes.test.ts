import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { reaching } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

const KEY = 'sk_test_51example'
const SECRET = 'whsec_example'

describe.each(ENGINES)('payment providers (%s)', (engine) => {
  let app: TestApp
  let stripe: PlayedStripe
  let id = ''
  beforeAll(async () => {
    stripe = await playStripe()
    app = await startTestApp(engine, reaching({ stripe }))
  })
  beforeEach(async () => {
    const body = { kind: 'stripe', label: 'Stripe', api_key: KEY, hook_secrets: [SECRET] }
    const made = await app.call('POST', '/payment-providers', body)
    expect(made.statusCode, made.body).toBe(201)
    id = made.json().id
    for (const other of (await app.call('GET', '/payment-providers')).json().data)
      if (other.id !== id) await patch({ enabled: false }, other.id)
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })

  const patch = (body: object, of = id) => app.call('PATCH', `/payment-providers/${of}`, body)
  const invoice = async (body: object = {}): Promise<string> =>
    (await givens(app).invoice({ items: [ITEM], status: 'sent', ...body })).id
  const open = (invoiceId: string, body: object = {}) =>
    app.call('POST', `/invoices/${invoiceId}/checkout`, body)
  const hook = (headers: Record<string, string>, payload: string) =>
    app.send({ method: 'POST', url: `/hooks/${id}`, headers, payload })

  test('200: key and secrets are stored encrypted, and in no answer', async () => {
    const answer = await app.call('GET', `/payment-providers/${id}`)
    expect(answer.json()).toMatchObject({
      ...{ mode: 'test', has_api_key: true, has_hook_secrets: true, account: null },
      hook_url: expect.stringMatching(new RegExp(`/hooks/${id}$`)),
    })
    const rows = await app.tables.selectFrom('payment_providers').selectAll().execute()
    const stored = JSON.stringify(rows, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const secret of [KEY, SECRET]) {
      expect(answer.body).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
  })

  test('200: a test reads the account; a key of another account or mode is refused then', async () => {
    const tested = await app.call('POST', `/payment-providers/${id}/test`)
    expect(tested.json()).toEqual({
      ...{ account: 'acct_1played', name: 'Atelier Nord', mode: 'test' },
      ...{ methods: ['card', 'sepa_debit'], currencies: ['EUR'] },
    })
    stripe.account.id = 'acct_2other'
    expect((await patch({ api_key: 'sk_test_other123' })).json().code).toBe('account_differs')
    stripe.account.id = 'acct_1played'
    expect((await patch({ api_key: 'sk_test_other123' })).statusCode).toBe(200)
    expect((await patch({ api_key: 'sk_live_other123' })).json().code).toBe('mode_differs')
    expect((await patch({ api_key: 'pk_test_other123' })).json().errors).toMatchObject([
      { pointer: '/api_key', code: 'wrong_format' },
    ])
  })

  test('502: a refused key stops all calls for a quarter of an hour, and Attention says so', async () => {
    stripe.refusesKeys = true
    const answer = await app.call('POST', `/payment-providers/${id}/test`)
    expect(answer.json()).toMatchObject({ status: 502, code: 'provider_failed' })
    expect(answer.body).not.toContain(KEY)
    const key = { 'idempotency-key': 'refused' }
    const again = () => app.call('POST', `/payment-providers/${id}/test`, undefined, key)
    expect((await again()).json().code).toBe('provider_failed')
    expect((await again()).json().code).toBe('provider_failed')
    stripe.refusesKeys = false
    const { data } = (await app.call('GET', '/attention?kind=provider')).json()
    expect(data).toMatchObject([{ code: 'provider_refused', resource: { id } }])
    const before = stripe.requests
    expect((await open(await invoice())).json()).toMatchObject({ status: 'creating' })
    expect(stripe.requests).toBe(before)
    app.clock.set(new Date(app.clock.now() + 16 * 60_000).toISOString())
    await app.services.jobRunner.runDue()
    expect(stripe.requests).toBeGreaterThan(before)
    expect((await app.call('GET', '/attention?kind=provider')).json().data).toEqual([])
  })

  test('200: the hook is registered with a new secret, instead of earlier ones to this address', async () => {
    const register = () => app.call('POST', `/payment-providers/${id}/register-hook`)
    const { hook_url } = (await app.call('GET', `/payment-providers/${id}`)).json()
    stripe.endpoints.push({ id: 'we_other', url: 'https://shop.example/hook', secret: 'whsec_x' })
    const { id: checkout } = (await open(await invoice())).json()
    const now = Number(BigInt(app.clock.now()) / 1000n)
    const statusOf = async (secret: string) => {
      const { body, headers } = stripe.hook(stripe.of(checkout), secret, now)
      return (await hook(headers, body)).statusCode
    }
    const secretOf = () => stripe.endpoints.at(-1)?.secret ?? ''
    expect((await register()).json()).toEqual({ registered: true, hook_url })
    const first = secretOf()
    // Hooks with the previous secret may still arrive.
    expect([await statusOf(first), await statusOf(SECRET)]).toEqual([200, 200])
    expect((await register()).json()).toEqual({ registered: true, hook_url })
    expect(stripe.endpoints.map(({ url }) => url)).toEqual(['https://shop.example/hook', hook_url])
    expect([await statusOf(secretOf()), await statusOf(first)]).toEqual([200, 200])
    expect(await statusOf(SECRET)).toBe(400)
    // Each call deletes only earlier hooks, so that one is left.
    const both = await Promise.all([register(), register()])
    expect(both.map((it) => it.json())).toEqual(Array(2).fill({ registered: true, hook_url }))
    expect(stripe.endpoints.map(({ url }) => url)).toEqual(['https://shop.example/hook', hook_url])
    expect(await statusOf(secretOf())).toBe(200)
  })

  test('502: a key that may not register hooks still takes payments', async () => {
    stripe.isRestricted = true
    const answer = await app.call('POST', `/payment-providers/${id}/register-hook`)
    expect(answer.json()).toMatchObject({ code: 'provider_failed', provider_code: 'not_permitted' })
    stripe.isRestricted = false
    expect((await open(await invoice())).json()).toMatchObject({ status: 'open' })
  })

  test('200: of a provider without such an interface, the address to enter by hand', async () => {
    const body = { kind: 'mollie', label: 'Mollie', api_key: 'test_played12345678901234567890' }
    const { id: other, hook_url } = (await app.call('POST', '/payment-providers', body)).json()
    const answer = await app.call('POST', `/payment-providers/${other}/register-hook`)
    expect(answer.json()).toEqual({ registered: false, hook_url })
  })

  test('409 provider_in_use: it is disabled instead, and offers nothing then', async () => {
    const invoiceId = await invoice()
    expect((await open(invoiceId)).statusCode).toBe(201)
    const deleted = await app.call('DELETE', `/payment-providers/${id}`)
    expect(deleted.json().code).toBe('provider_in_use')
    await patch({ enabled: false })
    expect((await app.call('GET', `/invoices/${await invoice()}/offers`)).json()).toEqual({
      reason: 'no_provider',
      early_payment: null,
      ...{ offers: [], left_out: [] },
    })
  })

  test('403: only an administrator sees providers', async () => {
    const headers = await givens(app).key('read', 'write', 'issue')
    expect((await app.call('GET', '/payment-providers', undefined, headers)).statusCode).toBe(403)
  })

  test('502: a page on a foreign host never reaches the customer', async () => {
    stripe.onCreate.push('foreign_page')
    const invoiceId = await invoice()
    const answer = await open(invoiceId)
    expect(answer.json()).toMatchObject({ status: 502, code: 'provider_failed' })
    const { data } = (await app.call('GET', `/invoices/${invoiceId}/checkouts`)).json()
    expect(data).toMatchObject([{ status: 'failed', live: false, url: null }])
  })

  test('409 not_payable_online: a draft, a void invoice, one below the minimum', async () => {
    const reasonOf = async (body: object) => (await open(await invoice(body))).json().reason
    expect(await reasonOf({ status: 'draft' })).toBe('not_issued')
    expect(await reasonOf({ items: [{ ...ITEM, quantity: '1', unit_price: '0.20' }] })).toBe(
      'below_minimum',
    )
  })

  test.each([
    [60, 60],
    // Stripe wants 30 minutes to 24 hours, also of a call that is repeated a little later.
    [30, 33],
    [1440, 1437],
  ])('checkoutMinutes %i: the page of Stripe is open for %i minutes', async (asked, minutes) => {
    await givens(app).settings({ checkoutMinutes: asked })
    const made = (await open(await invoice())).json()
    const until = new Date(app.clock.now() + minutes * 60_000).toISOString()
    expect(made.expires_at).toBe(`${until.slice(0, 19)}.000Z`)
    await givens(app).settings({ checkoutMinutes: 60 })
  })

  test('100 requests at once open one page', async () => {
    const invoiceId = await invoice()
    const before = stripe.sessions.size
    const answers = await Promise.all(Array.from({ length: 100 }, () => open(invoiceId)))
    const ids = new Set(answers.map((it) => it.json().id))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
    expect(ids.size).toBe(1)
    expect(stripe.sessions.size - before).toBe(1)
  })

  test('hooks: 200 once stored, 400 with a wrong signature, 404 for a stranger, 413 above 256 KB', async () => {
    const { id: checkout } = (await open(await invoice())).json()
    const now = Number(BigInt(app.clock.now()) / 1000n)
    const { body, headers } = stripe.hook(stripe.of(checkout), SECRET, now)
    const answer = await hook(headers, body)
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const jobs = async (): Promise<Json> => app.tables.selectFrom('jobs').select('key').execute()
    const before = await jobs()
    expect((await hook(headers, `${body} `)).json()).toMatchObject({ code: 'bad_signature' })
    expect((await hook({ 'content-type': 'application/json' }, body)).statusCode).toBe(400)
    expect(await jobs()).toEqual(before)
    const stranger = '/hooks/pvd_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10'
    const sent = { method: 'POST', headers, payload: body } as const
    expect((await app.send({ ...sent, url: stranger })).statusCode).toBe(404)
    expect((await hook(headers, 'x'.repeat(300_000))).statusCode).toBe(413)
  })
})
