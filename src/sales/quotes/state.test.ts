import { expect, test } from 'vitest'
import { stateHash } from '../../core/record/state.ts'
import { QUOTE_STATE } from './state.ts'

const QUOTE = {
  id: 'quo_2',
  root_id: 'quo_1',
  revision: 2n,
  version: 3n,
  number: 'Q-1-2',
  number_order: 'Q-11-12',
  series: null,
  sequence: null,
  status: 'accepted',
  customer_id: 'cus_1',
  customer_name: 'MÜLLER’s',
  issue_date: '2026-11-21',
  valid_until: '2026-12-21',
  currency: 'EUR',
  total_minor: 238_00n,
  terms_text: 'Half is due at once.',
  on_accept: 'draft',
  deposit_percent_micro: 50_000_000n,
  content: JSON.stringify({ items: [{ description: 'Straße' }] }),
  optional_items: '{}',
  share_nonce: 'nonce',
  share_hash: 'hash',
  document_hash: null,
  pdf_sha256: null,
  answers: '[]',
  search_text: 'q-1-2 mullers strasse',
  opened_at: '2026-11-21T10:00:00.000Z',
  answered_at: null,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

/** This hash never changes: it is in the chains of companies. */
test('version 1 hashes the same as when it was written', () => {
  expect(stateHash(QUOTE_STATE, QUOTE, 1)).toBe(
    '4d36e600259804f4f12a35551cc53a3ff8848091417734e7295df026ff352870',
  )
})
