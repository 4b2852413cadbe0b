import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HAS_OFFICIAL_RULES, WITHOUT_OFFICIAL_RULES } from '../rules/official-rules.testing.ts'
import * as lists from './code-lists.ts'
import { defaultExemption } from './codes.ts'

const FILE = new URL('../../../../../shared/einvoice/codelists.json', import.meta.url)

describe.skipIf(!HAS_OFFICIAL_RULES)(`the codes${WITHOUT_OFFICIAL_RULES}`, () => {
  const official: Readonly<Record<string, readonly string[]>> = HAS_OFFICIAL_RULES
    ? JSON.parse(readFileSync(FILE, 'utf8')).lists
    : {}
  const of = (name: string): readonly string[] => official[name] ?? []

  test.each([
    ['invoice_type_UNTDID_1001', lists.INVOICE_TYPES],
    ['credit_note_type_UNTDID_1001', lists.CREDIT_NOTE_TYPES],
    ['vat_category_UNCL_5305', lists.CATEGORIES],
    ['allowance_reason_UNCL_5189', lists.ALLOWANCE_REASONS],
    ['charge_reason_UNCL_7161', lists.CHARGE_REASONS],
    ['electronic_address_scheme_EAS', lists.ENDPOINT_SCHEMES],
    ['vat_exemption_reason_VATEX', lists.EXEMPTION_CODES],
    ['payment_means_UNTDID_4461', lists.PAYMENT_MEANS],
    ['identifier_scheme_ISO_6523_ICD', lists.IDENTIFIER_SCHEMES],
    ['object_identifier_scheme_UNTDID_1153', lists.REFERENCE_SCHEMES],
  ] as const)('%s: the whole list', (name, ours) => {
    expect([...ours].sort()).toEqual([...of(name)].sort())
  })

  test("Peppol's addresses: the whole list", () => {
    const rules = readFileSync(new URL('rules/PEPPOL-EN16931-UBL-2026.5.sch', FILE), 'utf8')
    const [, codes = ''] = /name="eaid" value="tokenize\('([^']+)'/.exec(rules) ?? []
    expect([...lists.PEPPOL_SCHEMES].sort()).toEqual(codes.split(' ').sort())
  })

  test.each([
    ['country_ISO_3166_1', lists.isCountryCode],
    ['currency_ISO_4217', lists.isCurrencyCode],
  ] as const)('%s: all of it is taken', (name, isTaken) => {
    expect(of(name).filter((code) => !isTaken(code))).toEqual([])
  })

  test.each([
    ['country_ISO_3166_1', (code: string) => lists.isCountryCode(code)],
  ] as const)('%s: and nothing else of its form', (name, isTaken) => {
    const known = new Set(of(name))
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const pairs = letters.flatMap((a) => letters.map((b) => a + b))
    const numbers = Array.from({ length: 300 }, (_, index) => String(index))
    const candidates = [...pairs, ...numbers, ...numbers.map((it) => it.padStart(4, '0'))]
    expect(candidates.filter((code) => isTaken(code) && !known.has(code))).toEqual([])
  })
})

test.each([
  ['AE', 'de-AT', 'VATEX-EU-AE', 'Steuerschuldnerschaft des Leistungsempfängers'],
  ['K', 'fr', 'VATEX-EU-IC', 'Livraison intracommunautaire'],
  ['G', 'nl', 'VATEX-EU-G', 'Export outside the EU'],
  ['E', 'de', undefined, undefined],
])('category %s in %s has the reason %s', (category, language, code, reason) => {
  expect(defaultExemption(category, language)).toEqual(code ? { code, reason } : {})
})
