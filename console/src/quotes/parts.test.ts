import { expect, test } from 'vitest'
import { isNothing, partIn } from './parts.ts'

test.each([
  ['2', 'en', { quantity: '2' }],
  ['30 %', 'en', { percent: '30' }],
  ['12,5%', 'de', { percent: '12.5' }],
  ['1,5', 'fr', { quantity: '1.5' }],
  ['', 'en', null],
  [' % ', 'en', null],
])('%j in %s', (text, language, part) => expect(partIn(text, language)).toEqual(part))

test('nothing is left', () => {
  expect(['0', '0.00', '-0'].every(isNothing)).toBe(true)
  expect(['0.5', '10'].some(isNothing)).toBe(false)
})
