import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { reaching } from '../../../test/providers/app.ts'
import { type PlayedMollie, playMollie } from '../../../test/providers/mollie.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

const TOTAL = 14_280
const MINUTE = 60_000

describe.each(ENGINES)('refunds, disputes and unassigned payments (%s)', (engine) => {
  let app: TestApp
  let stripe: PlayedStripe
  let mollie: PlayedMollie
  let invoice: Json
  let checkoutId = ''
  let payment: Json
  const providers: Record<string, string> = {}

  beforeAll(async () => {
    stripe = await playStripe()
    mollie = await playMollie()
    app = await startTestApp(engine, reaching({ stripe, mollie }))
    const keys = { stripe: 'sk_test_refunds123', mollie: 'test_played12345678901234567890' }
    for (const [kind, api_key] of Object.entries(keys))
      providers[kind] = (
        await call('POST', '/payment-providers', { kind, label: kind, api_key })
      ).id
  })
  beforeEach(async () => {
    invoice = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const made = { provider_id: providers.stripe }
    checkoutId = (await call('POST', `/invoices/${invoice.id}/checkout`, made)).id
    payment = await paid()
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
    await mollie.close()
  })

  const call: TestApp['json'] = (...request) => app.json(...request)
  const at = () => Number(BigInt(app.clock.now()) / 1000n)
  const facts = (more: object = {}) => {
    const one = { ref: 'p', status: 'paid' as const, amount: TOTAL, currency: 'EUR', at: at() }
    stripe.of(checkoutId).facts = { status: 'paid', payments: [{ ...one, ...more }] }
  }
  const paid = async (more: object = {}): Promise<Json> => {
    facts(more)
    await app.services.jobRunner.runDue()
    app.clock.set(new Date(app.clock.now() + MINUTE).toISOString())
    await app.services.jobRunner.runDue()
    const { data } = await call('GET', `/provider-payments?customer_id=${invoice.customer_id}`)
    return data[0]
  }
  const refund = (body: object, path = `/provider-payments/${payment.id}`) =>
    app.call('POST', `${path}/refund`, { reason: 'Damaged in transit', ...body })
  const run = () => app.services.jobRunner.runDue()
  const later = async (minutes: number) => {
    app.clock.set(new Date(app.clock.now() + minutes * MINUTE).toISOString())
    await run()
  }
  /** What the provider says of all its refunds of the payment from now on. */
  const become = async (status: string): Promise<Json> => {
    const [one] = stripe.of(checkoutId).facts.payments
    facts({ refunds: one?.refunds?.map((it) => ({ ...it, status })) })
    return call('POST', `/provider-payments/${payment.id}/fetch`)
  }
  const due = async () => (await call('GET', `/invoices/${invoice.id}`)).totals.due
  const codes = async (): Promise<readonly string[]> =>
    (await call('GET', '/attention?kind=payment&limit=100')).data
      .filter(({ resource }: Json) => resource.id === payment.id)
      .map(({ code }: Json) => code)

  test('201: requested, then on its way, then done and booked', async () => {
    const made = await refund({ amount: '42.80' })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({
      ...{ status: 'requested', ref: null, amount: '42.80', by: 'person', invoice_id: null },
      ...{ provider_payment_id: payment.id, currency: 'EUR', reason: 'Damaged in transit' },
    })
    expect(made.headers.location).toBe(`/api/v1/refunds/${made.json().id}`)
    await run()
    expect(await call('GET', `/refunds/${made.json().id}`)).toMatchObject({ status: 'pending' })
    expect(await due()).toBe('0.00')
    const after = await become('done')
    expect(after).toMatchObject({ refundable: '100.00', refunds: [{ status: 'done' }] })
    expect(after.booked.map(({ kind, amount }: Json) => [kind, amount])).toEqual([
      ['payment', '142.80'],
      ['refund', '-42.80'],
    ])
    expect(await due()).toBe('42.80')
    expect(await codes()).toEqual(['refund_without_credit'])
    await call('POST', `/invoices/${invoice.id}/credit-note`, {
      items: [{ id: invoice.items[0].id, amount: '42.80' }],
      status: 'sent',
    })
    expect(await codes()).toEqual([])
  })

  test('403: above a limit that has more decimals than the currency', async () => {
    await givens(app).settings({ refundLimit: '99.50' })
    const item = { ...ITEM, unit_price: '500', tax: { category: 'O' } }
    invoice = await givens(app).invoice({ items: [item], currency: 'JPY', status: 'sent' })
    const made = { provider_id: providers.stripe }
    checkoutId = (await call('POST', `/invoices/${invoice.id}/checkout`, made)).id
    payment = await paid({ amount: Number(invoice.totals.due), currency: 'JPY' })
    const refused = await refund({ amount: '100' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'approval_by_person'])
    expect((await refund({ amount: '99' })).statusCode).toBe(201)
    await givens(app).settings({ refundLimit: null })
  })

  test('201: a call without an answer is repeated with the same key', async () => {
    for (const how of ['lost_after', 'lost_before'] as const) {
      stripe.onRefund.push({ how })
      const { id } = (await refund({ amount: '10.00' })).json()
      await run()
      const calls = stripe.refunds.size
      expect(await call('GET', `/refunds/${id}`)).toMatchObject({ status: 'requested' })
      await later(1)
      expect(await call('GET', `/refunds/${id}`)).toMatchObject({ status: 'pending' })
      expect(stripe.refunds.size).toBe(how === 'lost_after' ? calls : calls + 1)
    }
    const { refunds } = await become('done')
    expect(refunds.map(({ status, by }: Json) => [status, by])).toEqual([
      ['done', 'person'],
      ['done', 'person'],
    ])
  })

  test('201: once the key is too old, the facts tell whether the refund was made', async () => {
    for (const how of ['lost_after', 'lost_before'] as const) {
      stripe.onRefund.push({ how })
      const { id } = (await refund({ amount: '10.00' })).json()
      await run()
      const before = stripe.refunds.size
      await later(120)
      expect(stripe.refunds.size).toBe(before)
      const status = how === 'lost_after' ? 'pending' : 'failed'
      expect(await call('GET', `/refunds/${id}`)).toMatchObject({ status })
    }
    expect(await codes()).toEqual(['refund_failed'])
  })

  test('201: the provider refuses: failed, with its code, and Attention says so', async () => {
    stripe.onRefund.push({ how: 'refused' })
    const { id } = (await refund({})).json()
    await run()
    const failure = 'charge_already_refunded'
    expect(await call('GET', `/refunds/${id}`)).toMatchObject({ status: 'failed', failure })
    expect(await codes()).toEqual(['refund_failed'])
    expect(await due()).toBe('0.00')
  })

  test('201: Mollie refuses an identical refund: what it made is looked up', async () => {
    await later(0)
    const { id: other } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const checkout = await call('POST', `/invoices/${other}/checkout`, {
      provider_id: providers.mollie,
    })
    mollie.of(checkout.id).facts = { status: 'paid', paidAt: app.work().at }
    await later(1)
    const { data } = await call('GET', `/provider-payments?provider_id=${providers.mollie}`)
    mollie.isDuplicate = true
    const path = `/provider-payments/${data[0].id}`
    const [refused, made] = [await refund({ amount: '10' }, path), await refund({}, path)]
    await run()
    expect(await call('GET', `/refunds/${refused.json().id}`)).toMatchObject({
      ...{ status: 'failed', failure: 'duplicate' },
    })
    expect(await call('GET', `/refunds/${made.json().id}`)).toMatchObject({ status: 'pending' })
  })

  test('Attention shows a chargeback at Mollie until the invoice is paid or it is reversed', async () => {
    await later(0)
    const { id, customer_id } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const made = { provider_id: providers.mollie }
    const opened = await call('POST', `/invoices/${id}/checkout`, made)
    const tell = async (more: object = {}) => {
      mollie.of(opened.id).facts = { status: 'paid', paidAt: app.work().at, ...more }
      const [known] = (await call('GET', `/provider-payments?customer_id=${customer_id}`)).data
      if (known) await call('POST', `/provider-payments/${known.id}/fetch`)
      else await later(1)
      ;[payment] = (await call('GET', `/provider-payments?customer_id=${customer_id}`)).data
      return codes()
    }
    const amount = { value: '142.80', currency: 'EUR' }
    const back = (reversedAt: string | null) => ({
      chargebacks: [{ id: `chb_${id}`, amount, reversedAt }],
    })
    expect(await tell()).toEqual([])
    expect(await tell(back(null))).toEqual(['payment_returned'])
    expect((await call('GET', `/invoices/${id}`)).totals.due).toBe('142.80')
    expect(await tell(back(app.work().at))).toEqual([])
    expect((await call('GET', `/invoices/${id}`)).status).toBe('paid')
  })

  test('422: more than is left, counting refunds that are requested', async () => {
    const tooMuch = await refund({ amount: '142.81' })
    expect(tooMuch.statusCode).toBe(422)
    expect(tooMuch.json()).toMatchObject({ code: 'refund_exceeds', params: { amount: '142.80' } })
    expect((await refund({ amount: '100.00' })).statusCode).toBe(201)
    expect((await refund({ amount: '42.81' })).json().code).toBe('refund_exceeds')
    expect((await refund({ amount: '-1' })).json().code).toBe('refund_exceeds')
    expect((await refund({})).json().amount).toBe('42.80')
    expect((await refund({})).json().params.amount).toBe('0.00')
  })

  test('what the provider charges for refunds and disputes', async () => {
    const { id } = (await refund({ amount: '42.80' })).json()
    await run()
    const refunds = stripe.of(checkoutId).facts.payments[0]?.refunds ?? []
    facts({
      refunds: refunds.map((it) => ({ ...it, status: 'done', fee: -125 })),
      disputes: [{ ref: 'd', status: 'lost', amount: 10_000, withdrawn: true, fee: 2_000 }],
    })
    const after = await call('POST', `/provider-payments/${payment.id}/fetch`)
    const fee = { amount: '-1.25', currency: 'EUR' }
    expect(after.refunds).toMatchObject([{ id, provider_fee: fee }])
    expect(await call('GET', `/refunds/${id}`)).toMatchObject({ provider_fee: fee })
    expect(after.disputes).toMatchObject([{ provider_fee: { amount: '20.00', currency: 'EUR' } }])
    expect(after.collection_id).toBe(null)
    const again = await call('POST', `/provider-payments/${payment.id}/fetch`)
    expect(again.version).toBe(after.version)
  })

  test('409: five a day, and none while a dispute is open', async () => {
    for (let n = 0; n < 5; n += 1) expect((await refund({ amount: '1' })).statusCode).toBe(201)
    expect((await refund({ amount: '1' })).json().code).toBe('too_many_refunds')
    const dispute = { ref: 'd', status: 'open', amount: TOTAL, withdrawn: false }
    facts({ disputes: [dispute] })
    const { disputes } = await call('POST', `/provider-payments/${payment.id}/fetch`)
    expect((await refund({ amount: '1' })).json().code).toBe('payment_disputed')
    const mine = await call('GET', '/disputes?status=open')
    expect(mine.data[0]).toMatchObject({ id: disputes[0].id, provider_payment_id: payment.id })
    expect(mine.data[0].url).toContain('https://dashboard.stripe.com/test/disputes/')
    expect(await call('GET', `/disputes/${disputes[0].id}`)).toMatchObject({ status: 'open' })
    expect((await app.call('GET', '/disputes/dsp_none')).json().code).toBe('dispute_not_found')
    expect((await app.call('GET', '/refunds/rfd_none')).json().code).toBe('refund_not_found')
  })

  test('403: above the limit only a person may refund, no key', async () => {
    await givens(app).settings({ refundLimit: '50.00' })
    expect((await refund({ amount: '50.01' })).json().code).toBe('approval_by_person')
    expect((await refund({ amount: '50.00' })).statusCode).toBe(201)
    await givens(app).settings({ refundLimit: null })
  })

  test('201: of an invoice, taken from this invoice only', async () => {
    const [{ payment_id: of }] = payment.booked
    const path = `/invoices/${invoice.id}/payments/${of}`
    expect((await refund({ amount: '142.81' }, path)).json().code).toBe('refund_exceeds')
    const { id, invoice_id } = (await refund({ amount: '42.80' }, path)).json()
    expect(invoice_id).toBe(invoice.id)
    await run()
    await become('done')
    expect(await call('GET', `/refunds/${id}`)).toMatchObject({ status: 'done' })
    expect(await due()).toBe('42.80')
    const byHand = await call('POST', `/invoices/${invoice.id}/payments`, { amount: '1.00' })
    const other = `/invoices/${invoice.id}/payments/${byHand.id ?? byHand.payment.id}`
    expect((await refund({}, other)).json().code).toBe('not_of_provider')
  })

  test('200: money in another currency waits, and is assigned to an invoice or an account', async () => {
    facts({ ref: 'usd', currency: 'USD' })
    await call('POST', `/provider-payments/${payment.id}/fetch`)
    const list = '/provider-payments?unassigned=true'
    const [one] = (await call('GET', list)).data
    expect(one).toMatchObject({ unassigned: '142.80', problems: ['unassigned_payment'] })
    const assign = (body: object) => app.call('POST', `/provider-payments/${one.id}/assign`, body)
    const wrong = await assign({ invoice_id: invoice.id })
    expect(wrong.json().code).toBe('payment_currency_differs')
    const inDollars = { items: [{ ...ITEM, unit_price: '10' }], currency: 'USD', status: 'sent' }
    const to = await givens(app).invoice(inDollars)
    const done = await assign({ invoice_id: to.id })
    expect(done.statusCode, done.body).toBe(200)
    expect(done.json()).toMatchObject({ unassigned: '0.00', customer_id: to.customer_id })
    expect((await call('GET', `/invoices/${to.id}`)).totals.due).toBe('0.00')
    const { balances } = await call('GET', `/customers/${to.customer_id}/account`)
    const paid = Number(to.totals.total)
    expect(balances).toMatchObject([{ currency: 'USD', balance: (142.8 - paid).toFixed(2) }])
    expect((await assign({ customer_id: to.customer_id })).json().code).toBe('nothing_unassigned')
    expect((await call('GET', list)).data).toEqual([])
  })

  test('409: a payment that went over the account is refunded, not deleted', async () => {
    const { customer_id } = invoice
    const more = { items: [ITEM], customer_id, status: 'sent' }
    const [first, second] = [await givens(app).invoice(more), await givens(app).invoice(more)]
    const others = [{ invoice_id: second.id }]
    const made = { provider_id: providers.stripe, others }
    checkoutId = (await call('POST', `/invoices/${first.id}/checkout`, made)).id
    // For two invoices, and more than is due.
    await paid({ ref: 'both', amount: 2 * TOTAL + 100 })
    for (const { id } of [first, second]) {
      const { data } = await call('GET', `/invoices/${id}/payments`)
      expect(data).toMatchObject([{ amount: '142.80', source: providers.stripe }])
      const path = `/invoices/${id}/payments/${data[0].id}`
      const refused = await app.call('DELETE', path)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment_of_provider'])
    }
  })
})
