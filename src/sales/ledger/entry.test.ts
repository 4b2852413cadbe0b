import { expect, test } from 'vitest'
import { stateHash } from '../../core/record/state.ts'
import { ENTRY_STATE } from './entry.ts'

const ENTRY = {
  id: 'acc_1',
  customer_id: 'cus_1',
  currency: 'EUR',
  sequence: 2n,
  kind: 'payment',
  amount_minor: 1200n,
  balance_minor: 1500n,
  invoice_id: null,
  payment_id: 'pay_1',
  paid_at: '2026-11-21',
  method: 'Bank transfer',
  reference: 'Statement 12',
  note: null,
  created_at: '2026-11-21T10:00:00.000Z',
}

/** This hash never changes: it is in the chains of companies. */
test('version 1 hashes the same as when it was written', () => {
  expect(stateHash(ENTRY_STATE, ENTRY, 1)).toBe(
    '5a7dfc53a35c069730b61bdb4a696d786333176860d5c1909a1cfecd20107f4c',
  )
})

test('a column of a later release changes no hash', () => {
  const later = { ...ENTRY, company_id: 7n, later: 'value' }
  expect(stateHash(ENTRY_STATE, later, 1)).toBe(stateHash(ENTRY_STATE, ENTRY, 1))
})
