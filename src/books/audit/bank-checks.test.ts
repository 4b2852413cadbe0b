import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { camt, OWN_IBAN } from '../../receivables/bank/statements.testing.ts'
import { verifyDatabase } from './verify.ts'

describe.each(ENGINES)('verify compares entries of banks with what they paid (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let entry: Json
  let payment: Json
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ bankAccount: { iban: OWN_IBAN }, bankAutoBook: 'certain' })
    const { id, number } = await given.invoice({
      status: 'sent',
      issue_date: '2026-11-10',
      items: [{ description: 'Work', unit_price: '80.00', tax: { category: 'Z', rate: '0' } }],
    })
    const text = `Invoice ${number}`
    await app.call('POST', '/bank-files', camt([{ entries: [{ amount: '80.00', text }] }]))
    await app.services.jobRunner.runDue()
    entry = (await app.call('GET', '/bank-entries')).json().data[0]
    payment = (await app.call('GET', `/invoices/${id}/payments`)).json().data[0]
    expect(payment.bank_entry_id).toBe(entry.id)
  })
  afterAll(() => app.close())

  const breaks = async () => {
    const report = await verifyDatabase(app.work())
    return report.breaks.map(({ kind, field }) => [kind, field].filter(Boolean).join(' '))
  }
  const set = (table: 'bank_entries' | 'bank_allocations' | 'payments', values: object) =>
    app.tables.updateTable(table).set(values).execute()

  test('nothing is wrong', async () => expect(await breaks()).toEqual([]))

  test.each([
    ['an entry that says less than its bookings', 'bank_entry allocated_minor'],
    ['a part of an entry', 'bank_entry allocated_minor'],
    ['a booking of another amount', 'bank_entry amount_minor'],
    ['a payment that no longer names its entry', 'bank_entry amount_minor'],
    ['a booking that no longer names its payment', 'bank_entry'],
  ] as const)('%s', async (name, expected) => {
    const { table, wrong, right } = changes()[name]
    await set(table, wrong)
    expect(await breaks()).toEqual([expected])
    await set(table, right)
    expect(await breaks()).toEqual([])
  })

  const changes = () =>
    ({
      'an entry that says less than its bookings': {
        table: 'bank_entries',
        wrong: { status: 'open' },
        right: { status: 'booked' },
      },
      'a part of an entry': {
        table: 'bank_allocations',
        wrong: { entry_minor: 7999n },
        right: { entry_minor: 8000n },
      },
      'a booking of another amount': {
        table: 'bank_allocations',
        wrong: { amount_minor: 1n },
        right: { amount_minor: 8000n },
      },
      'a payment that no longer names its entry': {
        table: 'payments',
        wrong: { bank_entry_id: null },
        right: { bank_entry_id: entry.id },
      },
      'a booking that no longer names its payment': {
        table: 'bank_allocations',
        wrong: { payment_id: null },
        right: { payment_id: payment.id },
      },
    }) as const

  test('the bytes of a file', async () => {
    const { digest } = await app.tables
      .selectFrom('bank_files')
      .select('digest')
      .executeTakeFirstOrThrow()
    await app.tables.updateTable('bank_files').set({ digest: 'other' }).execute()
    expect(await breaks()).toEqual(['bank_file digest'])
    await app.tables.updateTable('bank_files').set({ digest }).execute()
    await app.tables
      .updateTable('bank_file_contents')
      .set({ packed: Buffer.from('?') })
      .execute()
    expect(await breaks()).toEqual(['bank_file digest'])
  })
})
