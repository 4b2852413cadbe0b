import { expect, test } from 'vitest'
import { isWanted } from './events.ts'

test.each([
  [['*'], 'settings.updated', true],
  [['invoice.*'], 'invoice.paid', true],
  [['invoice.*'], 'customer.created', false],
  [['invoice.paid'], 'invoice.paid', true],
  [['invoice.pai'], 'invoice.paid', false],
  [['customer.*', 'invoice.paid'], 'invoice.paid', true],
  [[], 'invoice.paid', false],
])('%j wants %s: %s', (patterns, type, expected) => {
  expect(isWanted(patterns, type)).toBe(expected)
})
