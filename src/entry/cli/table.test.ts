import { expect, test } from 'vitest'
import { tableOf } from './table.ts'

const invoice = (number: string, name: string, total: string) => ({
  id: `inv_${number}`,
  number,
  customer_name: name,
  status: 'sent',
  display_status: 'overdue',
  created_at: '2026-11-20T10:00:00.000Z',
  issue_date: '2026-11-20',
  due_date: '2026-12-04',
  currency: 'EUR',
  totals: { total, due: '0.00' },
  items: [{ description: 'Maps' }],
})

test('invoices: the useful fields, amounts to the right', () => {
  const rows = [invoice('INV-9', 'Fernweh', '1190.00'), invoice('INV-10', 'Nord', '80.00')]
  expect(tableOf(rows, 120)).toEqual([
    'NUMBER  CUSTOMER  ISSUE DATE  DUE DATE    STATUS     TOTAL   DUE  CURRENCY  ID',
    'INV-9   Fernweh   2026-11-20  2026-12-04  overdue  1190.00  0.00  EUR       inv_INV-9',
    'INV-10  Nord      2026-11-20  2026-12-04  overdue    80.00  0.00  EUR       inv_INV-10',
  ])
})

test('a narrow terminal: long texts are cut, ids stay whole', () => {
  const long = {
    id: 'cus_0123456789',
    name: 'A name that is longer than the terminal',
    email: 'a@b',
  }
  expect(tableOf([long], 36)).toEqual([
    'NAME           EMAIL  ID',
    'A name that …  a@b    cus_0123456789',
  ])
})

test('payments: the day that they came, not when they were entered', () => {
  const payment = { id: 'pay_1', amount: '5.00', paid_at: '2026-11-17', created_at: 'x' }
  expect(tableOf([payment], 80)).toEqual(['PAID AT     AMOUNT  ID', '2026-11-17    5.00  pay_1'])
  const [, entered] = tableOf([{ name: 'A', created_at: '2026-11-23T11:06:28.234Z' }], 80)
  expect(entered).toBe('A     2026-11-23 11:06')
})

test('a text cannot move the cursor', () => {
  const [, line] = tableOf([{ name: 'A\u001b[2J\r\nB\u202e' }], 80)
  expect(line).toBe('A [2J  B')
})

test('an empty list has an empty heading', () => {
  expect(tableOf([], 80)).toEqual([''])
})

test('a narrow terminal shows numbers whole and shortens the id last', () => {
  const entry = {
    id: 'inv_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f',
    number: 'INVOICE-2026-0000123',
    customer_name: 'A customer with a very long name',
    total: '1190.00',
  }
  const [, line = ''] = tableOf([entry], 60)
  expect(line.length).toBeLessThanOrEqual(60)
  expect(line).toContain('INVOICE-2026-0000123')
  expect(line).toContain('1190.00')
  expect(line).toMatch(/ inv_\S+…$/)
})
