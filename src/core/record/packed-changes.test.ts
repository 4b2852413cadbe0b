import { expect, test } from 'vitest'
import { packed, unpacked } from './packed-changes.ts'

const LONG = JSON.stringify({
  notes: [null, 'Zahlbar ohne Abzug – danke für Ihren Auftrag! '.repeat(40)],
})

test('short changes stay text, long ones become few bytes, and both are read again', () => {
  expect(packed('{"status":["sent","paid"]}').changes).toBe('{"status":["sent","paid"]}')
  const stored = packed(LONG)
  expect(stored.changes).toBe('')
  expect(stored.changes_packed?.length).toBeLessThan(LONG.length / 5)
  expect(unpacked(stored)).toBe(LONG)
})

const PACKED = 'o/U4lYWJuZ6FBTy/mRsa6ZmSmOPgeiB5ztDYVM/YAinXQa2g4ogVuisNqejK2FoA'
/** The dictionary begins with such a text, so its whole length counts. */
const PAID = JSON.stringify({
  status: ['sent', 'paid'],
  totals: ['847.88', '0.00'].map((due, paid) => ({
    ...{ charge: '0.00', credited: '0.00', discount: '0.00', due, net: '712.50' },
    ...{ paid: `${paid}.00`, rounding: '0.00', subtotal: '712.50', tax: '135.38' },
    total: '847.88',
  })),
})

/** Bytes that are stored somewhere: another dictionary could not read them. */
test('packed changes can always be read', () => {
  const bytes = Buffer.from(PACKED, 'base64')
  expect(unpacked({ changes: '', changes_packed: bytes })).toBe(PAID)
})

test.each([
  ['other bytes', { changes: '', changes_packed: Buffer.from('{"a":[1,2]}') }],
  [
    'a part of the bytes',
    { changes: '', changes_packed: packed(LONG).changes_packed?.subarray(9) ?? null },
  ],
  ['text beside the bytes', { ...packed(LONG), changes: '{}' }],
])('%s cannot be read', (_, stored) => {
  expect(unpacked(stored)).toBeNull()
})
