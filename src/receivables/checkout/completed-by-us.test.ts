import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { type PlayedGoCardless, playGoCardless } from '../../../test/providers/gocardless.ts'

/* Providers where the customer approves a payment, and the service then takes the money. */

const SECRET = 'hook-secret'

describe.each(ENGINES)('payments that the service completes (%s)', (engine) => {
  let app: TestApp
  let gocardless: PlayedGoCardless
  let provider = ''
  beforeAll(async () => {
    gocardless = await playGoCardless()
    app = await startTestApp(engine, {
      OUTBOUND_ALLOW: gocardless.host,
      PAYMENT_ORIGINS: `gocardless=${gocardless.origin}`,
    })
    const body = {
      ...{ kind: 'gocardless', label: 'GoCardless', methods: ['sepa_core'] },
      ...{ api_key: 'sandbox_played12345678901234567890', hook_secrets: [SECRET] },
    }
    provider = (await app.call('POST', '/payment-providers', body)).json().id
  })
  afterAll(async () => {
    await app.close()
    await gocardless.close()
  })

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

  test('498: a hook with a wrong signature, without a body', async () => {
    const answer = await hook('PM00000001', 'another-secret')
    expect([answer.statusCode, answer.body]).toEqual([498, ''])
  })
})
