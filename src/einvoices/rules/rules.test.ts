import { describe, expect, test } from 'vitest'
import type { EInvoiceProfile } from '../../settings/settings.ts'
import { FULL, MINIMAL } from '../model/document.testing.ts'
import type { EInvoice } from '../model/document.ts'
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

const ITEM = FULL.lines[0]?.item

const buyerAt = (scheme: string): EInvoice => ({
  ...FULL,
  buyer: { ...FULL.buyer, electronicAddress: { value: '12345678', scheme } },
})

/** Split payment, which stays within Italy. */
const ITALIAN: EInvoice = {
  ...FULL,
  seller: { ...FULL.seller, address: { ...FULL.seller.address, country: 'IT' } },
  buyer: { ...FULL.buyer, address: { ...FULL.buyer.address, country: 'IT' } },
  taxRepresentative: undefined,
  delivery: undefined,
  lines: FULL.lines.map((it) => ({
    ...it,
    tax: { ...it.tax, category: 'B' },
    item: { ...it.item, originCountry: undefined },
  })),
}

/** One fault each in a document that has none, and the rule that names it. */
const FAULTS: readonly (readonly [string, EInvoiceProfile, EInvoice])[] = [
  ['BR-02', 'en16931', { ...FULL, number: '' }],
  ['BR-06', 'en16931', { ...FULL, seller: { ...FULL.seller, name: '' } }],
  ['BR-16', 'en16931', { ...FULL, lines: [] }],
  ['BR-25', 'en16931', line({ item: { ...FULL.lines[0]?.item, name: '' } })],
  [
    'BR-B-01',
    'en16931',
    {
      ...ITALIAN,
      lines: ITALIAN.lines.map((it) => ({ ...it, item: { ...it.item, originCountry: 'DE' } })),
    },
  ],
  ['BR-B-01', 'en16931', { ...ITALIAN, delivery: { address: { country: 'SM' } } }],
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
  ['PEPPOL-EN16931-CL008', 'peppol', buyerAt('0213')],
  ['PEPPOL-EN16931-CL008', 'peppol', buyerAt('0205')],
  ['PEPPOL-EN16931-CL008', 'peppol', buyerAt('EM')],
  ['FX-CL-25', 'factur-x', buyerAt('0220')],
  [
    'FX-CL-10',
    'factur-x',
    { ...FULL, buyer: { ...FULL.buyer, identifiers: [{ value: '1', scheme: '0242' }] } },
  ],
  ['FX-CL-26', 'factur-x', { ...FULL, delivery: { location: { value: '1', scheme: '0248' } } }],
  [
    'FX-CL-17',
    'factur-x',
    { ...FULL, taxBreakdown: FULL.taxBreakdown.map((it) => ({ ...it, category: 'B' })) },
  ],
  [
    'BR-DE-31',
    'xrechnung',
    { ...FULL, payment: { means: [{ code: '49' }], creditorId: 'DE98ZZZ09999999999' } },
  ],
  [
    'BR-CL-13',
    'en16931',
    line({ item: { ...ITEM, classifications: [{ value: '1', scheme: 'XYZ' }] } }),
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

  test('split payment within Italy keeps BR-B-01', () => {
    expect(errorsOf(ITALIAN, 'en16931')).not.toContain('BR-B-01')
  })

  test.each(FAULTS)('%s is named for %s', (rule, profile, document) => {
    expect(errorsOf(document, profile)).toContain(rule)
  })
})
