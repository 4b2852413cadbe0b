import { describe, expect, test } from 'vitest'
import type { EInvoiceProfile } from '../settings/settings.ts'
import { FULL, MINIMAL } from './document.testing.ts'
import type { EInvoice } from './document.ts'
import { breachesOf } from './rules.ts'

const errorsOf = (document: EInvoice, profile: EInvoiceProfile): readonly string[] => [
  ...new Set(
    breachesOf(document, profile)
      .filter(({ level }) => level === 'error')
      .map(({ rule }) => rule),
  ),
]

const line = (change: object): EInvoice => ({
  ...FULL,
  lines: FULL.lines.map((it, index) => (index === 0 ? { ...it, ...change } : it)),
})

/** One fault each in a document that has none, and the rule that names it. */
const FAULTS: readonly (readonly [string, EInvoiceProfile, EInvoice])[] = [
  ['BR-02', 'en16931', { ...FULL, number: '' }],
  ['BR-06', 'en16931', { ...FULL, seller: { ...FULL.seller, name: '' } }],
  ['BR-16', 'en16931', { ...FULL, lines: [] }],
  ['BR-25', 'en16931', line({ item: { ...FULL.lines[0]?.item, name: '' } })],
  ['BR-CO-10', 'en16931', line({ netCents: 12074n })],
  ['BR-CO-09', 'en16931', { ...FULL, seller: { ...FULL.seller, vatId: '123456788' } }],
  ['BR-CL-23', 'en16931', line({ unit: 'none' })],
  [
    'PEPPOL-EN16931-R003',
    'peppol',
    { ...FULL, buyerReference: undefined, purchaseOrderReference: undefined },
  ],
  [
    'PEPPOL-EN16931-R010',
    'peppol',
    { ...FULL, buyer: { ...FULL.buyer, electronicAddress: undefined } },
  ],
  ['BR-DE-15', 'xrechnung', { ...FULL, buyerReference: undefined }],
  ['BR-DE-2', 'xrechnung', { ...FULL, seller: { ...FULL.seller, contact: undefined } }],
  [
    'PEPPOL-COUNTRY',
    'peppol',
    {
      ...FULL,
      seller: { ...FULL.seller, address: { ...FULL.seller.address, country: 'GR' } },
    },
  ],
]

describe('rules', () => {
  test.each([
    'en16931',
    'factur-x',
    'peppol',
    'xrechnung',
  ] as const)('a right document breaks none of %s', (profile) =>
    expect(errorsOf(FULL, profile)).toEqual([]))

  test('a document with only what the standard asks for breaks none of it', () => {
    expect(errorsOf(MINIMAL, 'en16931')).toEqual([])
  })

  test.each(FAULTS)('%s is named for %s', (rule, profile, document) => {
    expect(errorsOf(document, profile)).toContain(rule)
  })
})
