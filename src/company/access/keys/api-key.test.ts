import { describe, expect, test } from 'vitest'
import { newId, newSecret } from '../../../platform/ids.ts'
import {
  type ApiKey,
  isSameHash,
  isUsable,
  keyHint,
  NO_HASH,
  readKey,
  writeKey,
} from './api-key.ts'

describe('the text of a key', () => {
  test('is read as it was written', () => {
    for (let i = 0; i < 200; i++) {
      const id = newId('key')
      const secret = newSecret()
      const text = writeKey(id, secret)
      expect(text).toMatch(/^bw_live_[0-9A-Za-z]{22}_[\w-]{43}[0-9A-Za-z]{6}$/)
      expect(text.startsWith(`${keyHint(id)}_`)).toBe(true)
      expect(readKey(text)).toEqual({ id, secret })
    }
  })

  test('with any one character changed is no key', () => {
    const text = writeKey(newId('key'), newSecret())
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === 'x' ? 'y' : 'x'
      expect(readKey(`${text.slice(0, i)}${other}${text.slice(i + 1)}`)).toBeNull()
    }
  })

  test.each(['', 'bw_live_', 'Bearer', 'bw_test_x', 'x'.repeat(10_000)])('is not %j', (text) => {
    expect(readKey(text.slice(0, 80))).toBeNull()
  })
})

const key: ApiKey = {
  id: 'key_1',
  company: null,
  version: 1,
  name: 'k',
  secretHash: NO_HASH,
  scopes: ['read'],
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
}

test.each([
  [{}, true],
  [{ expiresAt: '2026-06-02T00:00:00.000Z' }, true],
  [{ expiresAt: '2026-06-01T00:00:00.000Z' }, false],
  [{ revokedAt: '2026-05-01T00:00:00.000Z' }, false],
])('a key with %j is usable: %s', (changes, expected) => {
  expect(isUsable({ ...key, ...changes }, '2026-06-01T00:00:00.000Z')).toBe(expected)
})

test('hashes are the same only when they are', () => {
  expect(isSameHash(NO_HASH, NO_HASH)).toBe(true)
  expect(isSameHash(NO_HASH, `${NO_HASH.slice(1)}1`)).toBe(false)
  expect(isSameHash(NO_HASH, '')).toBe(false)
})
