import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

describe.each(ENGINES)('payments of a provider by day (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  beforeAll(async () => {
    it = await startWithProvider(engine, playStripe, {
      kind: 'stripe',
      api_key: 'sk_test_days12345',
    })
  })
  afterAll(() => it.close())

  test("from and to are days of the company, as the invoice's payment says them", async () => {
    await givens(it.app).settings({ timeZone: 'Pacific/Auckland' })
    it.app.clock.set('2026-05-04T13:00:00.000Z')
    const { id } = await givens(it.app).invoice({ items: [ITEM], status: 'sent' })
    const opened = await it.app.json('POST', `/invoices/${id}/checkout`, {})
    const at = Number(BigInt(it.app.clock.now()) / 1000n)
    const paid = { ref: 'p', status: 'paid', amount: 14_280, currency: 'EUR', at } as const
    it.played.of(opened.id).facts = { status: 'paid', payments: [paid] }
    it.app.clock.set('2026-05-04T13:02:00.000Z')
    await it.app.services.jobRunner.runDue()
    const { data } = await it.app.json('GET', `/invoices/${id}/payments`)
    expect(data.map(({ paid_at }: Json) => paid_at)).toEqual(['2026-05-05'])
    const countOf = async (query: string) =>
      (await it.app.json('GET', `/provider-payments?${query}`)).data.length
    expect(await countOf('from=2026-05-05&to=2026-05-05')).toBe(1)
    expect(await countOf('from=2026-05-06')).toBe(0)
    expect(await countOf('to=2026-05-04')).toBe(0)
    expect(await countOf('from=0001-01-01&to=9999-12-31')).toBe(1)
  })
})
