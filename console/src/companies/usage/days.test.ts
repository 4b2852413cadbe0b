import { expect, test } from 'vitest'
import { everyDay } from './days.ts'

test('a day without requests shows zero, and keeps the earlier rows and bytes', () => {
  const nowMs = Date.parse('2026-11-21T23:59:59Z')
  const listed = [
    { day: '2026-11-20', requests: 5, pdfs: 1, rows: null, bytes: null },
    { day: '2026-11-18', requests: 7, pdfs: 0, rows: 40, bytes: 900 },
  ]
  expect(everyDay(listed, nowMs, 5)).toEqual([
    { day: '2026-11-17', requests: 0, pdfs: 0, rows: null, bytes: null },
    { day: '2026-11-18', requests: 7, pdfs: 0, rows: 40, bytes: 900 },
    { day: '2026-11-19', requests: 0, pdfs: 0, rows: 40, bytes: 900 },
    { day: '2026-11-20', requests: 5, pdfs: 1, rows: 40, bytes: 900 },
    { day: '2026-11-21', requests: 0, pdfs: 0, rows: 40, bytes: 900 },
  ])
})
