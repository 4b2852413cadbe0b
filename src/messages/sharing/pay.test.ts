import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { reaching } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { tablesOfAllCompanies } from '../../platform/database/scope.ts'
import { debits } from '../../receivables/direct-debit/debits.testing.ts'

const NONE = { available: false, reason: null, early_payment: null, offers: [] }
const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}

describe.each(ENGINES)("paying on the customer's page (%s)", (engine) => {
  let app: TestApp
  let stripe: PlayedStripe
  let provider = ''
  let token = ''
  let id = ''
  beforeAll(async () => {
    stripe = await playStripe()
    app = await startTestApp(engine, reaching({ stripe }))
  })
  beforeEach(async () => {
    if (provider !== '')
      await app.call('PATCH', `/payment-providers/${provider}`, { enabled: true })
    ;({ id } = await givens(app).invoice({ items: [ITEM], status: 'sent' }))
    token = (await givens(app).publish(id)).share_token
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })

  const page = (query = '') => app.send({ method: 'GET', url: `/i/${token}${query}` })
  const pay = (body = 'method=', headers: Record<string, string> = FORM) =>
    app.send({ method: 'POST', url: `/i/${token}/pay`, payload: body, headers })
  const read = async (): Promise<Json> => (await app.call('GET', `/invoices/${id}`)).json()
  const checkoutOf = async (): Promise<Json> =>
    (await app.call('GET', `/invoices/${id}/checkouts`)).json().data[0]
  const paid = (amount: number, status = 'paid') => ({
    status,
    payments: [
      {
        ...{ ref: 'p', amount, currency: 'EUR', at: Number(BigInt(app.clock.now()) / 1000n) },
        status: status as 'paid',
      },
    ],
  })

  const payOf = async (): Promise<Json> =>
    (await app.send({ url: `/api/v1/public/invoices/${token}` })).json().pay

  test('without a provider: no button, no form, and no script of ours beside the old one', async () => {
    const { body, headers } = await page()
    expect(body).not.toContain('<form')
    expect(headers['content-security-policy']).toContain("form-action 'none'")
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect((await pay()).statusCode).toBe(409)
    expect(await payOf()).toEqual({ ...NONE, reason: 'no_provider' })
    const made = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_page12345' }
    provider = (await app.call('POST', '/payment-providers', made)).json().id
  })

  test('303: the button leads to the page of the provider, twice to the same one', async () => {
    const { body, headers } = await page()
    expect(body).toContain(`action="/i/${token}/pay"`)
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${stripe.origin}`)
    const offers = [{ method: null, url: expect.stringMatching(`/i/${token}$`) }]
    expect(await payOf()).toEqual({ ...NONE, available: true, offers })
    const first = await pay()
    expect(first.statusCode, first.body).toBe(303)
    expect(first.headers.location).toMatch(new RegExp(`^${stripe.origin}/c/pay/`))
    expect((await pay()).headers.location).toBe(first.headers.location)
    expect(stripe.of((await checkoutOf()).id).order.get('success_url')).toContain(
      `/i/${token}?paid=`,
    )
  })

  test('a stored checkout does not contain the link, which is a secret', async () => {
    await pay()
    const stored = await tablesOfAllCompanies(app.db).selectFrom('checkouts').selectAll().execute()
    expect(stored.flatMap((it) => Object.values(it)).map(String)).not.toContainEqual(
      expect.stringContaining(token),
    )
  })

  test('back from the provider: paid at once, without a hook', async () => {
    await pay()
    const checkout = await checkoutOf()
    stripe.of(checkout.id).facts = paid(14_280)
    const { body } = await page(`?paid=${checkout.id}`)
    expect(body).toContain('Thank you. Your payment has arrived.')
    expect(body).not.toContain('<form')
    expect(await payOf()).toEqual({ ...NONE, reason: 'nothing_due' })
    expect(await read()).toMatchObject({ status: 'paid', totals: { due: '0.00' } })
    expect((await page()).body).not.toContain('<form')
  })

  test('back from a page that was closed because a transfer arrived: nothing is missing', async () => {
    await pay()
    const checkout = await checkoutOf()
    await app.call('POST', `/invoices/${id}/payments`, { amount: '142.80' })
    await runNow(app, 'checkout.watch')
    await app.services.jobRunner.runDue()
    expect(await checkoutOf()).toMatchObject({ closed_because: 'settled_otherwise' })
    const { body } = await page(`?paid=${checkout.id}`)
    expect(body).not.toMatch(/<form|role="status"/)
    expect(await read()).toMatchObject({ status: 'paid', totals: { paid: '142.80' } })
  })

  test('pending: no button, also not for a second payment', async () => {
    await pay()
    const checkout = await checkoutOf()
    stripe.of(checkout.id).facts = paid(14_280, 'pending')
    const { body } = await page(`?paid=${checkout.id}`)
    expect(body).toContain('Your payment is on its way.')
    expect(body).not.toContain('<form')
    expect(await payOf()).toEqual({ ...NONE, reason: 'pending' })
    const again = await pay()
    expect(again.statusCode).toBe(409)
    expect(again.body).toContain('Your payment is on its way.')
  })

  test('failed: the button is back, and the next payment counts', async () => {
    await pay()
    const first = await checkoutOf()
    stripe.of(first.id).facts = paid(14_280, 'failed')
    const { body } = await page(`?paid=${first.id}`)
    expect(body).toContain('The payment did not succeed.')
    expect(body).toContain('<form')
    await pay()
    const second = await checkoutOf()
    stripe.of(second.id).facts = paid(14_280)
    await page(`?paid=${second.id}`)
    expect(await read()).toMatchObject({ status: 'paid' })
  })

  test('no answer: the page waits for it without a script', async () => {
    stripe.onCreate.push('lost_after')
    const { statusCode, headers } = await pay('method=card')
    expect(statusCode).toBe(303)
    const waiting = await app.send({ method: 'GET', url: String(headers.location) })
    expect(waiting.headers.refresh).toBe('3')
    expect(waiting.body).toContain('One moment')
    app.clock.set(new Date(app.clock.now() + 6_000).toISOString())
    await app.services.jobRunner.runDue()
    const { body } = await page()
    expect(body).toContain('<form')
    expect((await pay('method=card')).headers.location).toContain('/c/pay/')
    expect([...stripe.sessions.values()].filter(({ key }) => body && key === '')).toEqual([])
  })

  test('503: a provider that refuses; the page still shows the bank account', async () => {
    stripe.onCreate.push('refused')
    const { statusCode, body } = await pay()
    expect(statusCode).toBe(503)
    expect(body).toContain('Online payment is not available right now.')
  })

  test('two years later the link asks for what is due then', async () => {
    await app.call('POST', `/invoices/${id}/payments`, { amount: '100.00' })
    app.clock.set(new Date(app.clock.now() + 2 * 365 * 86_400_000).toISOString())
    await pay()
    const { id: checkout } = await checkoutOf()
    expect(stripe.of(checkout).order.get('line_items[0][price_data][unit_amount]')).toBe('4280')
  })

  test('403: another site cannot open a checkout', async () => {
    const answer = await pay('method=', { ...FORM, 'sec-fetch-site': 'cross-site' })
    expect(answer.json()).toMatchObject({ status: 403, code: 'cross_site_request' })
    expect(await checkoutOf()).toBeUndefined()
  })

  test('no button while a direct debit is on its way: the page says when it is collected', async () => {
    const debit = debits(app)
    await debit.prepare()
    await givens(app).settings({ timeZone: 'UTC' })
    const { id: customerId } = await givens(app).customer({ name: 'Debtor' })
    const signed_on = new Date(app.clock.now()).toISOString().slice(0, 10)
    const it = await debit.announced(await debit.mandate(customerId, { signed_on }))
    id = it.invoice_id
    token = (await givens(app).publish(id)).share_token
    const before = (await page()).body
    expect(before).toContain(`action="/i/${token}/pay"`)
    expect(before).toMatch(/We collect the amount on [^<]+ from DE…0001\. You can also pay now\./)
    expect(before).not.toContain('DE02 1203 0000 0000 2020 51')
    // The document says so, too, and has no account and no code for a transfer.
    const { collect_on, notice } = it
    expect(notice.collect_on >= collect_on).toBe(true)
    const document = (await app.call('GET', `/invoices/${id}/html`)).body
    expect(document).toMatch(/We will collect <?[^.]*€119\.00[^.]*DE…0001 by SEPA direct debit/)
    expect(document).toMatch(/Mandate reference: M\S+\. Creditor identifier: DE98ZZZ09999999999/)
    const [, asked = ''] = /<section class="pay">(.*?)<\/section>/s.exec(document) ?? []
    expect(asked).toContain('We will collect')
    expect(asked).not.toMatch(/DE02 1203|<svg/)
    const preview = await app.call('POST', `/invoices/${id}/send/preview`, {})
    expect(preview.json().text).toMatch(/We will collect €119\.00 from your account DE…0001/)
    expect(preview.json().text).not.toContain('Please pay by')
    const run = await debit.hand()
    const said = /We collect the amount on [^<]+ from DE…0001\./
    const { body } = await page()
    expect(body).toMatch(said)
    expect(body).not.toContain('<form')
    expect(body).not.toContain('DE02 1203 0000 0000 2020 51')
    const answer = await pay()
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toMatch(said)
    expect(answer.body).not.toContain('has arrived')
    const refused = await app.call('POST', `/invoices/${id}/checkout`, {})
    expect(refused.json()).toMatchObject({
      ...{ status: 409, code: 'not_payable_online', reason: 'being_collected' },
    })
    await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'over' })
    expect((await page()).body).toContain(`action="/i/${token}/pay"`)
  })

  test('pay in parts: a part, what is left, and never more than is due', async () => {
    expect((await page()).body).not.toContain('name="amount"')
    // A part that is not allowed is refused, not taken for the whole.
    expect((await pay('method=&amount=40')).statusCode).toBe(422)
    await givens(app).settings({ allowPartialOnline: true })
    expect((await page()).body).toContain(
      '<input type="number" name="amount" min="1.00" max="142.80" step="0.01"',
    )
    await app.json('PATCH', `/payment-providers/${provider}`, { minimum: '10' })
    const huge = '9'.repeat(60)
    const wrong = ['-1', 'much', '1e2', '1.2.3', '0x10', '1_0', '%2B20', '%00', huge]
    for (const part of ['0.99', '5', '142.81', '140', ...wrong]) {
      const { statusCode, body } = await pay(`method=&amount=${part}`)
      expect([part, statusCode]).toEqual([part, 422])
      expect(body).toContain('This part cannot be paid online.')
    }
    expect(await checkoutOf()).toBeUndefined()
    for (const [part, minor, left] of [
      ['40,00', 4000, '102.80'],
      ['', 10_280, '0.00'],
    ] as const) {
      expect((await pay(`method=&amount=${part}`)).statusCode).toBe(303)
      const { id: checkout } = await checkoutOf()
      const session = stripe.of(checkout)
      expect(session.order.get('line_items[0][price_data][unit_amount]')).toBe(String(minor))
      session.facts = paid(minor)
      const { body } = await page(`?paid=${checkout}`)
      expect(body).toContain('Thank you. Your payment has arrived.')
      expect(body.includes(`max="${left}"`)).toBe(left !== '0.00')
      expect(await read()).toMatchObject({ totals: { due: left } })
    }
    await app.json('PATCH', `/payment-providers/${provider}`, { minimum: null })
    await givens(app).settings({ allowPartialOnline: false })
  })

  test('404: an unknown link, also for paying', async () => {
    token = 'x'.repeat(43)
    expect((await pay()).statusCode).toBe(404)
  })
})
