import { expect, test } from 'vitest'
import { fromStored, toStored } from './fault.ts'

test.each([
  null,
  { reason: 'receiver_status', text: 'The receiver answered with status 503.' },
  { reason: 'failed', text: 'One line: and\nanother' },
])('%j comes back as it was stored', (fault) => {
  expect(fromStored(toStored(fault))).toEqual(fault)
})
