import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'

const MONTHLY = { unit: 'month', every: 1, start_date: '2026-01-31' }
const ITEM = { description: 'Hosting {month_year}', unit_price: '49.00' }

describe.each(ENGINES)('recurring invoices that are mailed (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-01-10T08:00:00Z')
    await call('PATCH', '/settings', { companyEmail: 'office@ateliernord.example' })
    const body = { name: 'Fernweh Books', email: 'accounts@fernweh.example' }
    customer = (await call('POST', '/customers', body)).id
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  const given = (rest: object = {}): Promise<Json> =>
    call('POST', '/recurring-invoices', {
      name: 'Hosting',
      customer_id: customer,
      action: 'send',
      schedule: MONTHLY,
      invoice: { items: [ITEM] },
      ...rest,
    })
  const runAt = async (instant: string): Promise<void> => {
    app.clock.set(instant)
    await app.services.jobRunner.runDue()
  }
  const runsOf = async (id: string): Promise<Json[]> =>
    (await call('GET', `/recurring-invoices/${id}/runs?sort=date`)).data
  const messagesOf = async (id: string): Promise<Json[]> =>
    (await call('GET', `/messages?customer_id=${customer}&subject_id=${id}`)).data
  const read = (id: string): Promise<Json> => call('GET', `/recurring-invoices/${id}`)

  test('queues the message with the invoice, to the recipients of the schedule', async () => {
    const { id } = await given({ mail: { to: ['books@fernweh.example'], bcc: ['copy@b.example'] } })
    await runAt('2026-01-31T06:00:00Z')
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ outcome: 'sent', problem: null })
    const messages = await messagesOf(run.invoice_id)
    expect(messages).toMatchObject([{ id: run.message_id, kind: 'invoice', automatic: true }])
    expect(messages[0].recipients.map(({ address }: Json) => address)).toEqual([
      'books@fernweh.example',
      'copy@b.example',
    ])
    expect(await read(id)).toMatchObject({ attention: null, made: 1 })
  })

  test('issues it with a problem if the customer has no address', async () => {
    await call('PATCH', `/customers/${customer}`, { email: null })
    const { id } = await given()
    await runAt('2026-01-31T06:00:00Z')
    expect(await runsOf(id)).toMatchObject([
      { outcome: 'issued', message_id: null, problem: { code: 'no_recipient' } },
    ])
    expect((await read(id)).attention).toMatchObject({ code: 'no_recipient' })
  })

  test('writes the message even without a sender: it waits for one', async () => {
    await call('PATCH', '/settings', { companyEmail: null })
    const { id } = await given()
    await runAt('2026-01-31T06:00:00Z')
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ outcome: 'sent', problem: null })
    expect(await messagesOf(run.invoice_id)).toMatchObject([{ status: 'queued', from: null }])
  })

  test('refuses an invalid address', async () => {
    const answer = await app.call('POST', '/recurring-invoices', {
      name: 'Hosting',
      customer_id: customer,
      schedule: MONTHLY,
      invoice: { items: [ITEM] },
      mail: { to: ['nobody'] },
    })
    expect(answer.json().errors).toMatchObject([{ pointer: '/mail/to/0' }])
  })

  test('gives notice the days before, once each, also when the clock is set back', async () => {
    const { id } = await given({ mail: { notice_days: [14, 3] } })
    await runAt('2026-01-17T05:59:59Z')
    expect(await messagesOf(id)).toEqual([])
    await runAt('2026-01-17T06:00:00Z')
    await runAt('2026-01-12T06:00:00Z')
    await runAt('2026-01-18T06:00:00Z')
    const [first, ...others] = await messagesOf(id)
    expect(others).toEqual([])
    expect(first).toMatchObject({ kind: 'renewal_notice', automatic: true })
    const { text } = await call('GET', `/messages/${first.id}`)
    expect(text).toContain('On Jan 31, 2026 we will invoice you €49.00.')
    await runAt('2026-01-28T06:00:00Z')
    expect(await messagesOf(id)).toHaveLength(2)
    const { data } = await call('GET', `/events?resource_id=${id}&type=recurring.upcoming`)
    expect(data.map((event: Json) => event.data.days).toSorted()).toEqual([14, 3])
    await runAt('2026-01-31T06:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ outcome: 'sent' }])
  })

  test('gives no notice of a skipped day, nor late for a notice that is new', async () => {
    const { id } = await given({ mail: { notice_days: [30] } })
    await runAt('2026-01-20T06:00:00Z')
    expect(await messagesOf(id)).toEqual([])
    await call('PUT', `/recurring-invoices/${id}/occurrences/2026-02-28`, { skip: true })
    await runAt('2026-02-02T06:00:00Z')
    expect(await messagesOf(id)).toEqual([])
    await runAt('2026-03-01T06:00:00Z')
    expect(await messagesOf(id)).toHaveLength(1)
  })

  describe('with products', () => {
    const product = (prices: readonly object[]): Promise<Json> =>
      call('POST', '/products', { name: 'Hosting', unit: 'month', prices })
    const price = (unit_price: string, from?: string) => ({ currency: 'EUR', unit_price, from })
    const priced = async (id: string): Promise<string[]> =>
      (await call('GET', `/recurring-invoices/${id}/occurrences?count=2`)).data.map(
        ({ totals }: Json) => totals?.net,
      )

    test('looks the price up on each day, and keeps one that the item names', async () => {
      const { id: product_id } = await product([price('10.00'), price('12.00', '2026-02-01')])
      const items = [{ product_id }, { product_id, unit_price: '1.00' }]
      const { id } = await given({ action: 'issue', invoice: { items } })
      expect(await priced(id)).toEqual(['11.00', '13.00'])
    })

    test('changes the prices of one product alone, and never one that the product gives', async () => {
      const { id: product_id } = await product([price('10.00')])
      const items = [{ product_id }, { product_id, unit_price: '20.00' }, ITEM]
      const { id } = await given({ action: 'issue', invoice: { items } })
      const body = { product_id, percent: '10', from: '2026-01-31' }
      const { data } = await call('POST', '/recurring-invoices/reprice', body)
      expect(data.map(({ items }: Json) => items)).toEqual([
        [
          { description: null, before: null, after: null },
          { description: null, before: '20.00', after: '22' },
          { description: ITEM.description, before: '49.00', after: '49.00' },
        ],
      ])
      expect(await priced(id)).toEqual(['81.00', '81.00'])
    })

    test('fails without a price, and makes it once the product has one', async () => {
      const { id: product_id } = await product([price('10.00')])
      const { id } = await given({ action: 'issue', invoice: { items: [{ product_id }] } })
      await call('PATCH', `/products/${product_id}`, { prices: [] })
      await runAt('2026-01-31T06:00:00Z')
      expect(await runsOf(id)).toMatchObject([
        { outcome: 'failed', invoice_id: null, problem: { code: 'price_missing' } },
      ])
      expect(await read(id)).toMatchObject({ made: 0, attention: { code: 'price_missing' } })
      app.clock.set('2026-01-31T06:05:00Z')
      await call('PATCH', `/products/${product_id}`, { prices: [price('15.00')] })
      await runNow(app, 'recurring.look')
      expect(await runsOf(id)).toMatchObject([{ outcome: 'issued', n: 1 }])
    })
  })
})
