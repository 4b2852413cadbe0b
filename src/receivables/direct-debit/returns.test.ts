import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { type Debits, debits } from './debits.testing.ts'

const TODAY = '2026-05-11'
const DAY = '2026-05-13'
const LATER = '2026-05-15'

describe.each(ENGINES)('what comes of direct debits (%s)', (engine) => {
  let app: TestApp
  let debit: Debits

  beforeAll(async () => {
    app = await startTestApp(engine)
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(() => app.close())
  beforeEach(() => app.clock.set(`${TODAY}T08:00:00.000Z`))

  const debtor = async (): Promise<Json> => {
    const { id } = await givens(app).customer({ name: 'Debtor' })
    return debit.mandate(id)
  }
  /** Handed in, and not booked yet. */
  const submitted = async (method: Json): Promise<Json> => {
    const { id } = await debit.announced(method)
    await debit.hand()
    return debit.collection(id)
  }
  const collected = async (method: Json): Promise<Json> => {
    const { id, end_to_end } = await submitted(method)
    await debit.statement(DAY, [{ amount: '119.00', endToEnd: end_to_end }])
    return debit.collection(id)
  }
  const paidOf = async ({ invoice_id }: Json): Promise<string> =>
    (await givens(app).read(invoice_id)).totals.paid
  const methodOf = (it: Json): Promise<Json> =>
    debit.get(`/payment-methods/${it.payment_method_id}`)
  const balanceOf = async (customerId: string): Promise<string> => {
    const { balances } = await debit.get(`/customers/${customerId}/account`)
    return balances.find(({ currency }: Json) => currency === 'EUR')?.balance ?? '0.00'
  }

  test('a return that names only the mandate is booked if one collection fits', async () => {
    const method = await debtor()
    const { id } = await collected(method)
    const [entry] = await debit.statement(LATER, [
      { amount: '-119.00', mandate: method.mandate.reference, returnReason: 'AC01' },
    ])
    expect(entry).toMatchObject({ status: 'booked', kind: 'return' })
    expect((await debit.collection(id)).status).toBe('given_up')
  })

  test('if several collections fit, a person decides which came back', async () => {
    const method = await debtor()
    const first = await collected(method)
    const second = await collected(method)
    const [entry] = await debit.statement(LATER, [
      {
        amount: '-122.00',
        original: '119.00',
        mandate: method.mandate.reference,
        returnReason: 'AC01',
      },
    ])
    expect(entry).toMatchObject({ status: 'open', class: 'possible', kind: 'return' })
    expect(entry.proposals).toHaveLength(2)
    expect([await paidOf(first), await paidOf(second)]).toEqual(['119.00', '119.00'])
    const chosen = entry.proposals.find(({ allocations }: Json) =>
      allocations.some(({ invoice_id }: Json) => invoice_id === first.invoice_id),
    )
    await debit.post(`/bank-entries/${entry.id}/book`, { proposal_id: chosen.id })
    expect([await paidOf(first), await paidOf(second)]).toEqual(['0.00', '119.00'])
    expect((await debit.collection(first.id)).status).toBe('given_up')
    expect((await debit.collection(second.id)).status).toBe('collected')
  })

  test('a return of another account than that of the mandate waits for a person', async () => {
    const method = await debtor()
    const it = await collected(method)
    const mandate = method.mandate.reference
    const [entry] = await debit.statement(LATER, [
      { amount: '-119.00', mandate, returnReason: 'AC01', iban: 'DE87123456780000000002' },
    ])
    expect(entry).toMatchObject({ status: 'open', kind: 'return' })
    expect((await debit.collection(it.id)).status).toBe('collected')
  })

  test('what was paid otherwise goes to the account, and the return takes it from there', async () => {
    const method = await debtor()
    const { id, invoice_id, end_to_end } = await submitted(method)
    await givens(app).payment(invoice_id, { amount: '100.00' })
    const [entry] = await debit.statement(DAY, [{ amount: '119.00', endToEnd: end_to_end }])
    expect(entry).toMatchObject({ status: 'open', class: 'likely', kind: 'direct_debit' })
    await debit.post(`/bank-entries/${entry.id}/book`, {})
    expect(await debit.collection(id)).toMatchObject({ status: 'collected' })
    expect(await balanceOf(method.customer_id)).toBe('100.00')
    const [back] = await debit.statement(LATER, [
      { amount: '-122.50', original: '119.00', endToEnd: end_to_end, returnReason: 'MD06' },
    ])
    expect(back).toMatchObject({ status: 'booked', kind: 'return' })
    expect(await balanceOf(method.customer_id)).toBe('0.00')
    expect(await paidOf({ invoice_id })).toBe('100.00')
    expect(await debit.collection(id)).toMatchObject({ status: 'given_up', ended_because: 'MD06' })
    // Taken back, all is as before: first the return, then the debit.
    await debit.post(`/bank-entries/${back.id}/unbook`)
    expect(await debit.collection(id)).toMatchObject({ status: 'collected', ended_because: null })
    expect(await balanceOf(method.customer_id)).toBe('100.00')
    await debit.post(`/bank-entries/${entry.id}/unbook`)
    expect(await debit.collection(id)).toMatchObject({ status: 'submitted' })
    expect(await balanceOf(method.customer_id)).toBe('0.00')
    expect(await paidOf({ invoice_id })).toBe('100.00')
  })

  test('the return of a debit whose money the customer has used waits for a person', async () => {
    const method = await debtor()
    const { id, invoice_id, end_to_end } = await submitted(method)
    await givens(app).payment(invoice_id, { amount: '119.00' })
    const [entry] = await debit.statement(DAY, [{ amount: '119.00', endToEnd: end_to_end }])
    await debit.post(`/bank-entries/${entry.id}/book`, {})
    expect((await debit.collection(id)).status).toBe('collected')
    await debit.post(`/customers/${method.customer_id}/account/refund`, { amount: '119.00' })
    const [back] = await debit.statement(LATER, [
      { amount: '-119.00', endToEnd: end_to_end, returnReason: 'MD06' },
    ])
    expect(back).toMatchObject({ status: 'open', class: 'likely', kind: 'return' })
  })

  test('undoing a booked return restores collection, mandate and payment', async () => {
    const method = await debtor()
    const { id, invoice_id, end_to_end } = await collected(method)
    const [back] = await debit.statement(LATER, [
      { amount: '-119.00', endToEnd: end_to_end, returnReason: 'AC04' },
    ])
    expect((await methodOf({ payment_method_id: method.id })).status).toBe('canceled')
    const path = `/customers/${method.customer_id}/statement`
    const [account] = (await debit.get(`${path}?from=${TODAY}&to=${LATER}`)).accounts
    expect(
      account.rows.map(({ type, returned, amount }: Json) => [type, returned, amount]),
    ).toEqual([
      ['invoice', false, '119.00'],
      ['payment', false, '-119.00'],
      ['payment', true, '119.00'],
    ])
    const printed = await app.call('GET', `${path}/html?from=${TODAY}&to=${LATER}`)
    expect(printed.body).toContain('Returned debit')
    await debit.post(`/bank-entries/${back.id}/unbook`)
    expect(await debit.collection(id)).toMatchObject({
      ...{ status: 'collected', ended_because: null, problems: [] },
      attempts: [{ outcome: 'collected', code: null }],
    })
    expect((await methodOf({ payment_method_id: method.id })).status).toBe('active')
    expect(await paidOf({ invoice_id })).toBe('119.00')
    // The claim is there again once the debit itself is undone.
    const { data } = await debit.get(`/bank-entries?from=${DAY}&to=${DAY}&limit=100`)
    const brought = data.find((it: Json) => it.end_to_end === end_to_end)
    await debit.post(`/bank-entries/${brought.id}/unbook`)
    expect((await debit.collection(id)).status).toBe('submitted')
    const claims = await app.tables
      .selectFrom('checkout_claims')
      .select('collection_id')
      .where('invoice_id', '=', invoice_id)
      .execute()
    expect(claims).toEqual([{ collection_id: id }])
  })

  test('undoing a return of what was never booked puts the collection on its way again', async () => {
    const method = await debtor()
    const { id, end_to_end } = await submitted(method)
    const [back] = await debit.statement(DAY, [
      { amount: '-122.00', original: '119.00', endToEnd: end_to_end, returnReason: 'AC06' },
    ])
    const { status, run_id } = await debit.collection(id)
    expect(status).toBe('given_up')
    const runStatus = async () => (await debit.get(`/direct-debit-runs/${run_id}`)).status
    expect(await runStatus()).toBe('settled')
    await debit.post(`/bank-entries/${back.id}/unbook`)
    expect((await debit.collection(id)).status).toBe('submitted')
    expect(await runStatus()).toBe('submitted')
    const [brought] = await debit.statement(LATER, [{ amount: '119.00', endToEnd: end_to_end }])
    expect(brought.status).toBe('booked')
    expect(await runStatus()).toBe('settled')
  })

  test('a debit that no statement shows needs attention, until a person has seen it', async () => {
    const { id, invoice_id } = await submitted(await debtor())
    const codes = async (): Promise<string[]> =>
      (await debit.get('/attention?kind=collection&limit=100')).data
        .filter(({ resource }: Json) => resource.id === invoice_id)
        .map(({ code }: Json) => code)
    const look = async (day: string) => {
      app.clock.set(`${day}T08:00:00.000Z`)
      await runNow(app, 'direct_debit.book')
      return codes()
    }
    expect(await look('2026-05-19')).toEqual([])
    expect(await look('2026-05-20')).toEqual(['debit_unconfirmed'])
    await debit.post(`/collections/${id}/acknowledge`)
    expect(await look('2026-05-21')).toEqual([])
    await debit.post(`/collections/${id}/outcome`, { outcome: 'collected', on: DAY })
  })

  describe('a person says what the bank did', () => {
    const say = (id: string, body: object) => debit.post(`/collections/${id}/outcome`, body)

    test('collected, then returned with its code', async () => {
      const { id, run_id, invoice_id } = await submitted(await debtor())
      app.clock.set(`${LATER}T08:00:00.000Z`)
      expect(await say(id, { outcome: 'collected', on: DAY })).toMatchObject({
        status: 'collected',
      })
      expect(await paidOf({ invoice_id })).toBe('119.00')
      expect((await debit.get(`/direct-debit-runs/${run_id}`)).status).toBe('settled')
      const returned = await say(id, { outcome: 'returned', code: 'MD06' })
      expect(returned).toMatchObject({ status: 'given_up', ended_because: 'MD06' })
      expect((await methodOf(returned)).status).toBe('suspended')
      expect(await paidOf({ invoice_id })).toBe('0.00')
    })

    test('refused: it is planned again as its code says', async () => {
      const { id, run_id, invoice_id } = await submitted(await debtor())
      expect(await say(id, { outcome: 'refused', code: 'AM04' })).toMatchObject({
        ...{ status: 'planned', next_on: '2026-05-14' },
        attempts: [{ outcome: 'failed', code: 'AM04' }],
      })
      expect(await paidOf({ invoice_id })).toBe('0.00')
      const run = await debit.get(`/direct-debit-runs/${run_id}`)
      expect(run.collections).toMatchObject([{ collection_id: id, rejected: 'AM04' }])
      await debit.post(`/collections/${id}/cancel`)
    })

    test('what was paid otherwise meanwhile goes to the account', async () => {
      const method = await debtor()
      const { id, invoice_id } = await submitted(method)
      await givens(app).payment(invoice_id, { amount: '119.00' })
      expect((await say(id, { outcome: 'collected' })).status).toBe('collected')
      expect(await balanceOf(method.customer_id)).toBe('119.00')
      expect((await say(id, { outcome: 'returned', code: 'AC01' })).status).toBe('given_up')
      expect(await balanceOf(method.customer_id)).toBe('0.00')
    })

    test('409 for what cannot be', async () => {
      const { id } = await debit.announced(await debtor())
      for (const outcome of ['collected', 'returned', 'refused']) {
        const answer = await app.call('POST', `/collections/${id}/outcome`, { outcome })
        expect(answer.json()).toMatchObject({ status: 409, code: 'collection_ended' })
      }
      await debit.post(`/collections/${id}/cancel`)
    })
  })

  test('booked by its day although it was paid otherwise: the money is on account', async () => {
    await givens(app).settings({ directDebit: { bookOn: 'due_date' } })
    const method = await debtor()
    const { id, invoice_id } = await submitted(method)
    await givens(app).payment(invoice_id, { amount: '119.00' })
    app.clock.set(`${LATER}T08:00:00.000Z`)
    await runNow(app, 'direct_debit.book')
    expect((await debit.collection(id)).status).toBe('collected')
    expect(await balanceOf(method.customer_id)).toBe('119.00')
    await givens(app).settings({ directDebit: { bookOn: 'statement' } })
  })

  test('verify finds nothing wrong', async () => {
    const { breaks } = await verifyDatabase(app.work())
    expect(breaks).toEqual([])
  })
})
