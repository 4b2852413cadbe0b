import { expect, test } from 'vitest'
import { toBankSearch, toSearchText } from './search.ts'

test('the URL keeps a known tab and a text that is not empty', () => {
  expect(toBankSearch({ tab: 'booked', q: 'Anna', page: '2' })).toEqual({
    tab: 'booked',
    q: 'Anna',
  })
  expect(toBankSearch({ tab: 'confirm', q: ' ' })).toEqual({})
})

test.each([
  ['690,20', 'de', '690.20'],
  ['1.234,50 €', 'de', '1234.50'],
  ['€1,234.50', 'en', '1234.50'],
  ['−€850.00', 'en', '850.00'],
  ['1\u202f234,50\u00a0€', 'fr', '1234.50'],
  ['1 234,50', 'fr', '1234.50'],
  ['12.50', 'de', '12.50'],
  ['Huber 690,20', 'de', 'Huber 690.20'],
  ['28.11.2026', 'de', '28.11.2026'],
  ['INV-2026-0103', 'de', 'INV-2026-0103'],
  ['690', 'de', '690'],
])('%s in %s is searched as %s', (q, language, expected) => {
  expect(toSearchText(q, language)).toBe(expected)
})
