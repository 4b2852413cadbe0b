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

const PACKED_BY_FIRST_RELEASE =
  'q4YVRZDWhlJUYkZOUmKRQn5GXqqCY1JVabrCo4bJCimJedmpCmmH9xQpeGYUpeYpOJamlRQlpisqjGoYDaXRpDGaH0ZLjdGicrR+oFulCKy6AQ=='

/** Bytes that the first release wrote: another dictionary could not read them. */
test('what was packed once can always be read', () => {
  const bytes = Buffer.from(PACKED_BY_FIRST_RELEASE, 'base64')
  expect(unpacked({ changes: '', changes_packed: bytes })).toBe(LONG)
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
