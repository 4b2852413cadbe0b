import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { type Debits, debits, ibanOf } from './debits.testing.ts'

/** Cases beside the project: an entry of a statement that takes a direct debit back. */
const FILE = new URL('../../../../shared/payments/vectors/returns.json', import.meta.url)

const TAKEN = {
  ...{ reason: 'MS02', original_amount: '119.00', bank_code: null },
  ...{ has_end_to_end: true, has_mandate: true, has_iban: true },
}
const GONE = {
  ...{ kind: 'return', class: 'certain', booked: [['return', '-119.00']], bank_fee: '8.31' },
  ...{ attention: ['charge_failed', 'payment_returned'] },
  ...{ collection: 'given_up', method: 'suspended' },
}
/** Our own, which run without the cases beside the project. */
const OWN: readonly Json[] = [
  ['actual', '8.31'],
  ['5.00', '5.00'],
  ['10.00', '8.31'],
  ['none', '0.00'],
].map(([returnFee, claimed_fee], index) => ({
  id: `own${index + 1}`,
  title: `return fee ${returnFee}: the customer owes ${claimed_fee}`,
  settings: { returnFee },
  collection: { amount: '119.00', status: 'collected', attempt: 1, notice_days: 2 },
  entry: { ...TAKEN, amount: '-127.31', booking_date: '2026-05-20' },
  expect: { ...GONE, claimed_fee },
}))

/** What happens before the last attempt, which is always collected on 18 May 2026. */
const DAY = '2026-05-18'
const BEFORE: Readonly<Record<number, { readonly due: string; readonly failed: Json[] }>> = {
  1: { due: DAY, failed: [] },
  2: { due: '2026-05-12', failed: [{ run: '2026-05-07', on: '2026-05-13', code: 'MS03' }] },
  3: {
    due: '2026-05-06',
    failed: [
      { run: '2026-05-04', on: '2026-05-07', code: 'AM04' },
      { run: '2026-05-07', on: '2026-05-12', code: 'AM04' },
    ],
  },
}

describe.each(ENGINES)('returned direct debits (%s)', (engine) => {
  const ofOthers: readonly Json[] = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8')).cases
    : []
  let app: TestApp
  let debit: Debits
  let count = 0

  beforeAll(async () => {
    app = await startTestApp(engine)
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(() => app.close())

  const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))

  test.each([...OWN, ...ofOthers].map((it) => [it.id, it.title, it]))('%s: %s', async (...of) => {
    const [, , it] = of as [string, string, Json]
    app.clock.set('2026-04-27T08:00:00.000Z')
    const returnFee = it.settings?.returnFee ?? 'none'
    await givens(app).settings({ directDebit: { returnFee } })
    const { id: customerId } = await givens(app).customer({ name: 'Debtor' })
    const { amount, status, attempt, notice_days } = it.collection
    count += 1
    const own = { notice_days, iban: ibanOf(count) }
    const method = await debit.mandate(customerId, own)
    const { due, failed } = BEFORE[attempt] ?? { due: DAY, failed: [] }
    const { id, invoice_id } = await debit.announced(method, {
      due_date: due,
      items: [{ description: 'Hosting', quantity: '1', unit_price: amount }],
    })
    for (const { run, on, code } of failed) {
      debit.at(run)
      await debit.hand()
      debit.at(on)
      await debit.post(`/collections/${id}/outcome`, { outcome: 'refused', code })
      await debit.post(`/collections/${id}/announce`)
    }
    debit.at('2026-05-13')
    await debit.hand()
    const { end_to_end, attempts } = await debit.collection(id)
    expect(attempts).toHaveLength(attempt)
    expect(attempts.at(-1).day).toBe(DAY)
    const { iban, reference } = method.mandate
    if (status === 'collected') await debit.statement(DAY, [{ amount, endToEnd: end_to_end, iban }])
    expect((await debit.collection(id)).status).toBe(status)

    const { entry } = it
    const [back] = await debit.statement(entry.booking_date, [
      {
        amount: entry.amount,
        ...(entry.reason && { returnReason: entry.reason }),
        ...(entry.original_amount && { original: entry.original_amount }),
        ...(entry.has_end_to_end && { endToEnd: end_to_end }),
        ...(entry.has_mandate && { mandate: reference }),
        ...(entry.has_iban && { iban }),
        ...(entry.bank_code && { code: entry.bank_code }),
      },
    ])

    const { expect: expected } = it
    const { status: after } = await debit.collection(id)
    // The message about the failure is the new notice.
    if (after === 'planned') await debit.post(`/collections/${id}/announce`)
    const now = await debit.collection(id)
    const { data: payments } = await debit.get(`/invoices/${invoice_id}/payments`)
    const { data: charges } = await debit.get(`/invoices/${invoice_id}/charges`)
    const { data: matters } = await debit.get('/attention?limit=100')
    const sumOf = (list: readonly Json[], kind: string): bigint =>
      list.reduce((sum, one) => (one.kind === kind ? sum + minor(one.amount) : sum), 0n)
    expect({
      ...{ kind: back.kind, class: back.class },
      booked: payments
        .filter((one: Json) => one.amount.startsWith('-'))
        .map((one: Json) => ['return', one.amount]),
      bank_fee: sumOf(back.allocations, 'fee'),
      claimed_fee: sumOf(charges, 'return_fee'),
      attention: matters
        .filter(({ resource }: Json) => resource.id === invoice_id || resource.id === back.id)
        .map(({ kind, code }: Json) => (kind === 'bank' ? kind : code))
        .toSorted(),
      ...(expected.collection && { collection: now.status }),
      ...(expected.method && {
        method: (await debit.get(`/payment-methods/${method.id}`)).status,
      }),
      ...(expected.next_on && { next_on: now.next_on }),
    }).toEqual({
      ...expected,
      bank_fee: minor(expected.bank_fee),
      claimed_fee: minor(expected.claimed_fee),
    })
    expect((await givens(app).read(invoice_id)).totals.due).toBe(
      expected.booked.length > 0 || status === 'submitted' ? amount : '0.00',
    )
    if (back.status === 'booked') {
      await debit.post(`/bank-entries/${back.id}/unbook`)
      expect((await debit.collection(id)).status).toBe(status)
      const { data: left } = await debit.get(`/invoices/${invoice_id}/charges`)
      expect(left).toEqual([])
    }
    if (status === 'submitted')
      await debit.post(`/collections/${id}/outcome`, { outcome: 'refused', code: 'FF01' })
  })

  test('verify finds nothing wrong', async () => {
    const { breaks } = await verifyDatabase(app.work())
    expect(breaks).toEqual([])
  })
})
