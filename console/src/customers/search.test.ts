import { expect, test } from 'vitest'
import { toCustomerSearch, toStatementSearch } from './search.ts'

test('the list of customers keeps only valid parameters of its URL', () => {
  const search = { q: 'Ada', country: 'DE', archived: true, on_account: 'EUR', sort: '-name' }
  expect(toCustomerSearch(search)).toEqual(search)
  const senseless = {
    q: ' ',
    country: 'de',
    archived: 'true',
    on_account: 'eur',
    sort: 'total',
    other: 1,
  }
  expect(toCustomerSearch(senseless)).toEqual({})
})

test('a statement accepts only days that exist', () => {
  const period = { from: '2026-01-31', to: '2026-12-01' }
  expect(toStatementSearch(period)).toEqual(period)
  for (const day of ['2026-13-01', '2026-00-10', '2026-01-32', '2026-01-00', '2026-1-1', 20260101])
    expect(toStatementSearch({ from: day, to: day })).toEqual({})
})
