import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const item = (unit_price: string) => ({ description: 'Work', unit_price, tax: { rate: '22' } })
const FEE = [item('100.00')]

describe.each(ENGINES)('withholdings of drafts (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    customer = (await app.json('POST', '/customers', { name: 'Alfa' })).id
  })
  afterAll(() => app.close())

  const call: TestApp['json'] = (...request) => app.json(...request)
  const draft = (rest: object): Promise<Json> =>
    call('POST', '/invoices', { customer_id: customer, items: FEE, ...rest })
  const amountsOf = ({ withholdings }: Json) =>
    withholdings.map(({ amount, stated }: Json) => [amount, stated])

  test('a computed amount that is sent back stays computed, in any place', async () => {
    const { id, withholdings } = await draft({ withholdings: [{ rate: '5' }, { rate: '20' }] })
    const [five, twenty] = withholdings
    const other = { kind: 'other', rate: '1' }
    const both = await call('PATCH', `/invoices/${id}`, { withholdings: [other, five, twenty] })
    expect(amountsOf(both)).toEqual([
      ['1.00', false],
      ['5.00', false],
      ['20.00', false],
    ])
    const doubled = { items: [{ ...FEE[0], quantity: '2' }], withholdings: [twenty] }
    expect(amountsOf(await call('PATCH', `/invoices/${id}`, doubled))).toEqual([['40.00', false]])
  })

  test('another rate beside the amount that was read is computed anew', async () => {
    const { id, withholdings } = await draft({ withholdings: [{ rate: '20' }] })
    const changed = { withholdings: [{ ...withholdings[0], rate: '23' }] }
    expect(amountsOf(await call('PATCH', `/invoices/${id}`, changed))).toEqual([['23.00', false]])
    const stated = { withholdings: [{ ...withholdings[0], rate: '23', amount: '22.00' }] }
    delete (stated.withholdings[0] as Json).base_amount
    delete (stated.withholdings[0] as Json).stated
    expect(amountsOf(await call('PATCH', `/invoices/${id}`, stated))).toEqual([['22.00', true]])
  })

  const faultsOf = async (...request: Parameters<TestApp['call']>) => {
    const { statusCode, body } = await app.call(...request)
    expect(statusCode, body).toBe(422)
    return JSON.parse(body).errors.map(({ pointer, code }: Json) => [pointer, code])
  }

  test.each([
    ['EUR', '10.555'],
    ['JPY', '102.5'],
  ])('422: more decimals than %s has', async (currency, amount) => {
    const body = { customer_id: customer, currency, items: FEE }
    const withholdings = [{ rate: '20', amount }]
    expect(await faultsOf('POST', '/invoices', { ...body, withholdings })).toEqual([
      ['/withholdings/0/amount', 'too_precise'],
    ])
    const italy = { withholding: { type: 'RT01', rate: '20', reason: 'A', amount } }
    if (!/\.\d{3}/.test(amount))
      expect(await faultsOf('POST', '/invoices', { ...body, italy })).toEqual([
        ['/italy/withholding/amount', 'too_precise'],
      ])
  })

  test('422: another currency, which has fewer decimals', async () => {
    const { id } = await draft({ currency: 'EUR', withholdings: [{ rate: '20', amount: '10.55' }] })
    expect(await faultsOf('PATCH', `/invoices/${id}`, { currency: 'JPY' })).toEqual([
      ['/currency', 'too_precise'],
    ])
    const { id: whole } = await draft({ withholdings: [{ rate: '20', amount: '10.00' }] })
    const changed = await call('PATCH', `/invoices/${whole}`, { currency: 'JPY' })
    expect(amountsOf(changed)).toEqual([['10', true]])
  })
})
