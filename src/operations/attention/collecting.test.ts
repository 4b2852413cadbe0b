import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, type TestApp } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { transaction } from '../../core/record/transaction.ts'
import { type Debits, debits } from '../../receivables/direct-debit/debits.testing.ts'
import { keepMethod } from '../../receivables/methods/keep.ts'

describe.each(ENGINES)('what collecting leaves to a person (%s)', (engine) => {
  let site: PlayedApp<PlayedStripe>
  let app: TestApp
  let debit: Debits
  beforeAll(async () => {
    const provider = { kind: 'stripe', api_key: 'sk_test_attention1' }
    site = await startWithProvider(engine, playStripe, provider)
    ;({ app } = site)
    app.clock.set('2026-05-11T08:00:00.000Z')
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(() => site?.close())

  const matters = async (kind: string): Promise<readonly Json[]> =>
    (await debit.get(`/attention?kind=${kind}`)).data
  const codes = async (kind: string): Promise<readonly string[]> =>
    (await matters(kind)).map(({ code }) => code)

  test('a run waits for its approval', async () => {
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id)
    const empty = await debit.post('/direct-debit-runs')
    expect(await codes('collection')).toEqual([])
    await app.call('DELETE', `/direct-debit-runs/${empty.id}`)
    await debit.announced(method)
    const run = await debit.post('/direct-debit-runs')
    expect(await matters('collection')).toMatchObject([
      {
        ...{ code: 'run_to_approve', since: run.created_at },
        resource: { type: 'direct_debit_run', id: run.id, name: '119.00 EUR' },
      },
    ])
    await debit.approve(run.id)
    expect(await codes('collection')).toEqual([])
  })

  test('a card expires: listed for 30 days before', async () => {
    const { id } = await givens(app).customer({ name: 'Card holder' })
    const words = { words: 'I agree.', wordsSha256: 'f'.repeat(64), language: 'en' }
    const consent = {
      ...{ ...words, at: app.work().at, invoiceId: 'inv_1', name: null, ip: null, browser: null },
      ...{ currency: 'EUR', maxMinor: null, noticeDays: null },
    }
    const saved = { ref: 'pm_1', kind: 'card', label: 'Visa •••• 4242', expiresOn: '2026-07-01' }
    const kept = { customerId: id, providerId: site.provider, saved, consent }
    await transaction(app.work(), (work) => keepMethod(work, kept))
    app.clock.set('2026-05-31T20:00:00.000Z')
    expect(await codes('mandate')).toEqual([])
    app.clock.set('2026-06-01T08:00:00.000Z')
    expect(await matters('mandate')).toMatchObject([
      {
        ...{ code: 'method_expiring', since: '2026-06-01T00:00:00.000Z' },
        resource: { type: 'customer', id, name: 'Card holder' },
      },
    ])
    const [method] = (await debit.get(`/customers/${id}/payment-methods`)).data
    await debit.post(`/payment-methods/${method.id}/cancel`)
    expect(await codes('mandate')).toEqual([])
  })

  test.each([
    ['creating', { created_at: '2026-06-01T06:59:00.000Z' }],
    ['pending', { pending_since: '2026-05-18T07:59:00.000Z' }],
  ])('a checkout is %s for too long', async (status, since) => {
    const customer = { name: 'Payer' }
    const body = { customer, items: [ITEM], currency: 'EUR', status: 'sent' }
    const invoice = await givens(app).invoice(body)
    const { id } = await debit.post(`/invoices/${invoice.id}/checkout`)
    const change = async (columns: object): Promise<void> => {
      await app.tables.updateTable('checkouts').set(columns).where('id', '=', id).execute()
    }
    await change({ status })
    expect(await codes('checkout')).toEqual([])
    await change(since)
    expect(await matters('checkout')).toMatchObject([
      {
        ...{ code: 'checkout_stuck', since: Object.values(since)[0] },
        resource: { type: 'invoice', id: invoice.id, name: invoice.number },
      },
    ])
    await change({ status: 'canceled' })
    expect(await codes('checkout')).toEqual([])
  })

  test('a collection is previewed, and nothing is planned', async () => {
    const { id: customer_id } = await givens(app).customer({ name: 'Previewed' })
    const body = { customer_id, items: [ITEM], currency: 'EUR', due_date: '2026-06-30' }
    const { id } = await givens(app).invoice({ ...body, status: 'sent' })
    const path = `/collections/preview?invoice_id=${id}`
    expect(await debit.get(path)).toMatchObject({ status: 409, code: 'no_consent' })
    const method = await debit.mandate(customer_id)
    const expected = {
      ...{ invoice_id: id, customer_id, payment_method_id: method.id, via: 'file' },
      ...{ currency: 'EUR', collect_on: '2026-06-30', next_on: '2026-06-30' },
    }
    expect(await debit.get(path)).toMatchObject(expected)
    const later = await debit.get(`${path}&on=2026-07-04`)
    expect(later).toMatchObject({ collect_on: '2026-07-04', next_on: '2026-07-06' })
    expect((await debit.get(`/collections?invoice_id=${id}`)).data).toEqual([])
    const { amount } = await debit.get(path)
    expect(await debit.post(`/invoices/${id}/collect`)).toMatchObject({ ...expected, amount })
    expect(await debit.get(path)).toMatchObject({ status: 409, code: 'collection_exists' })
  })
})
