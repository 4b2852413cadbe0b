import { expect, test } from 'vitest'
import { invalidTransition, invoiceNotCreditable } from '../../../sales/invoices/errors.ts'
import { overpayment } from './errors.ts'

test('a refusal states the amount due, or that nothing is due', () => {
  expect(overpayment(0n, 'EUR').message).toBe('Nothing is due on this invoice.')
  expect(overpayment(1n, 'EUR').message).toBe('The payment is too high. Only 0.01 EUR is due.')
})

test('a refusal names the status in good English', () => {
  const { message } = invoiceNotCreditable({ type: 'invoice', status: 'uncollectible' })
  expect(message).toMatch(/^An uncollectible invoice cannot be credited/)
  expect(invalidTransition('uncollectible', 'draft', []).message).toMatch(/^An uncollectible /)
  expect(invalidTransition('sent', 'draft', []).message).toMatch(/^A sent /)
})
