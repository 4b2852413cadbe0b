import type { View } from '@billwright/templates'
import type { ItemTax } from '@billwright/totals'
import { describe, expect, test } from 'vitest'
import type { PrintedInvoice } from './document-source.ts'
import { sampleSource } from './samples/sample.ts'
import { recalculated } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

/* CGST Rules 2017, Rule 46: what a tax invoice contains; Rule 49: a bill of supply. */

const SAMPLE = sampleSource('en-IN')
const HALF = { category: 'S', rateMicro: 9_000_000n, reason: null } as const
const WITHIN: ItemTax = {
  ...{ ...HALF, label: 'CGST' },
  second: { label: 'SGST', rateMicro: 9_000_000n },
}
const BETWEEN: ItemTax = { ...HALF, rateMicro: 18_000_000n, label: 'IGST' }
const address = (city: string, region: string | null, countryCode = 'IN') => ({
  ...{ line1: '12 Church Street', line2: null, postalCode: '560001', city, region, countryCode },
})

interface Given {
  readonly tax?: ItemTax
  readonly taxId?: string | null
  readonly buyer?: Partial<PrintedInvoice['buyer']>
  readonly change?: Partial<PrintedInvoice>
}

function given({ tax = WITHIN, taxId = '29AAGCB7383J1Z4', buyer = {}, change = {} }: Given): View {
  const { invoice } = SAMPLE
  const [item] = invoice.items
  if (item === undefined) throw new Error('The sample has items.')
  const classification = { scheme: 'HS', code: '998314' }
  const unitPriceMicro = 12_345_678_000_000n
  return documentView(
    recalculated(SAMPLE, {
      ...invoice,
      currency: 'INR',
      seller: { ...invoice.seller, taxId, address: address('Bengaluru', 'Karnataka') },
      buyer: {
        ...invoice.buyer,
        ...{ taxId: '29AABCT1332L1ZU', address: address('Mysuru', 'Karnataka') },
        ...buyer,
      },
      discounts: [],
      items: [{ ...item, tax, details: 'March', classification, unitPriceMicro }],
      ...change,
    }),
  )
}

const factsOf = (view: View) =>
  Object.fromEntries(
    (view.facts as readonly { label: string; value: string }[]).map((it) => [it.label, it.value]),
  )
const titleOf = (view: View) => (view.labels as View).invoiceTitle

describe('a supplier in India with a GSTIN', () => {
  test('title, both GSTINs, code, state of supply, both taxes, reverse charge, Indian digits', () => {
    const view = given({})
    expect(view.title).toBe('Tax invoice INV-2026-0042')
    expect(view.companyTaxIdLabel).toBe('GSTIN')
    expect(view.footerLegal).toContain('GSTIN 29AAGCB7383J1Z4')
    expect(factsOf(view)).toMatchObject({
      ...{ 'Your GSTIN': '29AABCT1332L1ZU', 'Place of supply': 'Karnataka (29)' },
      'Reverse charge': 'No',
    })
    const [item] = view.items as readonly View[]
    expect(item).toMatchObject({ notes: 'HSN/SAC 998314\nMarch', taxText: 'CGST 9% + SGST 9%' })
    expect(view.taxes as readonly View[]).toMatchObject([
      { label: 'CGST 9%' },
      { label: 'SGST 9%' },
    ])
    expect(view.total).toMatch(/^₹(\d{1,2},)*\d\d,\d{3}\.\d\d$/)
  })

  test.each([
    ['the GSTIN of the customer', { taxId: '27AABCT1332L1ZU' }, 'Maharashtra (27)'],
    [
      'the state of an address without GSTIN',
      { taxId: null, address: address('Chennai', 'tamil nadu') },
      'Tamil Nadu (33)',
    ],
    ['a region of another name', { taxId: null, address: address('Chennai', 'TN') }, 'TN'],
    [
      'another country',
      { taxId: 'DE123456789', address: address('Berlin', null, 'DE') },
      'Germany (96)',
    ],
    ['no state', { taxId: null, address: address('Chennai', null) }, undefined],
  ])('the place of supply follows from %s', (_what, buyer, place) => {
    expect(factsOf(given({ tax: BETWEEN, buyer }))['Place of supply']).toBe(place)
  })

  test('a custom field names another place', () => {
    const customFields = [{ label: 'Place of Supply', value: 'Goa (30)' }]
    const facts = factsOf(given({ change: { customFields } }))
    expect(facts).toMatchObject({ 'Place of Supply': 'Goa (30)' })
    expect(facts).not.toHaveProperty('Place of supply')
  })

  test('reverse charge is named, exempt supplies are on a bill of supply, credit notes keep their title', () => {
    const zero = { rateMicro: 0n, reason: null }
    const reverse = given({ tax: { ...zero, category: 'AE' } })
    expect(factsOf(reverse)).toMatchObject({ 'Reverse charge': 'Yes' })
    expect(titleOf(reverse)).toBe('Tax invoice')
    expect(titleOf(given({ tax: { ...zero, category: 'E' } }))).toBe('Bill of supply')
    expect(titleOf(given({ change: { type: 'credit_note' } }))).toBe('Credit note')
  })
})

test('without a GSTIN, an invoice is no tax invoice and names no place', () => {
  const view = given({ taxId: null })
  expect(titleOf(view)).toBe('Invoice')
  expect(factsOf(view)).not.toHaveProperty('Place of supply')
})

test('a GSTIN is one in every language, also of a customer of a company elsewhere', () => {
  const { invoice } = SAMPLE
  const buyer = {
    ...{ ...invoice.buyer, taxId: '27 AABCT1332L 1ZU' },
    address: address('Pune', 'Maharashtra'),
  }
  const view = documentView({ ...SAMPLE, invoice: { ...invoice, language: 'de', buyer } })
  expect(view.customerTaxIdLabel).toBe('GSTIN')
  expect(factsOf(view)).not.toHaveProperty('Place of supply')
})
