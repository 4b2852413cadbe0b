import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, type TestApp } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedGoCardless, playGoCardless } from '../../../test/providers/gocardless.ts'
import { type PlayedPayPal, playPayPal } from '../../../test/providers/paypal.ts'
import { endCheckout, fetchCheckout, requireCheckout } from './follow.ts'

/* Providers where the customer approves a payment, and the service then takes the money. */

const SECRET = 'hook-secret'

describe.each(ENGINES)('payments of GoCardless (%s)', (engine) => {
  let site: PlayedApp<PlayedGoCardless>
  let app: TestApp
  let gocardless: PlayedGoCardless
  let provider = ''
  beforeAll(async () => {
    const body = {
      ...{ kind: 'gocardless', methods: ['sepa_core'] },
      ...{ api_key: 'sandbox_played12345678901234567890', hook_secrets: [SECRET] },
    }
    site = await startWithProvider(engine, playGoCardless, body)
    ;({ app, played: gocardless, provider } = site)
  })
  afterAll(() => site?.close())

  const invoice = async (): Promise<string> =>
    (await givens(app).invoice({ items: [ITEM], status: 'sent' })).id
  const open = async (invoiceId: string): Promise<Json> =>
    (await app.call('POST', `/invoices/${invoiceId}/checkout`, {})).json()
  const read = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const later = async (minutes: number) => {
    app.clock.set(new Date(app.clock.now() + minutes * 60_000).toISOString())
    await app.services.jobRunner.runDue()
  }
  const hook = async (ref: string, secret = SECRET) => {
    const { body, headers } = gocardless.hook(ref, secret)
    const answer = await app.send({
      ...{ method: 'POST', url: `/hooks/${provider}`, payload: body, headers },
    })
    await app.services.jobRunner.runDue()
    return answer
  }
  const paymentOf = (checkout: string) =>
    [...gocardless.payments.values()].filter((it) => it.metadata.checkout === checkout)

  test('a test reads the creditor, its schemes and currencies', async () => {
    const answer = await app.call('POST', `/payment-providers/${provider}/test`)
    expect(answer.json()).toEqual({
      ...{ account: 'CR00PLAYED', name: 'Atelier Nord', mode: 'test' },
      ...{ methods: ['sepa_core', 'bacs'], currencies: ['EUR', 'GBP'] },
    })
  })

  test('the customer approves a mandate: one payment is made of it, and booked once it is confirmed', async () => {
    const invoiceId = await invoice()
    const { id, url, method } = await open(invoiceId)
    expect(method).toBe('sepa_core')
    expect((await open(invoiceId)).id).toBe(id)
    expect(url).toContain(gocardless.of(id).id)
    await later(2)
    expect(paymentOf(id)).toEqual([])
    gocardless.approve(id)
    // The answer is lost: the key finds the payment that was made.
    gocardless.onCreate.push('lost_after')
    await hook(gocardless.of(id).id)
    await later(2)
    await later(2)
    const made = paymentOf(id)
    expect(made).toMatchObject([{ status: 'pending_submission', currency: 'EUR' }])
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'pending', live: true })
    const ref = made[0]?.id ?? ''
    gocardless.change(ref, { status: 'confirmed' })
    expect((await hook(ref)).statusCode).toBe(200)
    expect(await read(`/invoices/${invoiceId}`)).toMatchObject({ status: 'paid' })
    gocardless.change(ref, { status: 'charged_back' })
    await hook(ref)
    expect(await read(`/invoices/${invoiceId}`)).toMatchObject({ status: 'sent' })
  })

  test('nothing is taken with a mandate that is approved after the invoice was paid otherwise', async () => {
    const invoiceId = await invoice()
    const { id } = await open(invoiceId)
    gocardless.approve(id)
    const { totals } = await read(`/invoices/${invoiceId}`)
    await app.call('POST', `/invoices/${invoiceId}/payments`, { amount: totals.due })
    await later(2)
    await hook(gocardless.of(id).id)
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'canceled' })
    expect(paymentOf(id)).toEqual([])
  })

  test('no money is taken for an invoice that has just been paid, even by a process with outdated facts', async () => {
    const invoiceId = await invoice()
    const { id } = await open(invoiceId)
    const before = await requireCheckout(app.work(), id)
    gocardless.approve(id)
    const { totals } = await read(`/invoices/${invoiceId}`)
    await app.call('POST', `/invoices/${invoiceId}/payments`, { amount: totals.due })
    await fetchCheckout(app.work(), before)
    expect(paymentOf(id)).toEqual([])
    await endCheckout(app.work(), before, 'settled_otherwise')
    // The checkout as another process knows it.
    await fetchCheckout(app.work(), before)
    expect(paymentOf(id)).toEqual([])
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'canceled', live: false })
  })

  test('a page that nobody uses gives the invoice back', async () => {
    const invoiceId = await invoice()
    const { id } = await open(invoiceId)
    await later(61)
    const ended = { status: 'canceled', live: false, closed_because: 'timed_out' }
    expect(await read(`/checkouts/${id}`)).toMatchObject(ended)
    const second = await open(invoiceId)
    expect(second.id).not.toBe(id)
  })

  test('the setting checkoutMinutes says how long a page stays open', async () => {
    await givens(app).settings({ checkoutMinutes: 90 })
    const { id } = await open(await invoice())
    await later(61)
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'open', live: true })
    await later(30)
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'canceled' })
    await givens(app).settings({ checkoutMinutes: 60 })
  })

  test('498: a hook with a wrong signature, without a body', async () => {
    const answer = await hook('PM00000001', 'another-secret')
    expect([answer.statusCode, answer.body]).toEqual([498, ''])
  })
})

