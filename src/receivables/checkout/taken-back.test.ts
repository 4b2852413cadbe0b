import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'

/* What a provider took back: its effect on the invoice, on reminders and in Attention. */

const TOTAL = 14_280

describe.each(ENGINES)('money that a provider takes back (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  beforeAll(async () => {
    it = await startWithProvider(engine, playStripe, {
      kind: 'stripe',
      api_key: 'sk_test_back12345',
    })
  })
  afterAll(() => it.close())

  const read = (path: string): Promise<Json> => it.app.json('GET', path)

  /** An invoice that was paid online, and what the provider says of it next. */
  async function paid(more: object = {}) {
    const { id, customer_id } = await givens(it.app).invoice({ items: [ITEM], status: 'sent' })
    const opened = await it.app.json('POST', `/invoices/${id}/checkout`, {})
    const at = Number(BigInt(it.app.clock.now()) / 1000n)
    const one = { ref: `p_${id}`, status: 'paid', amount: TOTAL, currency: 'EUR', at, ...more }
    let known: Json
    const tell = async (facts: object = {}): Promise<Json> => {
      const payment: Json = { ...one, ...facts }
      it.played.of(opened.id).facts = { status: payment.status, payments: [payment] }
      if (known) await it.app.json('POST', `/provider-payments/${known.id}/fetch`)
      else {
        it.app.clock.set(new Date(it.app.clock.now() + 60_000).toISOString())
        await it.app.services.jobRunner.runDue()
        known = (await read(`/provider-payments?customer_id=${customer_id}`)).data[0]
      }
      return read(`/invoices/${id}`)
    }
    await tell()
    return { id, ref: one.ref, payment: known, tell }
  }
  const disputed = (ref: string, status: string, withdrawn: boolean) => ({
    disputes: [{ ref: `d_${ref}`, status, amount: TOTAL, withdrawn }],
  })
  const refunded = (ref: string, status: string) => ({
    refunds: [{ ref: `r_${ref}`, status, amount: TOTAL }],
  })
  const pauseOf = async (id: string) => (await read(`/invoices/${id}/reminders`)).pause
  const codes = async ({ id }: Json): Promise<readonly string[]> =>
    (await read('/attention?kind=payment&limit=100')).data
      .filter(({ resource }: Json) => resource.id === id)
      .map(({ code }: Json) => code)

  test('a dispute pauses the reminders of its invoice until a person resumes', async () => {
    const { id, ref, tell } = await paid()
    await tell(disputed(ref, 'open', true))
    expect(await pauseOf(id)).toMatchObject({ reason: 'dispute', until: null })
    await it.app.json('POST', `/invoices/${id}/reminders/resume`)
    await tell(disputed(ref, 'lost', true))
    expect(await pauseOf(id)).toBe(null)
  })

  test('a refund pauses reminders without an end, also where a pause would end', async () => {
    const { id, ref, tell } = await paid({ amount: TOTAL - 100 })
    const until = new Date(it.app.clock.now() + 864_000_000).toISOString().slice(0, 10)
    await it.app.json('POST', `/invoices/${id}/reminders/pause`, { reason: 'promise', until })
    await tell({ refunds: [{ ref: `r_${ref}`, status: 'done', amount: 1_000 }] })
    expect(await pauseOf(id)).toMatchObject({ reason: 'other', until: null })
  })

  test('a payment that failed later does not pause reminders', async () => {
    const { id, tell } = await paid()
    expect((await tell({ status: 'failed' })).totals.due).toBe('142.80')
    expect(await pauseOf(id)).toBe(null)
  })

  test('a won dispute pays an invoice that was written off meanwhile', async () => {
    const { id, ref, tell } = await paid()
    await tell(disputed(ref, 'open', true))
    await it.app.json('PATCH', `/invoices/${id}`, { status: 'uncollectible' })
    const invoice = await tell(disputed(ref, 'won', false))
    expect([invoice.status, invoice.totals.due]).toEqual(['paid', '0.00'])
    const { data } = await read(`/events?resource_id=${id}&type=invoice.*&limit=100`)
    expect(
      data.map(({ type }: Json) => type).filter((it: string) => it === 'invoice.paid'),
    ).toEqual(['invoice.paid', 'invoice.paid'])
    expect((await verifyDatabase(it.app.work())).breaks).toEqual([])
    const payments = (await read(`/invoices/${id}/payments?sort=created_at`)).data
    const kinds = payments.map(({ kind }: Json) => kind)
    expect(kinds.toSorted()).toEqual(['dispute', 'payment', 'reinstated'])
  })

  test.each([
    [
      'a refund that failed',
      (ref: string) => refunded(ref, 'done'),
      (ref: string) => refunded(ref, 'failed'),
    ],
    [
      'a dispute that was won',
      (ref: string) => disputed(ref, 'open', true),
      (ref: string) => disputed(ref, 'won', false),
    ],
    ['a payment that came back', () => ({ status: 'failed' }), () => ({ status: 'paid' })],
  ])('%s after its invoice was voided puts the money on the account', async (_, gone, back) => {
    const { id, ref, payment, tell } = await paid()
    await tell(gone(ref))
    await it.app.json('PATCH', `/invoices/${id}`, { status: 'void' })
    const invoice = await tell(back(ref))
    expect(invoice).toMatchObject({ status: 'void', totals: { paid: '0.00', due: '0.00' } })
    const { booked, refundable } = await read(`/provider-payments/${payment.id}`)
    const again = booked.find(({ kind }: Json) => kind === 'reinstated')
    expect(again).toMatchObject({ on: 'account', amount: '142.80', invoice_id: null })
    expect(refundable).toBe('142.80')
    const { balances } = await read(`/customers/${payment.customer_id}/account`)
    expect(balances).toMatchObject([{ currency: 'EUR', balance: '142.80' }])
    expect(await codes(payment)).toContain('payment_for_closed_invoice')
    expect(await codes(payment)).not.toContain('refund_without_credit')
    expect((await verifyDatabase(it.app.work())).breaks).toEqual([])
  })

  test('Attention shows the return of a payment that a person assigned to another invoice', async () => {
    const { payment, tell } = await paid({ currency: 'USD' })
    const { id: to } = await givens(it.app).invoice({
      items: [{ ...ITEM, unit_price: '80' }],
      currency: 'USD',
      status: 'sent',
    })
    await it.app.json('POST', `/provider-payments/${payment.id}/assign`, { invoice_id: to })
    expect((await read(`/invoices/${to}`)).totals.due).toBe('0.00')
    await tell({ status: 'failed' })
    expect((await read(`/invoices/${to}`)).totals.due).toBe('142.80')
    expect(await codes(payment)).toEqual(['payment_returned'])
    await it.app.json('POST', `/invoices/${to}/payments`, { amount: '142.80' })
    expect(await codes(payment)).toEqual([])
  })
})
