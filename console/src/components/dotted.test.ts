import { expect, test } from 'vitest'
import { dotted } from './dotted.ts'

test('keeps the dot on the line of the fact before it, and leaves out what is missing', () => {
  expect(dotted(['Invoice', null, false, undefined, '', 'sent'])).toBe('Invoice\u00a0· sent')
})
