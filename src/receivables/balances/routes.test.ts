import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { monthsUntil } from './inner/summary.ts'

const NONE = { count: 0, amount: '0.00' }
const item = (unit_price: string) => ({
  description: 'Consulting',
  quantity: '1',
  unit_price,
  tax: { category: 'Z', rate: '0' },
})

/** The clock of tests stands at 2026-11-21. */
describe.each(ENGINES)('GET /reports/summary (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const summary = async (): Promise<Json> => (await app.call('GET', '/reports/summary')).json()
  const issued = (price: string, body: object = {}) =>
    given.invoice({ status: 'sent', issue_date: '2026-06-01', items: [item(price)], ...body })

  test('200: nothing yet is no currency and no draft', async () => {
    expect(await summary()).toEqual({ today: '2026-11-21', drafts: 0, currencies: [] })
  })

  test('200: open amounts by age, payments by month, by currency', async () => {
    const partly = await issued('100.00', { due_date: '2026-11-21' })
    await issued('1.00', { due_date: null })
    await issued('10.00', { due_date: '2026-11-20' })
    await issued('20.00', { due_date: '2026-10-22' })
    await issued('30.00', { due_date: '2026-10-21' })
    await issued('40.00', { due_date: '2026-08-23' })
    await issued('50.00', { due_date: '2026-08-22' })
    const francs = await issued('7.00', { due_date: '2026-11-01', currency: 'CHF' })
    await given.payment(partly.id, { amount: '25.00', paid_at: '2026-11-02' })
    await given.payment(partly.id, { amount: '5.00', paid_at: '2026-11-03' })
    await given.payment(partly.id, { amount: '1.50', paid_at: '2025-12-01' })
    await given.payment(partly.id, { amount: '1.00', paid_at: '2025-11-30' })
    await given.payment(francs.id, { paid_at: '2026-10-31' })
    await given.invoice()
    const { currencies, drafts } = await summary()
    expect(drafts).toBe(1)
    expect(currencies.map(({ currency }: Json) => currency)).toEqual(['EUR', 'CHF'])
    const [euro, franc] = currencies
    expect(euro).toMatchObject({
      outstanding: { count: 7, amount: '218.50' },
      overdue: { count: 5, amount: '150.00' },
      expected: [
        { from: '2026-11-21', to: '2026-11-27', count: 1, amount: '67.50' },
        ...Array.from({ length: 7 }, () => expect.objectContaining({ count: 0, amount: '0.00' })),
      ],
      ageing: {
        not_due: { count: 2, amount: '68.50' },
        days_1_30: { count: 2, amount: '30.00' },
        days_31_60: { count: 1, amount: '30.00' },
        days_61_90: { count: 1, amount: '40.00' },
        over_90: { count: 1, amount: '50.00' },
      },
    })
    // Since Monday, 19 October: thirteen weeks with the eight to come.
    expect(euro.received_by_day).toEqual([
      { day: '2026-11-02', amount: '25.00', refunded: '0.00' },
      { day: '2026-11-03', amount: '5.00', refunded: '0.00' },
    ])
    expect(euro.overdue_by_day).toEqual([
      { day: '2026-10-21', count: 1, amount: '30.00' },
      { day: '2026-10-22', count: 1, amount: '20.00' },
      { day: '2026-11-20', count: 1, amount: '10.00' },
    ])
    expect(euro.paid).toHaveLength(12)
    expect(euro.paid[0]).toEqual({ month: '2025-12', amount: '1.50', refunded: '0.00' })
    expect(euro.paid[11]).toEqual({ month: '2026-11', amount: '30.00', refunded: '0.00' })
    expect(euro.paid_in_years).toEqual([
      { year: '2025', amount: '2.50', refunded: '0.00' },
      { year: '2026', amount: '30.00', refunded: '0.00' },
    ])
    expect(franc).toMatchObject({ outstanding: NONE, overdue: NONE, overdue_by_day: [] })
    expect(franc.received_by_day).toEqual([{ day: '2026-10-31', amount: '7.00', refunded: '0.00' }])
    expect(franc.paid[10]).toEqual({ month: '2026-10', amount: '7.00', refunded: '0.00' })
  })

  test('200: credit notes reduce open amounts; void and written-off invoices do not count', async () => {
    const before = (await summary()).currencies[0].outstanding
    const credited = await issued('60.00')
    await given.creditNote(credited.id, { status: 'sent' })
    await given.put((await issued('70.00')).id, { status: 'void' })
    await given.put((await issued('80.00')).id, { status: 'uncollectible' })
    expect((await summary()).currencies[0].outstanding).toEqual(before)
  })

  test('200: a currency with payments only last year is included', async () => {
    const dollars = await issued('9.00', { issue_date: '2025-03-01', currency: 'AUD' })
    await given.payment(dollars.id, { paid_at: '2025-03-20' })
    const { currencies } = await summary()
    expect(currencies.find(({ currency }: Json) => currency === 'AUD')).toMatchObject({
      outstanding: NONE,
      paid_in_years: [
        { year: '2025', amount: '9.00', refunded: '0.00' },
        { year: '2026', amount: '0.00', refunded: '0.00' },
      ],
    })
  })

  test('200: the payments of a company with one currency are summed by month and by year', async () => {
    const other = await startTestApp(engine)
    const { id } = await givens(other).invoice({ status: 'sent', items: [item('12.00')] })
    await givens(other).payment(id, { paid_at: '2025-12-31', amount: '5.00' })
    await givens(other).payment(id, { paid_at: '2026-10-02', amount: '7.00' })
    const [euro, ...more] = (await other.call('GET', '/reports/summary')).json().currencies
    await other.close()
    expect(more).toEqual([])
    expect(euro.currency).toBe('EUR')
    expect(euro.paid_in_years).toEqual([
      { year: '2025', amount: '5.00', refunded: '0.00' },
      { year: '2026', amount: '7.00', refunded: '0.00' },
    ])
    expect(euro.paid.filter(({ amount }: Json) => amount !== '0.00')).toEqual([
      { month: '2025-12', amount: '5.00', refunded: '0.00' },
      { month: '2026-10', amount: '7.00', refunded: '0.00' },
    ])
  })

  test('200: payments less refunds, and how much was refunded', async () => {
    const other = await startTestApp(engine)
    const here = givens(other)
    const refund = async (currency: string) => {
      const items = [item('119.00')]
      const { id } = await here.invoice({ status: 'sent', currency, items })
      await here.payment(id, { paid_at: '2026-11-02' })
      const note = await here.creditNote(id, { status: 'sent' })
      expect(note.totals.total).toBe('119.00')
      await here.payment(id, { amount: '-119.00', paid_at: '2026-11-03' })
    }
    const months = async () =>
      (await other.call('GET', '/reports/summary'))
        .json()
        .currencies.map(({ paid, paid_in_years: years }: Json) => [paid.at(-1), years.at(-1)])
    await refund('EUR')
    const { id } = await here.customer()
    const received = { amount: '50.00', currency: 'EUR', paid_at: '2026-11-04', apply: 'none' }
    await other.call('POST', `/customers/${id}/payments`, received)
    const one = [
      { month: '2026-11', amount: '50.00', refunded: '119.00' },
      { year: '2026', amount: '50.00', refunded: '119.00' },
    ]
    expect(await months()).toEqual([one])
    await refund('CHF')
    expect(await months()).toContainEqual(one)
    expect(await months()).toContainEqual([
      { month: '2026-11', amount: '0.00', refunded: '119.00' },
      { year: '2026', amount: '0.00', refunded: '119.00' },
    ])
    await other.close()
  })

  test('200: balances of customers, less refunds and money on account', async () => {
    const { id: customer_id } = await given.customer()
    const of = (price: string, body: object) => issued(price, { customer_id, ...body })
    await of('100.00', { due_date: '2026-11-20' })
    await of('30.00', { due_date: '2026-12-01' })
    await of('7.00', { due_date: null, currency: 'CHF' })
    const refunded = await of('20.00', { due_date: null })
    await given.payment(refunded.id, { amount: '20.00' })
    await given.creditNote(refunded.id, { status: 'sent' })
    await given.invoice({ customer_id })
    const paid = { amount: '5.00', currency: 'EUR', apply: 'none' }
    const received = await app.call('POST', `/customers/${customer_id}/payments`, paid)
    expect(received.statusCode, received.body).toBe(201)
    const { id: silent } = await given.customer()
    const path = `/reports/balances?customer_ids=${customer_id},${silent},cus_none`
    expect((await app.call('GET', path)).json()).toEqual({
      data: [
        {
          customer_id,
          last_activity: expect.stringMatching(/^2026-11-21T/),
          currencies: [
            { currency: 'CHF', open: '7.00', overdue: '0.00', balance: '7.00' },
            { currency: 'EUR', open: '130.00', overdue: '100.00', balance: '105.00' },
          ],
        },
      ],
    })
  })

  test.each([
    '',
    '?customer_ids=',
    '?customer_ids=a,,b',
    `?customer_ids=${'a,'.repeat(100)}a`,
  ])('422: /reports/balances%s', async (query) => {
    expect((await app.call('GET', `/reports/balances${query}`)).statusCode).toBe(422)
  })

  test('403: a key that may not read', async () => {
    const headers = await given.key('write')
    expect((await app.call('GET', '/reports/summary', undefined, headers)).statusCode).toBe(403)
  })
})

test('the months of a report go back over the turn of a year', () => {
  const months = monthsUntil('2026-02-28')
  expect([months[0], months[10], months[11]]).toEqual(['2025-03', '2026-01', '2026-02'])
})
