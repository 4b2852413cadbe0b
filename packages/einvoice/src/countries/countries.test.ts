import { expect, test } from 'vitest'
import { dayOf } from '../model/day.ts'
import { FULL } from '../model/document.testing.ts'
import type { EInvoice } from '../model/document.ts'
import type { EInvoiceProfile } from '../profiles/names.ts'
import { completed } from './countries.ts'

const inside = (country: string, more: Partial<EInvoice>): EInvoice => ({
  ...FULL,
  ...more,
  seller: { ...FULL.seller, ...more.seller, address: { ...FULL.seller.address, country } },
  buyer: { ...FULL.buyer, address: { ...FULL.buyer.address, country } },
})

test.each<readonly [EInvoiceProfile, country: string, prepayment: string, interim: string]>([
  ['en16931', 'BE', '386', '326'],
  ['xrechnung', 'DE', '386', '326'],
  ['peppol', 'DE', '386', '326'],
  ['peppol', 'BE', '386', '380'],
  ['pint', 'BE', '386', '380'],
  ['pint', 'DE', '386', '380'],
  ['france', 'FR', '386', '380'],
  ['nlcius', 'NL', '380', '380'],
  ['cius-pt', 'PT', '386', '380'],
  ['cius-ro', 'RO', '380', '380'],
  ['hr-eracun', 'HR', '386', '326'],
])('%s within %s: a prepayment is %s, an interim invoice %s', (profile, country, ...types) => {
  const typeOf = (typeCode: string) => completed(inside(country, { typeCode }), profile).typeCode
  expect(['386', '326'].map(typeOf)).toEqual(types)
})

test('a corrected invoice stays one, since an ordinary one would claim the amount again', () => {
  expect(completed(inside('RO', { typeCode: '384' }), 'cius-ro').typeCode).toBe('384')
  expect(completed(inside('BE', { typeCode: '384' }), 'peppol').typeCode).toBe('384')
})

test('a French small business without VAT number has its SIREN as tax number', () => {
  const { seller } = inside('FR', {})
  const small = { ...seller, vatId: undefined, registration: { value: '732829320' } }
  const taxNumberOf = (taxNumber: string | undefined) =>
    completed(inside('FR', { seller: { ...small, taxNumber } }), 'france').seller.taxNumber
  expect(taxNumberOf(undefined)).toBe('732829320')
  expect(taxNumberOf('12 345')).toBe('12 345')
})

test('BT-23 in France: after deposits, paid, or any other', () => {
  const totals = { ...FULL.totals, dueCents: 0n, paidCents: FULL.totals.withTaxCents }
  const processOf = (more: Partial<EInvoice>) =>
    completed(inside('FR', { dueDate: dayOf('2026-12-01'), ...more }), 'france').businessProcess
  expect(processOf({})).toBe('M1')
  expect(processOf({ isFinal: true })).toBe('M4')
  expect(processOf({ isFinal: true, totals })).toBe('M2')
})
