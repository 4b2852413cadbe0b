import { expect, test } from 'vitest'
import { stateHash } from '../../core/record/state.ts'
import { DELIVERY_NOTE_STATE } from './state.ts'

const NOTE = {
  id: 'dln_1',
  version: 1n,
  number: 'L-1',
  number_order: 'L-11',
  series: 'delivery_note:2026',
  sequence: 1n,
  status: 'issued',
  date: '2026-11-21',
  customer_id: 'cus_1',
  customer_name: 'MÜLLER’s',
  quote_id: null,
  invoice_id: 'inv_1',
  content: JSON.stringify({ items: [{ description: 'Straße' }] }),
  search_text: 'l-1 l-1 mullers strasse',
  voided_at: null,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

/** This hash never changes: it is in the chains of companies. */
test.each([
  [1, '1b3eae5f1c813f20495ad21db67ec73896a1a08077072c2f247012a41c5f1b52'],
])('version %i hashes the same as when it was written', (version, hash) => {
  expect(stateHash(DELIVERY_NOTE_STATE, NOTE, version)).toBe(hash)
})