const WEBHOOK = '8PT597110X687430LKGECATA'

describe.each(ENGINES)('payments of PayPal (%s)', (engine) => {
  let site: PlayedApp<PlayedPayPal>
  let app: TestApp
  let paypal: PlayedPayPal
  let provider = ''
  beforeAll(async () => {
    const api_key = 'sandbox_played-client-1234567890:played-secret-1234567890'
    const body = { kind: 'paypal', api_key, hook_secrets: [WEBHOOK] }
    site = await startWithProvider(engine, playPayPal, body)
    ;({ app, played: paypal, provider } = site)
  })
  afterAll(() => site?.close())

  const opened = async (): Promise<{ readonly invoiceId: string; readonly id: string }> => {
    const { id: invoiceId } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const { id } = (await app.call('POST', `/invoices/${invoiceId}/checkout`, {})).json()
    return { invoiceId, id }
  }
  const read = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const later = async (minutes: number) => {
    app.clock.set(new Date(app.clock.now() + minutes * 60_000).toISOString())
    await app.services.jobRunner.runDue()
  }
  const hook = async (type: string, resource: Json, webhook = WEBHOOK) => {
    const { body: payload, headers } = paypal.hook(type, resource, webhook)
    const url = `/hooks/${provider}`
    const answer = await app.send({ method: 'POST', url, payload, headers })
    await app.services.jobRunner.runDue()
    return answer
  }

  test('a test reads the account', async () => {
    const answer = await app.call('POST', `/payment-providers/${provider}/test`)
    expect(answer.json()).toMatchObject({ account: 'PLAYEDPAYER', mode: 'test' })
  })

  test('an approved order is captured once, although the answer is lost, and booked with its fee', async () => {
    const { invoiceId, id } = await opened()
    await later(2)
    paypal.approve(id)
    paypal.onCreate.push('lost_after')
    await hook('CHECKOUT.ORDER.APPROVED', { id: paypal.of(id).id })
    await later(2)
    await later(2)
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'paid', method: 'paypal' })
    const { status, customer_id } = await read(`/invoices/${invoiceId}`)
    expect(status).toBe('paid')
    const { data } = await read(`/provider-payments?customer_id=${customer_id}`)
    expect(data).toMatchObject([
      { status: 'paid', provider_fee: { amount: '4.51', currency: 'EUR' } },
    ])
  })

  test('a refund and a dispute at PayPal are booked', async () => {
    const { invoiceId, id } = await opened()
    paypal.approve(id)
    await hook('CHECKOUT.ORDER.APPROVED', { id: paypal.of(id).id })
    const order = paypal.of(id)
    const [{ id: capture, amount }] = order.captures as [Json]
    const up = { rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${capture}` }
    const part = { ...amount, value: '10.00' }
    const refund = { id: 'REFUND00000000001', status: 'COMPLETED', amount: part, links: [up] }
    order.refunds = [refund]
    expect((await hook('PAYMENT.CAPTURE.REFUNDED', refund)).statusCode).toBe(200)
    expect((await read(`/invoices/${invoiceId}`)).totals.due).toBe('10.00')
    const disputed = { ...amount, value: '20.00' }
    paypal.disputes.push({
      ...{ dispute_id: 'PP-D-1', transaction: capture, status: 'OPEN', reason: 'UNAUTHORISED' },
      ...{ dispute_amount: disputed, dispute_life_cycle_stage: 'CHARGEBACK' },
      money_movements: [{ affected_party: 'SELLER', type: 'DEBIT', amount: disputed }],
    })
    const of = { disputed_transactions: [{ seller_transaction_id: capture }] }
    await hook('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1', ...of })
    expect((await read(`/invoices/${invoiceId}`)).totals.due).toBe('30.00')
  })

  test('nothing is captured for an invoice that was paid otherwise', async () => {
    const { invoiceId, id } = await opened()
    paypal.approve(id)
    const { totals } = await read(`/invoices/${invoiceId}`)
    await app.call('POST', `/invoices/${invoiceId}/payments`, { amount: totals.due })
    await hook('CHECKOUT.ORDER.APPROVED', { id: paypal.of(id).id })
    await later(1440)
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'canceled' })
    expect(paypal.of(id).captures).toEqual([])
  })

  test('an order that nobody approves gives the invoice back, and brings nothing afterwards', async () => {
    const { invoiceId, id } = await opened()
    await later(61)
    const ended = { status: 'canceled', live: false, closed_because: 'timed_out' }
    expect(await read(`/checkouts/${id}`)).toMatchObject(ended)
    paypal.approve(id)
    await hook('CHECKOUT.ORDER.APPROVED', { id: paypal.of(id).id })
    expect(paypal.of(id).captures).toEqual([])
    expect((await app.call('POST', `/invoices/${invoiceId}/checkout`, {})).statusCode).toBe(201)
  })

  test('a refund in a currency that PayPal writes without decimals', async () => {
    const body = { items: [{ ...ITEM, unit_price: '1000.00' }], currency: 'HUF', status: 'sent' }
    const { id: invoiceId, customer_id } = await givens(app).invoice(body)
    const { id } = (await app.call('POST', `/invoices/${invoiceId}/checkout`, {})).json()
    paypal.approve(id)
    await hook('CHECKOUT.ORDER.APPROVED', { id: paypal.of(id).id })
    const [payment] = (await read(`/provider-payments?customer_id=${customer_id}`)).data
    const path = `/provider-payments/${payment.id}/refund`
    await app.call('POST', path, { amount: '500.00', reason: 'Damaged' })
    await app.services.jobRunner.runDue()
    expect(paypal.refundsAsked).toMatchObject([{ value: '500', currency_code: 'HUF' }])
  })

  test('a declined capture fails the checkout, and the customer can pay again', async () => {
    const { invoiceId, id } = await opened()
    paypal.approve(id)
    paypal.onCreate.push('declined')
    await hook('CHECKOUT.ORDER.APPROVED', { id: paypal.of(id).id })
    const failed = { status: 'failed', failure: 'INSTRUMENT_DECLINED', live: false }
    expect(await read(`/checkouts/${id}`)).toMatchObject(failed)
    expect((await read(`/invoices/${invoiceId}/offers`)).offers).toHaveLength(1)
  })

  test('200: the webhook is registered once for its address, and its id verifies hooks', async () => {
    const path = `/payment-providers/${provider}/register-hook`
    const { hook_url } = await read(`/payment-providers/${provider}`)
    paypal.webhooks.push({ id: 'WHK-of-a-shop', url: 'https://shop.example/hook', events: [] })
    const registered = { registered: true, hook_url }
    expect((await app.call('POST', path)).json()).toEqual(registered)
    const [, made] = paypal.webhooks
    expect(made).toMatchObject({
      url: hook_url,
      events: expect.arrayContaining(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.REFUNDED']),
    })
    if (made) made.events = ['PAYMENT.CAPTURE.COMPLETED']
    for (let times = 0; times < 2; times += 1)
      expect((await app.call('POST', path)).json()).toEqual(registered)
    expect(paypal.webhooks).toHaveLength(2)
    expect(made?.events).toContain('CUSTOMER.DISPUTE.CREATED')
    // The one that was entered by hand is valid, too.
    for (const webhook of [made?.id ?? '', WEBHOOK]) {
      const { body, headers } = paypal.hook('PAYMENT.CAPTURE.COMPLETED', {}, webhook)
      const sent = { method: 'POST', url: `/hooks/${provider}`, payload: body, headers } as const
      expect((await app.send(sent)).statusCode).toBe(200)
    }
  })

  test('400 bad_signature: PayPal did not sign it, or it names a key of another host', async () => {
    const other = await hook('CHECKOUT.ORDER.APPROVED', { id: 'ORDER000000000001' }, 'another')
    expect(other.json()).toMatchObject({ code: 'bad_signature' })
    const { body: payload, headers } = paypal.hook('PAYMENT.CAPTURE.COMPLETED', {}, WEBHOOK)
    const forged = { ...headers, 'paypal-cert-url': 'https://paypal.com.evil.example/cert' }
    const sent = { method: 'POST', url: `/hooks/${provider}`, payload } as const
    expect((await app.send({ ...sent, headers: forged })).statusCode).toBe(400)
    expect((await app.send({ ...sent, headers })).statusCode).toBe(200)
  })
})
