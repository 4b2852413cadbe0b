import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

let app: TestApp
let other: Db
let customerId: string
let invoiceId: string

const paths = () => [`/invoices/${invoiceId}`, '/invoices', '/invoices?limit=50&include=total']

/** Each read twice, so that a kept answer would show. */
async function readAll(): Promise<readonly string[]> {
  for (const path of paths()) await app.call('GET', path)
  const answers = await Promise.all(paths().map((path) => app.call('GET', path)))
  return answers.map(({ body }) => body)
}

const notices = (path: string, body: string): boolean =>
  path.includes(invoiceId) || body.includes(invoiceId)

const CHANGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['the invoice', () => app.call('PUT', `/invoices/${invoiceId}`, { due_date: '2027-01-31' })],
  ['its customer', () => app.call('PATCH', `/customers/${customerId}`, { name: 'Renamed' })],
  [
    'its customer, by another process',
    () =>
      tablesOfAllCompanies(other)
        .updateTable('customers')
        .set({ name: 'Renamed elsewhere' })
        .where('id', '=', customerId)
        .execute(),
  ],
  ['the day', async () => app.clock.set('2027-03-01T00:00:00.000Z')],
  ['the invoice, deleted', () => app.call('DELETE', `/invoices/${invoiceId}`)],
]

describe.each(ENGINES)('caches of reads (%s)', (engine) => {
  beforeEach(async () => {
    app = await startTestApp(engine)
    other = openDatabase(app.config.database)
    const customer = await app.call('POST', '/customers', { name: 'Fernweh Books' })
    customerId = customer.json().id
    const invoice = await app.call('POST', '/invoices', {
      customer_id: customerId,
      due_date: '2026-12-01',
      items: [{ description: 'Maps', unit_price: '12.50' }],
    })
    invoiceId = invoice.json().id
  })
  afterEach(async () => {
    await other.destroy()
    await app.close()
  })

  test('is the same, byte for byte, with the same ETag', async () => {
    const [first, again] = [
      await app.call('GET', `/invoices/${invoiceId}`),
      await app.call('GET', `/invoices/${invoiceId}`),
    ]
    expect(again.body).toBe(first.body)
    expect(again.headers.etag).toBe(first.headers.etag)
    const headers = { 'if-none-match': String(first.headers.etag) }
    const unchanged = await app.call('GET', `/invoices/${invoiceId}`, undefined, headers)
    expect(unchanged.statusCode).toBe(304)
  })

  test.each(CHANGES)('are never stale after a change of %s', async (name, change) => {
    if (name === 'the day') await app.call('PATCH', `/invoices/${invoiceId}`, { status: 'sent' })
    const before = await readAll()
    await change()
    const after = await readAll()
    for (const [index, path] of paths().entries())
      if (notices(path, before[index] ?? '')) expect(after[index], path).not.toBe(before[index])
  })
})
