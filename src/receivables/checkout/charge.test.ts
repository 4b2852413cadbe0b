import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, type TestApp } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { transaction } from '../../core/record/transaction.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { refusalOf, startCharge } from './charge.ts'
import type { Checkout } from './checkout.ts'
import { fetchCheckout, requireCheckout } from './follow.ts'

/* Charges of methods that a provider keeps, without the customer. */

describe.each(ENGINES)('charges (%s)', (engine) => {
  let site: PlayedApp<PlayedStripe>
  let app: TestApp
  let stripe: PlayedStripe
  let providerId = ''
  beforeAll(async () => {
    const body = { kind: 'stripe', api_key: 'sk_test_played123' }
    site = await startWithProvider(engine, playStripe, body)
    ;({ app, played: stripe, provider: providerId } = site)
  })
  afterAll(() => site?.close())

  const invoice = async (): Promise<string> =>
    (await givens(app).invoice({ items: [ITEM], status: 'sent' })).id
  const read = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const start = (invoiceId: string): Promise<Checkout | null> =>
    transaction(app.work(), async (work) => {
      const locked = await lockForChange(work, { id: invoiceId, ifMatch: undefined })
      const amountMinor = dueMinor(locked)
      const kept = { ref: 'cus_1 pm_1', kind: 'card', collectionId: 'col_1' }
      return startCharge(work, locked, { providerId, amountMinor, ...kept })
    })
  const later = async (seconds: number) => {
    app.clock.set(new Date(app.clock.now() + seconds * 1000).toISOString())
    await app.services.jobRunner.runDue()
  }

  test('a charge is booked as any payment, and is no page for the customer', async () => {
    const invoiceId = await invoice()
    const charge = await start(invoiceId)
    await later(6)
    expect(await read(`/invoices/${invoiceId}`)).toMatchObject({ status: 'paid' })
    expect(await read(`/checkouts/${charge?.id}`)).toMatchObject({
      ...{ status: 'paid', opened_by: 'collection', url: null, live: false },
    })
    expect(stripe.charges.get(charge?.id ?? '')?.order.get('customer')).toBe('cus_1')
  })

  test.each([
    ['lost_made', 1],
    ['lost_not_made', 1],
  ] as const)('%s: the same key again makes one charge', async (how, count) => {
    const before = stripe.charges.size
    stripe.onCharge.push(how)
    const invoiceId = await invoice()
    await start(invoiceId)
    for (let n = 0; n < 4; n += 1) await later(60)
    expect(stripe.charges.size - before).toBe(count)
    expect(await read(`/invoices/${invoiceId}`)).toMatchObject({ status: 'paid' })
  })

  test.each([
    ['soft', 'insufficient_funds', 'soft'],
    ['hard', 'stolen_card', 'hard'],
    ['auth', 'authentication_required', 'needs_customer'],
  ] as const)('%s: the charge fails, gives its claim back, and says what to do', async (how, code, refusal) => {
    stripe.onCharge.push(how)
    const invoiceId = await invoice()
    const { id = '' } = (await start(invoiceId)) ?? {}
    await later(6)
    const failed = await requireCheckout(app.work(), id)
    expect(failed).toMatchObject({ status: 'failed', failure: code, isLive: false })
    expect(await transaction(app.work(), (work) => refusalOf(work, failed))).toBe(refusal)
    expect((await app.call('POST', `/invoices/${invoiceId}/checkout`, {})).statusCode).toBe(201)
  })

  test('no charge beside an open checkout, and no checkout beside a charge', async () => {
    const invoiceId = await invoice()
    await app.call('POST', `/invoices/${invoiceId}/checkout`, {})
    expect(await start(invoiceId)).toBeNull()
    const other = await invoice()
    stripe.onCharge.push('pending')
    await start(other)
    const answer = await app.call('POST', `/invoices/${other}/checkout`, {})
    expect(answer.json()).toMatchObject({ status: 409, code: 'checkout_pending' })
    // Money is on its way, so nobody is reminded.
    const [plan] = (await read('/reminder-plans')).data
    await app.call('PATCH', `/reminder-plans/${plan.id}`, { enabled: true })
    await later(6)
    expect(await read(`/invoices/${other}/reminders`)).toMatchObject({ waits_for: 'being_paid' })
  })

  test('money of a checkout that had ended is on its way after all: no second payment', async () => {
    const invoiceId = await invoice()
    const open = () => app.call('POST', `/invoices/${invoiceId}/checkout`, {})
    const { id } = (await open()).json()
    const become = async (status: string) => {
      stripe.of(id).facts = { status, payments: [] }
      await fetchCheckout(app.work(), await requireCheckout(app.work(), id))
    }
    await become('expired')
    const second = await open()
    expect(second.statusCode).toBe(201)
    await become('complete')
    expect(await read(`/checkouts/${id}`)).toMatchObject({ status: 'pending', live: false })
    expect((await open()).json()).toMatchObject({ status: 409, code: 'checkout_pending' })
    stripe.of(second.json().id).facts = { status: 'expired', payments: [] }
    await fetchCheckout(app.work(), await requireCheckout(app.work(), second.json().id))
    expect((await open()).json()).toMatchObject({ status: 409, code: 'checkout_pending' })
    expect(await start(invoiceId)).toBeNull()
    const share = (await app.json('POST', `/invoices/${invoiceId}/publish`)).share_url
    const page = await app.send({ method: 'GET', url: new URL(share).pathname })
    expect(page.body).not.toContain('class="online"')
  })

  test('a refused API key is no failed charge: once the key works, the method is charged', async () => {
    const invoiceId = await invoice()
    stripe.refusesKeys = true
    const { id = '' } = (await start(invoiceId)) ?? {}
    await later(6)
    expect(await requireCheckout(app.work(), id)).toMatchObject({
      ...{ status: 'creating', failure: null, isLive: true },
    })
    expect(stripe.charges.has(id)).toBe(false)
    stripe.refusesKeys = false
    await later(16 * 60)
    await later(3600)
    expect(await read(`/invoices/${invoiceId}`)).toMatchObject({ status: 'paid' })
  })

  test('422: an invoice that is listed twice', async () => {
    const invoiceId = await invoice()
    const body = { others: [{ invoice_id: invoiceId }] }
    const answer = await app.call('POST', `/invoices/${invoiceId}/checkout`, body)
    expect(answer.json()).toMatchObject({
      ...{ status: 422, errors: [{ pointer: '/others/0/invoice_id', code: 'duplicate' }] },
    })
  })

  test('the least part is 100 of the smallest unit of the currency', async () => {
    await givens(app).settings({ allowPartialOnline: true })
    for (const [currency, unit_price, less, least] of [
      ['JPY', '500', '99', '100'],
      ['KWD', '5', '0.090', '0.100'],
    ]) {
      const item = { ...ITEM, unit_price, tax: { category: 'O' } }
      const { id } = await givens(app).invoice({ items: [item], currency, status: 'sent' })
      const part = (amount: string | undefined) =>
        app.call('POST', `/invoices/${id}/checkout`, { amount })
      expect((await part(less)).json()).toMatchObject({ status: 422 })
      expect((await part(least)).json()).toMatchObject({ amount: least })
    }
    await givens(app).settings({ allowPartialOnline: false })
  })

  test('a disabled provider charges nothing', async () => {
    const invoiceId = await invoice()
    await app.call('PATCH', `/payment-providers/${providerId}`, { enabled: false })
    const refused = { code: 'not_payable_online', details: { reason: 'no_provider' } }
    await expect(start(invoiceId)).rejects.toMatchObject(refused)
    await app.call('PATCH', `/payment-providers/${providerId}`, { enabled: true })
    expect(await start(invoiceId)).not.toBeNull()
  })
})
