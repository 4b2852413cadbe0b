import { describe, expect, test } from 'vitest'
import { exportLink, isFiltered, toListSearch } from './invoice-search.ts'

describe('the list of invoices reads its URL', () => {
  test('keeps every valid filter', () => {
    const search = {
      q: 'Ada',
      type: 'credit_note',
      status: 'sent',
      overdue: false,
      has_due: true,
      refund_due: true,
      customer_id: 'cus_019a-0f',
      currency: 'EUR',
      issued_from: '2026-01-01',
      issued_to: '2026-01-31',
      due_from: '2026-02-01',
      due_to: '2026-02-28',
      paid_from: '2026-03-01',
      paid_to: '2026-03-31',
      sort: '-total',
      cursor: 'eyJ_a-=',
    }
    expect(toListSearch(search)).toEqual(search)
  })

  test.each([
    { q: ' ' },
    { q: 7 },
    { type: 'invoices' },
    { status: 'open' },
    { overdue: 'true' },
    { has_due: false },
    { refund_due: 1 },
    { customer_id: 'inv_1' },
    { currency: 'eur' },
    { issued_from: '1.1.2026' },
    { due_to: '2026-1-1' },
    { sort: '+total' },
    { sort: 'name' },
    { cursor: '<script>' },
    { cursor: 'a'.repeat(501) },
    { other: 'x', __proto__: { q: 'inherited' } },
  ])('%j is left out', (search) => {
    expect(toListSearch(Object.fromEntries(Object.entries(search)))).toEqual({})
  })

  test('sorting and the page are no filters', () => {
    expect(isFiltered({})).toBe(false)
    expect(isFiltered({ sort: 'number', cursor: 'a' })).toBe(false)
    expect(isFiltered({ overdue: false })).toBe(true)
  })

  test('is exported with its filters and sorting, and without its page', () => {
    const search = { q: 'A & B', sort: '-total', cursor: 'a' } as const
    const link = '/api/v1/invoices/export?format='
    expect(exportLink(search, 'jsonl')).toBe(`${link}jsonl&q=A+%26+B&sort=-total`)
    expect(exportLink(search, 'csv')).toBe(`${link}csv&q=A+%26+B&sort=-total&bom=true`)
  })
})
