import { expect, test } from 'vitest'
import { stateHash } from '../../core/record/state.ts'
import { SUPPLIER_INVOICE_STATE } from './state.ts'

const RECEIVED = {
  id: 'sin_1',
  version: 2n,
  status: 'paid',
  reason: null,
  paid_on: '2026-12-01',
  format: 'ubl',
  profile: 'peppol',
  kind: 'invoice',
  number: 'R-10',
  number_order: 'R-210',
  issue_date: '2026-11-21',
  due_date: '2026-12-21',
  currency: 'EUR',
  seller_name: 'Töpferei Südwind',
  seller_key: 'DE136695976',
  total_cents: 238_00n,
  due_cents: 238_00n,
  errors: 0n,
  warnings: 1n,
  content: JSON.stringify({ lot: null, lines: [{ name: 'Straße' }] }),
  findings: '[]',
  sha256: 'a'.repeat(64),
  search_text: 'r-10 topferei sudwind',
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

/** This hash never changes: it is in the chains of companies. */
test('version 1 hashes the same as when it was written', () => {
  expect(stateHash(SUPPLIER_INVOICE_STATE, RECEIVED, 1)).toBe(
    '8eaaf0bf8fb1415ddb56a7e33cf731ddd6c330a3ff6c14b865212c6a2c35c608',
  )
})
