import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

const SECRET = 'whsec_metrics'

describe.each(ENGINES)('metrics of payments (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  beforeAll(async () => {
    const body = { kind: 'stripe', api_key: 'sk_test_metrics1', hook_secrets: [SECRET] }
    it = await startWithProvider(engine, playStripe, body)
  })
  afterAll(() => it.close())

  const metrics = async (): Promise<string> => (await it.app.send({ url: '/metrics' })).body
  const open = async (): Promise<Json> => {
    const { id } = await givens(it.app).invoice({ items: [ITEM], currency: 'EUR', status: 'sent' })
    return (await it.app.call('POST', `/invoices/${id}/checkout`, {})).json()
  }
  const pay = ({ id }: Json, currency: string) => {
    const payment = { ref: 'p', status: 'paid' as const, amount: 1000, currency, at: 1_777_888_800 }
    it.played.of(id).facts = { status: 'paid', payments: [payment] }
  }
  const hook = async ({ id }: Json, secret: string): Promise<void> => {
    const now = Number(BigInt(it.app.clock.now()) / 1000n)
    const { body: payload, headers } = it.played.hook(it.played.of(id), secret, now)
    await it.app.send({ method: 'POST', url: `/hooks/${it.provider}`, headers, payload })
    await it.app.services.jobRunner.runDue()
  }

  test('counts checkouts, hooks and calls, what is unassigned and what the nightly run found', async () => {
    const [first, second] = [await open(), await open()]
    pay(first, 'EUR')
    await hook(first, 'whsec_forged')
    await hook(first, SECRET)
    const order = it.played.of(second.id)
    it.played.sessions.set('cs_test_foreign', {
      ...{ ...order, id: 'cs_test_foreign', intent: 'pi_foreign', key: 'foreign' },
      order: new URLSearchParams({ 'metadata[checkout]': 'chk_of_another' }),
    })
    await hook({ id: 'foreign' }, SECRET)
    it.app.clock.set(new Date(it.app.clock.now() + 30_000).toISOString())
    await it.app.services.jobRunner.runDue()
    pay(second, 'USD')
    await it.app.call('POST', `/payment-providers/${it.provider}/sync`, {})
    await it.app.services.jobRunner.runDue()
    it.app.clock.set(new Date(it.app.clock.now() + 60_000).toISOString())
    const text = await metrics()
    for (const line of [
      'checkouts_total{provider="stripe",status="created"} 2',
      'checkouts_total{provider="stripe",status="paid"} 2',
      'hooks_total{provider="stripe",outcome="refused"} 1',
      'hooks_total{provider="stripe",outcome="accepted"} 2',
      'hooks_total{provider="stripe",outcome="foreign"} 1',
      'provider_requests_total{provider="stripe",operation="create",outcome="ok"} 2',
      'provider_request_seconds_count{provider="stripe",operation="create"} 2',
      'provider_payments_unassigned 1',
      'reconciliation_age_seconds{provider="stripe"} 60',
      'reconciliation_found_total 1',
    ])
      expect(text).toContain(`${line}\n`)
    expect(text).not.toContain(it.provider)
  })

  test('counts calls without an answer', async () => {
    it.played.onCreate.push('lost_before')
    await open()
    const line =
      'provider_requests_total{provider="stripe",operation="create",outcome="unreachable"} 1'
    expect(await metrics()).toContain(`${line}\n`)
  })
})
