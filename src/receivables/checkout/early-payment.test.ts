import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedFacts, type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

/* Discounts for early payment of invoices that are paid online: 119.00, or 116.62 until 12 May. */

const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}
const EARLY = { amount: '116.62', discount: '2.38', until: '2026-05-12' }

describe.each(ENGINES)('early payment online (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  let id = ''
  let token = ''
  beforeAll(async () => {
    it = await startWithProvider(engine, playStripe, {
      kind: 'stripe',
      api_key: 'sk_test_early1234',
    })
    await givens(it.app).settings({ timeZone: 'Europe/Berlin' })
  })
  beforeEach(async () => {
    it.app.clock.set('2026-05-02T10:00:00.000Z')
    const item = { description: 'Cover', quantity: '1', unit_price: '100.00' }
    const body = {
      items: [{ ...item, tax: { category: 'S', rate: '19' } }],
      early_payment: [{ percent: '2', days: 10 }],
    }
    ;({ id } = await givens(it.app).invoice({ ...body, status: 'sent' }))
    token = (await givens(it.app).publish(id)).share_token
  })
  afterAll(() => it.close())

  const read = async (path: string): Promise<Json> => (await it.app.call('GET', path)).json()
  const open = async (body: object = { discount: 'auto' }): Promise<Json> =>
    (await it.app.call('POST', `/invoices/${id}/checkout`, body)).json()
  const checkoutOf = (checkout: string): Promise<Json> => read(`/checkouts/${checkout}`)
  /** Sets what the provider says, and lets the service ask for it. */
  const tell = async (checkout: string, facts: PlayedFacts) => {
    it.played.of(checkout).facts = facts
    it.app.clock.set(new Date(it.app.clock.now() + 60 * 60_000).toISOString())
    await it.app.services.jobRunner.runDue()
  }
  const paid = (
    at: string,
    {
      amount = 11662,
      status = 'paid',
    }: { amount?: number; status?: 'paid' | 'pending' | 'failed' } = {},
  ): PlayedFacts => ({
    status,
    payments: [{ ref: 'p', status, amount, currency: 'EUR', at: Date.parse(at) / 1000 }],
  })
  const paymentOf = async (checkout: string): Promise<Json> =>
    (await read('/provider-payments')).data.find((it: Json) => it.checkout_id === checkout)
  const stateOf = async (): Promise<Json> => {
    const { status, totals } = await read(`/invoices/${id}`)
    const { data } = await read(`/invoices/${id}/payments`)
    const payments = data.map(({ amount, discount }: Json) => [amount, discount])
    return { status, due: totals.due, payments }
  }
  const PAID = { status: 'paid', due: '0.00', payments: [['116.62', '2.38']] }

  test('offers, the public JSON and the page say both amounts until the day ends', async () => {
    const page = async () => (await it.app.send({ url: `/i/${token}` })).body
    const offered = async () => ({
      offers: (await read(`/invoices/${id}/offers`)).early_payment,
      public: (await it.app.send({ url: `/api/v1/public/invoices/${token}` })).json().pay
        .early_payment,
    })
    expect(await offered()).toEqual({ offers: EARLY, public: EARLY })
    const body = await page()
    expect(body).toContain(
      '€119.00, or €116.62 until May 12, 2026 with the discount for early payment.',
    )
    expect(body).toContain('<input type="hidden" name="discount" value="auto">')
    expect(body).toMatch(/>Pay €116\.62 online<.*>Pay €119\.00 online</s)
    it.app.clock.set('2026-05-12T21:59:00.000Z')
    expect(await offered()).toEqual({ offers: EARLY, public: EARLY })
    it.app.clock.set('2026-05-12T22:01:00.000Z')
    expect(await offered()).toEqual({ offers: null, public: null })
    expect(await page()).not.toContain('name="discount"')
  })

  test('the button asks for the lower amount; once it is paid, the invoice is paid', async () => {
    const pay = (payload: string) =>
      it.app.send({ method: 'POST', url: `/i/${token}/pay`, payload, headers: FORM })
    expect((await pay('method=&discount=auto')).statusCode).toBe(303)
    const [checkout] = (await read(`/invoices/${id}/checkouts`)).data
    expect(checkout).toMatchObject({
      ...{ amount: '116.62', status: 'open' },
      invoices: [{ id, amount: '116.62', discount: '2.38' }],
    })
    await tell(checkout.id, paid('2026-05-02T10:30:00Z'))
    expect(await stateOf()).toEqual(PAID)
    expect((await read('/attention?kind=payment')).data).toEqual([])
  })

  test('one payment of two invoices has the discount of each', async () => {
    const first = id
    const { customer_id } = await read(`/invoices/${first}`)
    const item = { description: 'Cover', quantity: '1', unit_price: '50.00' }
    const { id: second } = await givens(it.app).invoice({
      ...{ customer_id, status: 'sent', early_payment: [{ percent: '4', days: 10 }] },
      items: [{ ...item, tax: { category: 'S', rate: '19' } }],
    })
    const others = [{ invoice_id: second, discount: 'auto' }]
    const checkout = await open({ discount: 'auto', others })
    expect(checkout).toMatchObject({
      ...{ amount: '173.74', status: 'open' },
      invoices: [
        { id: first, amount: '116.62', discount: '2.38' },
        { id: second, amount: '57.12', discount: '2.38' },
      ],
    })
    await tell(checkout.id, paid('2026-05-02T10:30:00Z', { amount: 17374 }))
    expect(await stateOf()).toEqual(PAID)
    id = second
    expect(await stateOf()).toEqual({ ...PAID, payments: [['57.12', '2.38']] })
    expect((await read('/attention?kind=payment')).data).toEqual([])
  })

  test('422 discount_not_allowed after the day; the page asks for what is due instead', async () => {
    it.app.clock.set('2026-05-12T22:01:00.000Z')
    expect(await open()).toMatchObject({ status: 422, code: 'discount_not_allowed' })
    const url = `/i/${token}/pay`
    const payload = 'method=&discount=auto'
    const answer = await it.app.send({ method: 'POST', url, payload, headers: FORM })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/i/${token}`])
    expect(await open({ discount: 'auto', amount: '10.00' })).toMatchObject({
      errors: [{ pointer: '/amount', code: 'not_allowed' }],
    })
  })

  test('a checkout asks for the whole amount by default, and ends the page with the discount', async () => {
    const early = await open()
    const whole = await open({})
    expect(whole).toMatchObject({ amount: '119.00', invoices: [{ discount: '0.00' }] })
    expect(await checkoutOf(early.id)).toMatchObject({ closed_because: 'amount_changed' })
    await tell(whole.id, paid('2026-05-02T10:30:00Z', { amount: 11900 }))
    expect(await stateOf()).toMatchObject({ status: 'paid', payments: [['119.00', '0.00']] })
  })

  test('a page with the discount ends with the day, or once less is due', async () => {
    it.app.clock.set('2026-05-12T21:50:00.000Z')
    const late = await open()
    it.app.clock.set('2026-05-12T22:00:30.000Z')
    await runNow(it.app, 'checkout.watch')
    await it.app.services.jobRunner.runDue()
    const ended = { status: 'canceled', closed_because: 'amount_changed' }
    expect(await checkoutOf(late.id)).toMatchObject(ended)
    it.app.clock.set('2026-05-12T21:50:00.000Z')
    const other = await open()
    await givens(it.app).payment(id, { amount: '1.00' })
    await runNow(it.app, 'checkout.watch')
    await it.app.services.jobRunner.runDue()
    expect(await checkoutOf(other.id)).toMatchObject(ended)
    expect((await open()).invoices).toMatchObject([{ amount: '115.62', discount: '2.38' }])
  })

  test('paid after the day: the rest stays due', async () => {
    it.app.clock.set('2026-05-12T21:50:00.000Z')
    const { id: checkout } = await open()
    await tell(checkout, paid('2026-05-12T22:00:01Z'))
    const state = { status: 'sent', due: '2.38', payments: [['116.62', '0.00']] }
    expect(await stateOf()).toEqual(state)
  })

  test('a debit that was ordered in time has its discount when it arrives days later', async () => {
    it.app.clock.set('2026-05-12T20:00:00.000Z')
    const { id: checkout } = await open()
    await tell(checkout, paid('2026-05-12T20:30:00Z', { status: 'pending' }))
    it.app.clock.set('2026-05-17T09:00:00.000Z')
    await tell(checkout, paid('2026-05-17T08:00:00Z'))
    expect(await stateOf()).toEqual(PAID)
  })

  test.each([
    ['less', 11600, { status: 'sent', due: '3.00', payments: [['116.00', '0.00']] }],
    ['more', 11700, { status: 'paid', due: '0.00', payments: [['117.00', '2.00']] }],
  ])('%s than was asked is no wrong discount', async (_name, amount, state) => {
    const { id: checkout } = await open()
    await tell(checkout, paid('2026-05-02T10:30:00Z', { amount }))
    expect(await stateOf()).toEqual(state)
  })

  test('an invoice that was paid by transfer meanwhile gets no discount, the money is on account', async () => {
    const { id: checkout } = await open()
    await givens(it.app).payment(id, { amount: '119.00' })
    await tell(checkout, paid('2026-05-02T10:30:00Z'))
    expect(await stateOf()).toMatchObject({ status: 'paid', payments: [['119.00', '0.00']] })
    const { booked } = await paymentOf(checkout)
    expect(booked).toMatchObject([{ on: 'account', amount: '116.62' }])
  })

  test('if the bank takes the payment back, the discount is taken back, too; if it is paid again, it returns', async () => {
    const { id: checkout } = await open()
    await tell(checkout, paid('2026-05-02T10:30:00Z'))
    const { id: payment } = await paymentOf(checkout)
    const look = () => it.app.call('POST', `/provider-payments/${payment}/fetch`)
    it.played.of(checkout).facts = paid('2026-05-02T10:30:00Z', { status: 'failed' })
    await look()
    const back = ['-116.62', '-2.38']
    expect(await stateOf()).toMatchObject({ due: '119.00', payments: [['116.62', '2.38'], back] })
    it.played.of(checkout).facts = paid('2026-05-02T10:30:00Z')
    await look()
    expect(await stateOf()).toMatchObject({ status: 'paid', due: '0.00' })
  })

  test('a refund leaves the discount; a full credit note asks back what was paid', async () => {
    const { id: checkout } = await open()
    await tell(checkout, paid('2026-05-02T10:30:00Z'))
    await it.app.call('POST', `/invoices/${id}/credit-note`, { status: 'sent' })
    expect((await read(`/invoices/${id}`)).totals.due).toBe('-116.62')
    const { id: payment } = await paymentOf(checkout)
    await it.app.call('POST', `/provider-payments/${payment}/refund`, { reason: 'Returned' })
    await it.app.services.jobRunner.runDue()
    const session = it.played.of(checkout)
    const [made] = session.facts.payments
    if (made) {
      const refunds = (made.refunds ?? []).map((refund) => ({ ...refund, status: 'done' }))
      session.facts = { ...session.facts, payments: [{ ...made, refunds }] }
    }
    await it.app.call('POST', `/provider-payments/${payment}/fetch`)
    expect((await read(`/invoices/${id}`)).totals.due).toBe('0.00')
  })
})
