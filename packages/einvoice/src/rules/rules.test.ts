import { describe, expect, test } from 'vitest'
import { FULL, MINIMAL } from '../model/document.testing.ts'
import { CATEGORY_CASES } from './cases/categories.testing.ts'
import { PROFILE_CASES } from './cases/profiles.testing.ts'
import { changed, type RuleCase } from './cases/rule-case.testing.ts'
import { STANDARD_CASES } from './cases/standard.testing.ts'
import { type Breach, breachesOf, RULES } from './rules.ts'

const CASES = [...STANDARD_CASES, ...CATEGORY_CASES, ...PROFILE_CASES]
const PROFILES = ['en16931', 'factur-x', 'peppol', 'xrechnung'] as const
const NATIONAL = ['france', 'nlcius', 'cius-pt', 'cius-ro', 'hr-eracun'] as const

const toText = ({ rule, field, index }: Breach): string =>
  index === undefined ? `${rule} ${field}` : `${rule} ${field} ${index}`

const reportedOf = ({ document, profile }: Omit<RuleCase, 'reported'>): readonly string[] =>
  breachesOf(document, profile).map(toText)

describe('rules', () => {
  test.each(PROFILES)('a valid document breaks no rule of %s', (profile) =>
    expect(reportedOf({ document: FULL, profile })).toEqual([]))

  test('a document with only the required terms breaks no rule of it', () => {
    expect(reportedOf({ document: MINIMAL, profile: 'en16931' })).toEqual([])
  })

  test.each(
    CASES.map((it) => [it.profile, it.reported.join(', ') || 'nothing', it] as const),
  )('%s: exactly %s', (_profile, _reported, it) => {
    expect(reportedOf(it).toSorted()).toEqual(it.reported.toSorted())
  })

  test.each([
    ['BR-S-05', 'rateAbove'],
    ['BR-E-05', 'rateZero'],
    ['BR-O-05', 'noRate'],
    ['BR-E-02', 'sellerTaxId'],
    ['BR-AE-02', 'taxIds'],
    ['BR-O-02', 'noVatIds'],
    ['BR-E-10', 'exemption'],
    ['BR-S-10', 'noExemption'],
  ])('%s is explained by the sentence "%s"', (id, advice) => {
    expect(RULES.en16931.find((rule) => rule.id === id)?.advice).toBe(advice)
  })

  test.each([...PROFILES, ...NATIONAL])('every rule of %s has its case', (profile) => {
    const others = [...RULES.en16931, ...(profile === 'france' ? RULES['factur-x'] : [])]
    const standard = new Set(others.map(({ id }) => id))
    // The code lists of profiles have a test of their own.
    const ids = RULES[profile].map(({ id }) => id).filter((id) => !/^[A-Z]+-CL-/.test(id))
    const own = profile === 'en16931' ? ids : ids.filter((id) => !standard.has(id))
    const reported = CASES.filter((it) => it.profile === profile).flatMap((it) => it.reported)
    const covered = new Set(reported.map((text) => text.split(' ')[0]))
    expect(own.filter((id) => !covered.has(id))).toEqual([])
  })

  test.each([
    ['peppol', 'PEPPOL-CL-04', { currency: 'STD' }],
    ['pint', 'PINT-CL-01', { typeCode: '389' }],
    ['pint', 'PINT-CL-04', { currency: 'MRU' }],
    ['pint', 'PINT-CL-05', { taxCurrency: 'UYW' }],
    ['factur-x', 'FX-CL-18', { 'lines.0.tax.category': 'B' }],
    ['factur-x', 'FX-CL-10', { 'seller.identifiers': [{ value: '1', scheme: '0248' }] }],
    ['cius-pt', 'PT-CL-23', { 'lines.0.unit': 'KWN' }],
    ['cius-pt', 'PT-CL-10', { 'buyer.identifiers.0.scheme': '0225' }],
    ['cius-ro', 'RO-CL-22', { 'taxBreakdown.2.exemptionCode': 'VATEX-EU-153' }],
    ['cius-ro', 'RO-CL-25', { 'seller.electronicAddress.scheme': '0225' }],
    ['cius-ro', 'RO-CL-16', { 'payment.means.0.code': '98' }],
  ] as const)('%s has a shorter list than EN 16931: %s', (profile, id, changes) => {
    const document = changed(FULL, changes)
    const ids = breachesOf(document, profile).map(({ rule }) => rule)
    expect(ids).toContain(id)
    expect(breachesOf(document, 'en16931').map(({ rule }) => rule)).not.toContain(
      id.replace(/^[A-Z]+/, 'BR'),
    )
  })
})
