import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findOperation, operationsOf, usageOf } from './operations.ts'

/** The generated document: `test/global-setup.ts` keeps it current. */
const document = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'))

test.each([
  ['invoices list', 'GET', '/invoices'],
  ['invoices create', 'POST', '/invoices'],
  ['invoices get inv_1', 'GET', '/invoices/inv_1'],
  ['invoices update inv_1', 'PATCH', '/invoices/inv_1'],
  ['invoices issue inv_1', 'PATCH', '/invoices/inv_1'],
  ['invoices pdf inv_1', 'GET', '/invoices/inv_1/pdf'],
  ['invoices payments list inv_1', 'GET', '/invoices/inv_1/payments'],
  ['invoices payments get inv_1 pay_1', 'GET', '/invoices/inv_1/payments/pay_1'],
  ['payments record inv_1', 'POST', '/invoices/inv_1/payments'],
  ['quotes open quo_1', 'POST', '/quotes/quo_1/open'],
  ['customers external replace shop a/b', 'PUT', '/customers/external/shop/a%2Fb'],
  ['reports summary', 'GET', '/reports/summary'],
  ['settings get', 'GET', '/settings'],
  ['entries invoices', 'POST', '/entries/invoices'],
  ['entries invoices preview', 'POST', '/entries/invoices/preview'],
  ['webhooks redeliver', 'POST', '/webhooks/redeliver'],
  ['webhooks secret whk_1', 'POST', '/webhooks/whk_1/secret'],
])('%s', (line, method, path) => {
  const found = findOperation(operationsOf(document()), line.split(' '))
  expect(`${found?.operation.method} ${found?.path}`).toBe(`${method} /api/v1${path}`)
})

test('asks before numbers and money, and no more', () => {
  const operations = operationsOf(document())
  const asks = (line: string) => findOperation(operations, line.split(' '))?.operation.asks
  for (const line of ['invoices issue i', 'payments record i', 'quotes open q', 'invoices void i'])
    expect(asks(line), line).toBe(true)
  for (const line of ['invoices list', 'payments list', 'customers create', 'invoices create'])
    expect(asks(line), line).toBe(false)
})

test('each command names one operation, and every operation has one', () => {
  const operations = operationsOf(document())
  const lines = new Set(operations.map(({ words, path }) => `${words} ${path.split('{').length}`))
  expect(operations.length).toBeGreaterThan(150)
  expect(lines.size).toBe(operations.length)
  expect(findOperation(operations, ['invoices', 'odd'])).toBeUndefined()
  expect(usageOf(operations, ['reports']).map(([line]) => line)).toContain('reports summary')
})
