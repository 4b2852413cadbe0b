import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, type TestApp } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

const DAY_MS = 86_400_000
const SECRET = 'whsec_played'

describe.each(ENGINES)('the comparison with a provider (%s)', (engine) => {
  let site: PlayedApp<PlayedStripe>
  let app: TestApp
  let stripe: PlayedStripe
  let provider = ''
  beforeAll(async () => {
    const body = { kind: 'stripe', api_key: 'sk_test_played123', hook_secrets: [SECRET] }
    site = await startWithProvider(engine, playStripe, body)
    ;({ app, played: stripe, provider } = site)
  })
  afterAll(() => site?.close())

  const read = async (): Promise<Json> =>
    (await app.call('GET', `/payment-providers/${provider}`)).json()
  const opened = async () => {
    const { id } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
    const checkout = (await app.call('POST', `/invoices/${id}/checkout`, {})).json()
    return { id, session: stripe.of(checkout.id), amount: checkout.amount }
  }
  const sync = async (body: object = {}) => {
    await app.call('POST', `/payment-providers/${provider}/sync`, body)
    await app.services.jobRunner.runDue()
  }

  test('a later start leaves no day out', async () => {
    await sync()
    const { reconciled_until: last } = await read()
    app.clock.set(new Date(app.clock.now() + 10 * DAY_MS).toISOString())
    await sync({ since: new Date(app.clock.now() - DAY_MS).toISOString() })
    expect(stripe.eventsFrom.at(-1)).toBeLessThanOrEqual(Date.parse(last) / 1000)
    await sync({ since: new Date(app.clock.now() - 20 * DAY_MS).toISOString() })
    const from = stripe.eventsFrom.at(-1) ?? 0
    expect(from).toBeLessThanOrEqual((app.clock.now() - 20 * DAY_MS) / 1000)
  })

  test('an object that the provider refuses does not hide the others', async () => {
    const first = await opened()
    const second = await opened()
    stripe.refused.add(first.session.id)
    const amount = Number(second.amount.replace('.', ''))
    const payment = { ref: 'p', status: 'paid' as const, amount, currency: 'EUR' }
    const at = Number(BigInt(app.clock.now()) / 1000n)
    second.session.facts = { status: 'paid', payments: [{ ...payment, at }] }
    app.clock.set(new Date(app.clock.now() + 1000).toISOString())
    const before = (await read()).reconciled_until
    await sync()
    stripe.refused.clear()
    expect((await read()).reconciled_until > before).toBe(true)
    const invoice = (await app.call('GET', `/invoices/${second.id}`)).json()
    expect(invoice.status).toBe('paid')
  })

  test('hooks about foreign objects ask the provider 60 times an hour at most', async () => {
    const { session } = await opened()
    const hint = async (id: string) => {
      const now = Number(BigInt(app.clock.now()) / 1000n)
      const { body, headers } = stripe.hook({ ...session, id }, SECRET, now, `evt_${id}`)
      const sent = { method: 'POST', url: `/hooks/${provider}`, payload: body, headers } as const
      expect((await app.send(sent)).statusCode).toBe(200)
    }
    for (let n = 0; n < 65; n += 1) await hint(`cs_test_foreign${n}`)
    const before = stripe.requests
    await app.services.jobRunner.runDue()
    // Two calls may run at the same time.
    expect(stripe.requests - before).toBeLessThanOrEqual(62)
    app.clock.set(new Date(app.clock.now() + 3_600_000).toISOString())
    const later = stripe.requests
    await hint('cs_test_foreignlater')
    await app.services.jobRunner.runDue()
    expect(stripe.requests).toBeGreaterThan(later)
  })
})
