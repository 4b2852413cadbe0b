import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'

/* Money that a provider reports late, once the books of its day are closed. */

describe.each(ENGINES)('payments of a closed period (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  beforeAll(async () => {
    it = await startWithProvider(engine, playStripe, {
      kind: 'stripe',
      api_key: 'sk_test_late12345',
    })
  })
  afterAll(() => it.close())

  const read = async (path: string): Promise<Json> => (await it.app.call('GET', path)).json()

  test('a payment counts on the first open day and notes its true day, and what is taken back counts today', async () => {
    it.app.clock.set('2026-10-15T09:00:00.000Z')
    const { id } = await givens(it.app).invoice({ items: [ITEM], status: 'sent' })
    const opened = (await it.app.call('POST', `/invoices/${id}/checkout`, {})).json()
    const session = it.played.of(opened.id)
    const at = Number(BigInt(it.app.clock.now()) / 1000n)
    const amount = Number(opened.amount.replace('.', ''))
    const paid = { ref: 'p', status: 'paid', amount, currency: 'EUR', at } as const
    session.facts = { status: 'paid', payments: [paid] }
    it.app.clock.set('2026-11-21T09:00:00.000Z')
    const closed = await it.app.call('POST', '/books/close', { until: '2026-10-31' })
    expect(closed.statusCode, closed.body).toBe(200)
    await it.app.services.jobRunner.runDue()
    const days = async () =>
      (await read(`/invoices/${id}/payments`)).data.map((it: Json) => [
        it.amount,
        it.paid_at,
        it.note,
      ])
    expect(await days()).toEqual([[opened.amount, '2026-11-01', '2026-10-15']])
    expect((await read(`/invoices/${id}`)).status).toBe('paid')
    const dispute = { ref: 'd', status: 'open', amount, withdrawn: true }
    session.facts = { status: 'paid', payments: [{ ...paid, disputes: [dispute] }] }
    const [payment] = (await read('/provider-payments')).data
    await it.app.call('POST', `/provider-payments/${payment.id}/fetch`)
    await it.app.services.jobRunner.runDue()
    expect(await days()).toEqual([
      [opened.amount, '2026-11-01', '2026-10-15'],
      [`-${opened.amount}`, '2026-11-21', null],
    ])
    expect((await verifyDatabase(it.app.work())).breaks).toEqual([])
  })
})
