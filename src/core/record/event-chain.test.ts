import { expect, test } from 'vitest'
import { eventHash, hexOf, isHashOf } from './event-chain.ts'

const EVENT = {
  sequence: 2n,
  id: 'evt_1',
  type: 'customer.created',
  resource: { type: 'customer', id: 'cus_1' },
  actor: { kind: 'api_key', id: 'key_1', name: 'Shop' },
  at: '2026-11-28T10:00:00.000Z',
  data: '{"name":"Müller"}',
}
const PREVIOUS = '0'.repeat(64)
/** It never changes: stored events have it. */
const GOLDEN = '01867aafe405a41cb3279c0298cf453ad71db9a03f1cc0d1bc8c9927505cf0a729'

test('version 1 hashes the same fields as when it was written', () => {
  expect(hexOf(eventHash(EVENT, PREVIOUS))).toBe(GOLDEN)
  expect(isHashOf(Buffer.from(GOLDEN, 'hex'), EVENT, PREVIOUS)).toBe(true)
})

test.each([
  { id: 'evt_2' },
  { type: 'customer.updated' },
  { resource: { type: 'customer', id: 'cus_2' } },
  { resource: { type: 'quote', id: 'cus_1' } },
  { actor: { ...EVENT.actor, name: 'Other' } },
  { at: '2026-11-28T10:00:00.001Z' },
  { data: '{"name":"Muller"}' },
])('another event, %j, has another hash', (change) => {
  const hash = eventHash(EVENT, PREVIOUS)
  expect(isHashOf(hash, { ...EVENT, ...change }, PREVIOUS)).toBe(false)
})

test('the hash depends on the one before, and a later version is not accepted', () => {
  const hash = eventHash(EVENT, PREVIOUS)
  expect(isHashOf(hash, EVENT, '1'.repeat(64))).toBe(false)
  expect(isHashOf(Buffer.concat([Buffer.of(9), hash.subarray(1)]), EVENT, PREVIOUS)).toBe(false)
})
