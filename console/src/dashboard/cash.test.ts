import { expect, test } from 'vitest'
import { cashLineDays, cashLineOf } from './cash.ts'

const NONE = { count: 0, amount: '0.00' }
const SUMMARY = { currency: 'EUR', received_by_day: [], overdue_by_day: [], overdue: NONE }
const expected = (day: string, amount: string, name: string) => ({
  day,
  to: day,
  amount,
  name,
  id: `inv_${name}`,
})

test('thirteen weeks begin on the Monday four weeks before this week', () => {
  const line = { from: '2026-10-26', end: '2027-01-25' }
  expect(cashLineDays('2026-11-28')).toEqual(line)
  expect(cashLineDays('2026-11-23')).toEqual(line)
  expect(cashLineDays('2026-11-29')).toEqual(line)
})

test('sums grow from day to day, and invoices of one day are one step', () => {
  const line = cashLineOf(
    {
      ...SUMMARY,
      received_by_day: [
        { day: '2026-10-30', amount: '0.10', refunded: '0.00' },
        { day: '2026-11-02', amount: '0.20', refunded: '0.00' },
        { day: '2026-11-20', amount: '-0.05', refunded: '0.05' },
      ],
      overdue_by_day: [{ day: '2026-11-10', count: 1, amount: '10.00' }],
      overdue: { count: 2, amount: '15.00' },
    },
    [
      expected('2026-12-01', '100.00', 'Fernweh'),
      expected('2026-12-03', '40.00', 'Huber'),
      expected('2026-12-03', '2.50', 'Huber'),
    ],
    '2026-11-28',
  )
  expect(line?.came.map(({ sum }) => sum)).toEqual([0.1, 0.3, 0.25])
  // 5.00 were late before the first day.
  expect(line?.late).toEqual([
    { day: '2026-10-26', sum: 5 },
    { day: '2026-11-11', sum: 15 },
  ])
  expect(line?.steps).toMatchObject([
    { day: '2026-12-01', amount: '100.00', sum: 100.25, names: ['Fernweh'], id: 'inv_Fernweh' },
    { day: '2026-12-03', amount: '42.50', sum: 142.75, names: ['Huber'], id: null },
  ])
  expect(line?.sums).toEqual({ came: '0.25', coming: '142.50', total: '142.75' })
})

test('nothing is drawn where nothing came, is late or is to come', () => {
  expect(cashLineOf(SUMMARY, [], '2026-11-28')).toBeNull()
})
