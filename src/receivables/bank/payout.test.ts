import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { camt, OWN_IBAN } from './statements.testing.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('payouts of providers (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  /** Of 142.80, 285.60 and 428.40, each a day later, less 2.44, 4.53 and 6.62. */
  const numbers: string[] = []
  beforeAll(async () => {
    it = await startWithProvider(engine, playStripe, {
      kind: 'stripe',
      api_key: 'sk_test_payouts12',
    })
    await givens(it.app).settings({ bankAccount: { iban: OWN_IBAN } })
    for (const [at, fee] of [244, 453, 662].entries()) await pay(at + 1, fee)
  })
  afterAll(() => it.close())

  async function pay(quantity: number, fee: number, more: object = {}): Promise<void> {
    const items = [{ ...ITEM, quantity: String(quantity), unit_price: '120.00' }]
    const { id, number } = await givens(it.app).invoice({ items, status: 'sent' })
    numbers.push(number)
    const opened = await it.app.json('POST', `/invoices/${id}/checkout`, {})
    const one = {
      ...{ ref: `p${numbers.length}`, status: 'paid' as const, currency: 'EUR' },
      amount: Number(opened.amount.replace('.', '')),
      at: Number(BigInt(it.app.clock.now()) / 1000n),
      fee: { amount: fee, currency: 'EUR' },
      ...more,
    }
    it.played.of(opened.id).facts = { status: 'paid', payments: [one] }
    it.app.clock.set(new Date(it.app.clock.now() + DAY_MS).toISOString())
    await it.app.services.jobRunner.runDue()
  }

  async function explained(amount: string, name = 'STRIPE PAYMENTS EUROPE'): Promise<Json> {
    const day = new Date(it.app.clock.now()).toISOString().slice(0, 10)
    const file = camt([{ entries: [{ amount, day, name, text: `Payout ${amount}` }] }], amount)
    const { id } = await it.app.json('POST', '/bank-files', file)
    await it.app.services.jobRunner.runDue()
    const [entry] = (await it.app.json('GET', `/bank-entries?file_id=${id}`)).data
    if (name.startsWith('STRIPE'))
      expect(entry).toMatchObject({ kind: 'payout', status: 'open', proposals: [] })
    return it.app.json('GET', `/bank-entries/${entry.id}/payout`)
  }

  test('200: the payments, one after the other, that add up to it less their fees', async () => {
    expect(await explained('702.85')).toMatchObject({
      ...{ provider_id: it.provider, problem: null },
      ...{ amount: '714.00', fees: '11.15', currency: 'EUR' },
      payments: [
        { kind: 'payment', amount: '285.60', fee: '4.53', invoices: [{ number: numbers[1] }] },
        { kind: 'payment', amount: '428.40', fee: '6.62', invoices: [{ number: numbers[2] }] },
      ],
    })
  })

  test('200: a sum of payments that are not one after the other explains nothing', async () => {
    const unknown = { provider_id: null, problem: 'sum_differs', amount: '0.00', payments: [] }
    expect(await explained('562.14')).toMatchObject(unknown)
    expect(await explained('702.84')).toMatchObject(unknown)
  })

  test('200: a refund is part of it, and two groups that add up to it explain nothing', async () => {
    const refunds = [{ ref: 'r', status: 'done', amount: 4_000 }]
    await pay(1, 244, { refunds })
    expect(await explained('100.36')).toMatchObject({
      ...{ problem: null, amount: '102.80', fees: '2.44' },
      payments: [{ kind: 'payment' }, { kind: 'refund', amount: '-40.00', fee: '0.00' }],
    })
    expect(await explained('140.36')).toMatchObject({ problem: 'ambiguous', payments: [] })
  })

  test('200: money out has no payments; one payment without a fee leaves all unknown', async () => {
    expect(await explained('-12.00', 'Landlord')).toMatchObject({ problem: 'no_payments' })
    await pay(5, 0, { fee: undefined })
    expect(await explained('714.00')).toMatchObject({ problem: 'fees_unknown' })
  })
})
