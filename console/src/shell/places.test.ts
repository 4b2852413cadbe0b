import { expect, test } from 'vitest'
import { placeOf } from './places.ts'

test.each([
  ['/', '/'],
  ['/quotes/qte_1/edit', '/quotes'],
  ['/delivery-notes', '/quotes'],
  ['/access/people', '/access/people'],
  ['/access/webhooks/whk_1', '/access'],
  ['/import', '/import'],
  ['/companies', undefined],
])('%s belongs to %s of the menu', (path, place) => {
  expect(placeOf(path)).toBe(place)
})
