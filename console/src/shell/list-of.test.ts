import { expect, test } from 'vitest'
import { listOf } from './list-of.ts'

test.each([
  ['/', '/'],
  ['/account', '/'],
  ['/invoices/inv_1', '/invoices'],
  ['/invoices/new', '/invoices'],
  ['/customers/cus_1/edit', '/customers'],
  ['/settings/company', '/settings'],
  ['/access/webhooks/whk_1', '/access/webhooks'],
  ['/access/people', '/access'],
  ['/invoicesque', '/'],
])('from %s, another company opens at %s', (pathname, list) => {
  expect(listOf(pathname)).toBe(list)
})
