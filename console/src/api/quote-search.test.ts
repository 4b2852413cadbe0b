import { expect, test } from 'vitest'
import { isFiltered, toQuoteSearch } from './quote-search.ts'

test('keeps every valid filter of the URL', () => {
  const search = { q: 'Ada', status: 'expired', customer_id: 'cus_019a-0f', sort: '-total' }
  expect(toQuoteSearch(search)).toEqual(search)
})

test.each([
  { q: ' ' },
  { q: 7 },
  { status: 'paid' },
  { customer_id: 'quo_1' },
  { sort: 'valid_until' },
  { cursor: 'a' },
])('%j is left out', (search) => expect(toQuoteSearch(search)).toEqual({}))

test('sorting is no filter', () => {
  expect(isFiltered({ sort: 'total' })).toBe(false)
  expect(isFiltered({ status: 'open' })).toBe(true)
})
