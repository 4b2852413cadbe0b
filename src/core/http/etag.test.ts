import { expect, test } from 'vitest'
import { checkIfMatch, isNotModified } from './etag.ts'

const TAG = '"inv_1-3"'
const STALE = { code: 'precondition_failed', details: { current_etag: TAG } }

test.each([
  '"inv_1-3"',
  '"x", "inv_1-3"',
  '*',
  '"inv_1-3-gzip"',
  '"inv_1-3-zstd"',
])('If-Match: %s matches the current version', (header) => {
  expect(() => checkIfMatch(header, TAG)).not.toThrow()
})

test.each([
  '"inv_1-2"',
  '"inv_1-2-gzip"',
  '"inv_1-3-old"',
  'W/"inv_1-3"',
  'inv_1-3',
  '',
])('412: If-Match: %s does not', (header) => {
  expect(() => checkIfMatch(header, TAG)).toThrow(expect.objectContaining(STALE))
})

test.each([
  TAG,
  `W/${TAG}`,
  '"x", W/"inv_1-3"',
  '*',
  '"inv_1-3-br"',
])('304: If-None-Match: %s matches the current version', (header) => {
  expect(isNotModified(header, TAG)).toBe(true)
})
