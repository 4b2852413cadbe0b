import { expect, test } from 'vitest'
import { toDeliverySearch } from './delivery-search.ts'

const ID = '019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10'

test('the log of deliveries keeps only valid parameters of its URL', () => {
  const search = { status: 'failed', event: `evt_${ID}`, delivery: `dlv_${ID}` }
  expect(toDeliverySearch(search)).toEqual(search)
  const senseless = { status: 'lost', event: `dlv_${ID}`, delivery: 'dlv_1', other: 1 }
  expect(toDeliverySearch(senseless)).toEqual({})
})
