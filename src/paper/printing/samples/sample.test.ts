import { expect, test } from 'vitest'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { isIban } from '../inner/payment-code/payment-code.ts'
import { LANGUAGES } from '../labels/labels.ts'
import { documentView } from '../view.ts'
import { sampleSource } from './sample.ts'

test.each(Object.keys(LANGUAGES))('%s has its own sample, with figures that add up', (language) => {
  const { invoice } = sampleSource(language)
  const { totals, seller } = invoice
  expect(totals.netMinor).toBe(totals.subtotalMinor - totals.discountMinor)
  expect(dueMinor(invoice)).toBe(totals.netMinor + totals.taxMinor)
  expect(totals.totalMinor).toBeGreaterThan(0n)
  const { iban } = seller.bankAccount
  expect(iban === null || isIban(iban)).toBe(true)
  expect(documentView(sampleSource(language))).toMatchObject({ hasPayment: true, hasTax: true })
  if (language !== 'en') expect(invoice.items[0]?.description).not.toBe('Brand identity')
})

test('a language without a sample shows the English one', () => {
  expect(sampleSource('cs').invoice.items[0]?.description).toBe('Brand identity')
})
