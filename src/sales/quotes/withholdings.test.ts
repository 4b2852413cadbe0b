import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const item = (unit_price: string, rest: object = {}) => ({
  description: 'Consulenza',
  unit_price,
  tax: { rate: '22' },
  ...rest,
})
const fund = { reason: 'TC04 Inarcassa', percent: '4', tax: { rate: '22' } }
const STATED = { withholdings: [{ rate: '20', amount: '200.00' }] }
const ITALIAN = {
  italy: { withholding: { type: 'RT01', rate: '20', reason: 'A', amount: '200.00' } },
}

describe.each(ENGINES)('what customers withhold of quotes (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    customer = (await app.json('POST', '/customers', { name: 'Alfa' })).id
  })
  afterAll(() => app.close())

  const call: TestApp['json'] = (...request) => app.json(...request)
  const accepted = async (rest: object): Promise<Json> => {
    const { id } = await call('POST', '/quotes', { customer_id: customer, ...rest })
    await call('POST', `/quotes/${id}/open`)
    return call('POST', `/quotes/${id}/accept`, { name: 'Mia Brandt' })
  }
  const bill = (id: string, body: object = {}): Promise<Json> =>
    call('POST', `/quotes/${id}/invoice`, body)
  const issue = (id: string): Promise<Json> => call('PATCH', `/invoices/${id}`, { status: 'sent' })
  const withheldOf = ({ totals }: Json): string => totals.withheld

  test.each([
    ['`withholdings`', STATED],
    ['`italy.withholding`', ITALIAN],
  ])('a stated amount of %s is billed, in parts and in full', async (_, spelling) => {
    const whole = await accepted({ items: [item('1000.00')], ...spelling })
    expect(withheldOf(await bill(whole.id))).toBe('200.00')

    const { id, items } = await accepted({
      items: [item('333.33', { quantity: '3' })],
      charges: [{ amount: '10.00', tax: { rate: '22' } }],
      ...spelling,
    })
    const part = { mode: 'items', items: [{ id: items[0].id, quantity: '1' }] }
    expect(withheldOf(await bill(id, part))).toBe('66.67')
    expect(withheldOf(await bill(id, part))).toBe('66.66')
    expect(withheldOf(await bill(id))).toBe('66.67')

    const automatic = { items: [item('1000.00')], on_accept: 'draft_invoice', ...spelling }
    expect((await accepted(automatic)).status).toBe('accepted')
  })

  test.each([
    ['20 % of the net', { withholdings: [{ rate: '20' }] }, '500.01', '598.05', '98.04'],
    ['a stated amount', STATED, '300.00', '358.82', '58.82'],
    [
      'rounded to coins',
      { withholdings: [{ rate: '20' }], cash_rounding: '0.05' },
      '500.00',
      '598.04',
      '98.04',
    ],
  ])('a deposit by total is what the customer pays: %s', async (_, given, total, ...figures) => {
    const { id } = await accepted({ items: [item('1000.00')], ...given })
    const deposit = await bill(id, { mode: 'deposit', total })
    expect(deposit.totals.payable).toBe(total)
    expect([deposit.totals.total, withheldOf(deposit)]).toEqual(figures)
  })

  test('a stated amount is that of all items; those selected have their share', async () => {
    const quote = await call('POST', '/quotes', {
      customer_id: customer,
      items: [item('100.00'), item('900.00', { optional: true })],
      ...STATED,
    })
    expect(withheldOf(quote)).toBe('20.00')
    const { items, withholdings } = quote
    expect(withholdings).toMatchObject([{ base_amount: '100.00', amount: '200.00', stated: true }])
    const saved = await call('PATCH', `/quotes/${quote.id}`, { items, withholdings, notes: 'Ciao' })
    expect(withheldOf(saved)).toBe('20.00')
    await call('POST', `/quotes/${quote.id}/open`)
    const selected = [items[1].id]
    const answer = await call('POST', `/quotes/${quote.id}/accept`, { name: 'Mia', selected })
    expect(withheldOf(answer)).toBe('200.00')
    expect(withheldOf(await bill(quote.id))).toBe('200.00')
    const none = { customer_id: customer, items: [item('9', { optional: true })] }
    const withholdings5 = [{ rate: '20', amount: '5.00' }]
    const empty = await call('POST', '/quotes', { ...none, withholdings: withholdings5 })
    expect(withheldOf(empty)).toBe('0.00')
  })

  test('a deposit withholds its share of a stated amount, and the final invoice the rest', async () => {
    const { id } = await accepted({ items: [item('1000.00')], ...STATED })
    const deposit = await bill(id, { mode: 'deposit', percent: '10' })
    expect(withheldOf(deposit)).toBe('20.00')
    await issue(deposit.id)
    const final = await bill(id, { mode: 'final' })
    expect(withheldOf(final)).toBe('180.00')
    const bare = await call('POST', `/invoices/${final.id}/deduct-deposits`, { deposits: [] })
    expect(withheldOf(bare)).toBe('200.00')
    const again = await call('POST', `/invoices/${final.id}/deduct-deposits`, {})
    expect(withheldOf(again)).toBe('180.00')
    expect((await issue(final.id)).totals.withheld).toBe('180.00')
  })

  test.each([
    [
      'a pension fund',
      { items: [item('1000.00')], charges: [fund], percent: '30' },
      ['60.00', '140.00'],
    ],
    [
      'expenses',
      { items: [item('1000.00', { withhold: false })], percent: '50' },
      ['0.00', '0.00'],
    ],
    [
      'work and expenses',
      { items: [item('100.00'), item('1000.00', { withhold: false })], percent: '50' },
      ['10.00', '10.00'],
    ],
    [
      'prices with tax',
      {
        items: [item('122.00'), item('1220.00', { withhold: false })],
        prices_include_tax: true,
        percent: '50',
      },
      ['10.00', '10.00'],
    ],
  ])('a deposit and its final invoice withhold only what counts: %s', async (_, given, figures) => {
    const { percent, ...contents } = given as Json
    const { id } = await accepted({ ...contents, withholdings: [{ rate: '20' }] })
    const deposit = await bill(id, { mode: 'deposit', percent })
    await issue(deposit.id)
    const { id: finalId } = await bill(id, { mode: 'final' })
    const final = await issue(finalId)
    expect([withheldOf(deposit), withheldOf(final)]).toEqual(figures)
  })
})
