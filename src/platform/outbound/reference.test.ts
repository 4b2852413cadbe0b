import { expect, test } from 'vitest'
import { resolveReference } from './reference.ts'

const BASE = 'https://example.com/a/manifest.yaml?x=1'

test.each([
  ['index.html', 'https://example.com/a/index.html'],
  ['/index.html', 'https://example.com/index.html'],
  ['../b/i.html?y', 'https://example.com/b/i.html?y'],
  ['//example.org/i', 'https://example.org/i'],
  ['https://example.org/i', 'https://example.org/i'],
])('%s is %s', (reference, url) => expect(resolveReference(reference, BASE)).toBe(url))

test.each([
  ['http://0127.0.0.1/', 'http://0127.0.0.1/'],
  ['//0127.0.0.1/', 'https://0127.0.0.1/'],
  ['\\\\127.0.0.1\\x', '\\\\127.0.0.1\\x'],
])('%s keeps its spelling', (reference, url) => expect(resolveReference(reference, BASE)).toBe(url))
