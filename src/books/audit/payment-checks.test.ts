import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { reaching } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'
import { type Debits, debits } from '../../receivables/direct-debit/debits.testing.ts'
import { verifyDatabase } from './verify.ts'

const TOTAL = 14_280
const TODAY = '2026-05-11'

type Row = Readonly<Record<string, unknown>>

/** A row to change, by some of its columns, and the columns of the fault. */
interface Fault {
  readonly table: string
  readonly where: Row
  readonly set: Row
}

const are = (where: Row) =>
  sql.join(
    Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )

describe.each(
  ENGINES,
)('verify compares payments with what providers and banks said (%s)', (engine) => {
  let app: TestApp
  let stripe: PlayedStripe
  let debit: Debits

  beforeAll(async () => {
    stripe = await playStripe()
    app = await startTestApp(engine, reaching({ stripe }))
    app.clock.set(`${TODAY}T08:00:00.000Z`)
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })

  const breaks = async () => {
    const report = await verifyDatabase(app.work())
    return report.breaks.map(({ kind, field }) => [kind, field].filter(Boolean).join(' '))
  }
  const find = async (table: string, where: Row): Promise<Row> => {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${are(where)}`.execute(
      app.db,
    )
    return rows[0] ?? {}
  }
  const change = async ({ table, where, set }: Fault): Promise<void> => {
    const values = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(values)} where ${are(where)}`.execute(
      app.db,
    )
  }
  /** Plants it, verifies, and takes it back. */
  const planted = async (fault: Fault): Promise<readonly string[]> => {
    const before = await find(fault.table, fault.where)
    await change(fault)
    const found = await breaks()
    const names = Object.keys(fault.set)
    const where = Object.fromEntries(
      Object.entries(fault.where).map(([name, value]) => [name, fault.set[name] ?? value]),
    )
    const set = Object.fromEntries(names.map((name) => [name, before[name]]))
    await change({ table: fault.table, where, set })
    expect(await breaks()).toEqual([])
    return found
  }

  describe('of payments at providers', () => {
    let open: Json
    let paid: Json
    let payment: Json

    beforeAll(async () => {
      const provider_id = (
        await debit.post('/payment-providers', {
          ...{ kind: 'stripe', label: 'Stripe', api_key: 'sk_test_verify123' },
        })
      ).id
      const checkout = async () => {
        const { id } = await givens(app).invoice({ items: [ITEM], status: 'sent' })
        return debit.post(`/invoices/${id}/checkout`, { provider_id })
      }
      paid = await checkout()
      open = await checkout()
      const at = Math.floor(app.clock.now() / 1000)
      const one = { ref: 'p', status: 'paid' as const, amount: TOTAL, currency: 'EUR', at }
      stripe.of(paid.id).facts = { status: 'paid', payments: [one] }
      await app.services.jobRunner.runDue()
      app.clock.set(`${TODAY}T08:01:00.000Z`)
      await app.services.jobRunner.runDue()
      payment = (await debit.get('/provider-payments')).data[0]
      expect(payment).toMatchObject({ status: 'paid', booked: [{ amount: '142.80' }] })
    })

    test('nothing is wrong', async () => expect(await breaks()).toEqual([]))

    test.each<[string, () => Fault, readonly string[]]>([
      [
        'a booking of another amount',
        () => ({
          table: 'provider_bookings',
          where: { provider_payment_id: payment.id },
          set: { amount_minor: 14_279n },
        }),
        [
          'provider_payment booked',
          'provider_payment amount_minor',
          'provider_payment amount_minor',
        ],
      ],
      [
        'a payment of another amount than the provider said',
        () => ({
          table: 'provider_payments',
          where: { id: payment.id },
          set: { amount_minor: 14_281n },
        }),
        ['provider_payment booked', 'provider_payment amount_minor'],
      ],
      [
        'a payment that failed, but is booked',
        () => ({
          table: 'provider_payments',
          where: { id: payment.id },
          set: { status: 'failed' },
        }),
        ['provider_payment booked'],
      ],
      [
        'a booking that names another payment of the invoice',
        () => ({
          table: 'provider_bookings',
          where: { provider_payment_id: payment.id },
          set: { payment_id: 'pay_other' },
        }),
        ['provider_payment amount_minor', 'provider_payment'],
      ],
      [
        'a checkout that is paid without a payment',
        () => ({ table: 'checkouts', where: { id: open.id }, set: { status: 'paid' } }),
        ['checkout'],
      ],
      [
        'a checkout that is live, but has no claim',
        () => ({ table: 'checkouts', where: { id: paid.id }, set: { live: 1n } }),
        ['claim'],
      ],
      [
        'a claim of a checkout that is not live',
        () => ({ table: 'checkouts', where: { id: open.id }, set: { live: 0n } }),
        ['claim'],
      ],
      [
        'a claim that another checkout has',
        () => ({
          table: 'checkout_claims',
          where: { checkout_id: open.id },
          set: { checkout_id: paid.id },
        }),
        ['claim', 'claim'],
      ],
      [
        'a claim of a checkout and of a collection',
        () => ({
          table: 'checkout_claims',
          where: { checkout_id: open.id },
          set: { collection_id: 'col_other' },
        }),
        ['claim'],
      ],
    ])('%s', async (_name, fault, expected) => {
      expect(await planted(fault())).toEqual(expected)
    })

    test('a fact that is booked twice', async () => {
      const { position: _, ...row } = await find('provider_bookings', {
        provider_payment_id: payment.id,
      })
      await app.tables
        .insertInto('provider_bookings')
        .values({ ...row, position: 1n } as never)
        .execute()
      expect(await breaks()).toEqual([
        'provider_payment booked',
        'provider_payment amount_minor',
        'provider_payment payment_id',
      ])
      await app.tables.deleteFrom('provider_bookings').where('position', '=', 1n).execute()
      expect(await breaks()).toEqual([])
    })
  })

  describe('of collections', () => {
    let first: Json
    let method: Json
    let run: Json

    beforeAll(async () => {
      const { id } = await givens(app).customer({ name: 'Debtor' })
      method = await debit.mandate(id)
      first = await debit.announced(method)
      run = await debit.hand()
      const [item] = run.collections
      await debit.statement(item.collect_on, [{ amount: '119.00', endToEnd: item.end_to_end }])
      first = await debit.collection(first.id)
      expect(first).toMatchObject({ status: 'collected', attempts: [{ n: 1 }] })
    })

    test('nothing is wrong', async () => expect(await breaks()).toEqual([]))

    const attempts = async (change: (attempt: Json) => readonly object[]): Promise<Fault> => {
      const { attempts } = await find('collections', { id: first.id })
      const [attempt] = JSON.parse(String(attempts))
      return {
        table: 'collections',
        where: { id: first.id },
        set: { attempts: JSON.stringify(change(attempt)) },
      }
    }
    const mandate = async (change: object): Promise<Fault> => {
      const stored = await find('payment_methods', { id: method.id })
      const changed = { ...JSON.parse(String(stored.mandate)), ...change }
      return {
        table: 'payment_methods',
        where: { id: method.id },
        set: { mandate: JSON.stringify(changed) },
      }
    }

    test.each<[string, () => Promise<Fault> | Fault, readonly string[]]>([
      [
        'an attempt without a notice',
        () => attempts((it) => [{ ...it, noticeAt: null }]),
        ['collection'],
      ],
      [
        'an attempt before its notice',
        () => attempts((it) => [{ ...it, noticeAt: '2026-12-01T08:00:00.000Z' }]),
        ['collection'],
      ],
      [
        'an attempt before the mandate was signed',
        () => mandate({ signedOn: '2026-12-01' }),
        ['collection'],
      ],
      [
        'a second attempt although the first had not failed',
        () => attempts((it) => [it, { ...it, n: 2, ref: 'other' }]),
        ['collection'],
      ],
      [
        'a collection that is given up, although its attempt was paid',
        () => ({ table: 'collections', where: { id: first.id }, set: { status: 'given_up' } }),
        ['collection status'],
      ],
      [
        'a collection that is on its way without its claim',
        () => ({ table: 'collections', where: { id: first.id }, set: { status: 'submitted' } }),
        ['claim', 'collection status'],
      ],
      [
        'an attempt after the mandate ended',
        () => ({
          table: 'payment_methods',
          where: { id: method.id },
          set: { ended_at: '2026-05-01T08:00:00.000Z' },
        }),
        ['mandate'],
      ],
      [
        'an attempt 36 months after the last one',
        () => mandate({ signedOn: '2023-05-13' }),
        ['mandate'],
      ],
      [
        'a file with other bytes',
        () => ({
          table: 'direct_debit_files',
          where: { run_id: run.id },
          set: { content: '<CtrlSum>119.00</CtrlSum><NbOfTxs>1</NbOfTxs>' },
        }),
        ['direct_debit_file sha256'],
      ],
      [
        'a file that says another sum than its collections',
        () => ({
          table: 'direct_debit_items',
          where: { run_id: run.id },
          set: { amount_minor: 11_901n },
        }),
        ['direct_debit_file sum'],
      ],
      [
        'a file whose row says another number of collections',
        () => ({ table: 'direct_debit_files', where: { run_id: run.id }, set: { count: 2n } }),
        ['direct_debit_file sum'],
      ],
    ])('%s', async (_name, fault, expected) => {
      expect(await planted(await fault())).toEqual(expected)
    })

    test('a mandate that was used twice, as a one-off and as the first one', async () => {
      const second = await debit.announced(method)
      const next = await debit.hand()
      expect(next.collections).toMatchObject([{ collection_id: second.id }])
      expect(await planted(await mandate({ type: 'one_off' }))).toEqual(['mandate'])
      const item = { run_id: next.id, collection_id: second.id }
      const set = { sequence: 'FRST' }
      expect(await planted({ table: 'direct_debit_items', where: item, set })).toEqual([
        'mandate sequence',
      ])
    })
  })
})
