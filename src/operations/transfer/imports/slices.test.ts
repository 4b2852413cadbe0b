import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { transactionsOf } from '../../../../test/sqlite-transactions.ts'
import { camt, OWN_IBAN } from '../../../receivables/bank/statements.testing.ts'
import { CUSTOMER, invoice, item, SETTINGS, writeInvio } from '../inner/invio/invio.testing.ts'

/** More than three times as many as one transaction takes. */
const ROWS = 350
/** Of kinds whose records need more statements, and more time. */
const FEW_ROWS = 150
const PER_TRANSACTION = 100
/** A record needs seven. All records of the file would need more than 2000. */
const STATEMENTS_MAX = 1000

describe('on SQLite, where all companies wait for one writer', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    await givens(app).customer({ name: 'Slow & Co' })
  })
  afterAll(() => app.close())

  /** Many short transactions, instead of one that has all statements. */
  const expectSlices = (counts: readonly number[]) => {
    const sum = counts.reduce((all, count) => all + count, 0)
    expect(sum).toBeGreaterThan(STATEMENTS_MAX)
    expect(Math.max(...counts)).toBeLessThan(STATEMENTS_MAX)
    expect(counts.length).toBeGreaterThan(ROWS / PER_TRANSACTION)
  }

  const csvOf = (head: string, rows: readonly string[]) =>
    [Buffer.from([head, ...rows].join('\n')), 'text/csv', rows.length] as const

  /** Uploads, checks, imports, undoes and deletes a file. */
  const all = async (kind: string, [file, type, rows]: readonly [Buffer, string, number]) => {
    const { runDue } = app.services.jobRunner
    const headers = { 'content-type': type }
    const made = await app.call('POST', `/imports?kind=${kind}`, file, headers)
    const { id } = made.json()
    const read = async (): Promise<Json> => (await app.call('GET', `/imports/${id}`)).json()
    await runDue()
    expect(await read()).toMatchObject({ status: 'ready', valid: rows })
    await app.call('POST', `/imports/${id}/commit`, {})
    await runDue()
    expect(await read()).toMatchObject({ status: 'done', imported: rows })
    await app.call('POST', `/imports/${id}/undo`, { keep: 'used' })
    await runDue()
    // Issued invoices and settings stay.
    const { status, undone, kept } = await read()
    expect([status, undone + kept]).toEqual(['undone', rows])
    await app.call('DELETE', `/imports/${id}`)
    await runDue()
  }

  test.each([
    ['products', 'name,item_number', (at: number) => `Part ${at},P-${at}`],
    ['customers', 'name,email', (at: number) => `Buyer ${at},b${at}@buyer.example`],
    [
      'entries',
      'customer,date,description,unit_price',
      (at: number) => `Slow & Co,2026-05-01,Work ${at},80`,
    ],
    [
      'invoices',
      'invoice,customer_name,description,unit_price',
      (at: number) => `${at},Slow & Co,Work ${at},80`,
    ],
    [
      'recurring_invoices',
      'recurring,name,customer_name,schedule.unit,schedule.start_date,description,unit_price',
      (at: number) => `${at},Work ${at},Slow & Co,month,2027-01-31,Work,80`,
    ],
    ['payments', 'invoice_external_id,amount,reference', (at: number) => `shop:large,1,P-${at}`],
  ] as const)('no transaction of an import of %s takes the whole file', async (kind, head, row) => {
    const external_ids = [{ system: 'shop', id: kind === 'payments' ? 'large' : kind }]
    const items = [{ ...ITEM, unit_price: '1000' }]
    await givens(app).invoice({ customer: { name: 'Slow' }, items, status: 'sent', external_ids })
    const length = kind === 'invoices' || kind === 'payments' ? FEW_ROWS : ROWS
    const many = Array.from({ length }, (_, at) => row(at))
    const counts = await transactionsOf(() => all(kind, csvOf(head, many)))
    expectSlices(counts)
  })

  test('no transaction of an import of Invio takes the whole file', async () => {
    const ids = Array.from({ length: FEW_ROWS }, (_, at) => `i${at}`)
    const database = writeInvio({
      settings: SETTINGS,
      customers: [CUSTOMER],
      invoices: ids.map((id, at) => invoice(id, `OLD-${at + 1}`)),
      invoice_items: ids.map((id) => item(id)),
    })
    const bytes = readFileSync(database.path)
    database.remove()
    const file = [bytes, 'application/vnd.sqlite3', FEW_ROWS + 2] as const
    const counts = await transactionsOf(() => all('invio', file))
    expectSlices(counts)
  })

  test('no transaction of a bank statement takes the whole file', async () => {
    await givens(app).settings({ bankAccount: { iban: OWN_IBAN } })
    const { runDue } = app.services.jobRunner
    const entries = Array.from({ length: ROWS }, (_, at) => ({
      ...{ amount: `${at + 1}.00`, name: `Payer ${at}`, reference: `R-${at}` },
    }))
    const read = async (id: string): Promise<Json> =>
      (await app.call('GET', `/bank-files/${id}`)).json()
    const counts = await transactionsOf(async () => {
      const { id } = (await app.call('POST', '/bank-files', camt([{ entries }]))).json()
      await runDue()
      expect(await read(id)).toMatchObject({ status: 'done', new: ROWS })
      await app.call('POST', `/bank-files/${id}/undo`, {})
      await runDue()
      expect(await read(id)).toMatchObject({ status: 'undone' })
    })
    expectSlices(counts)
  })
})
