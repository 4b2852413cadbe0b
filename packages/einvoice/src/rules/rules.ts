import { rulesOn } from '../countries/countries.ts'
import type { EInvoice } from '../model/document.ts'
import { UNKNOWN_CODES } from '../model/official-codes.ts'
import type { NationalProfile } from '../national.ts'
import type { EInvoiceProfile } from '../profiles/names.ts'
import { CATEGORY_RULES } from './categories.ts'
import { CODE_RULES, codeRulesOf } from './codes.ts'
import { PAYMENT_RULES } from './payment.ts'
import { PRESENCE_RULES } from './presence.ts'
import { at, type Place, type Rule } from './rule.ts'
import { SUM_RULES } from './sums.ts'

/** One broken rule at one place. */
export interface Breach extends Place {
  readonly rule: string
  readonly level: Rule['level']
  readonly advice: Rule['advice']
}

/** EN 16931-1:2017+A1 (1.3.16). Factur-X is 1.09.2 (ZUGFeRD 2.5.2). */
const STANDARD_RULES = [
  ...PRESENCE_RULES,
  ...PAYMENT_RULES,
  ...CODE_RULES,
  ...SUM_RULES,
  ...CATEGORY_RULES,
]

/** National formats have separate rules. */
export type StandardProfile = Exclude<EInvoiceProfile, NationalProfile>

const rulesFor = (profile: StandardProfile): readonly Rule[] => [
  ...STANDARD_RULES,
  ...listRules(profile),
  ...rulesOn(profile),
]

/** The types of documents (BT-3) that both we and PINT EU 1.1.1 have: no corrected, partial or self-billed invoice. */
const PINT_TYPES = new Set(['380', '381', '386'])

function listRules(profile: StandardProfile): readonly Rule[] {
  if (isFacturX(profile)) return codeRulesOf('FX', UNKNOWN_CODES['factur-x'])
  // Addresses on Peppol have a separate rule.
  if (profile === 'peppol')
    return codeRulesOf('PEPPOL', { 'BR-CL-04': UNKNOWN_CODES.peppol['BR-CL-04'] })
  if (profile === 'pint')
    return [
      at('PINT-CL-01', ['kind', 'kindElsewhere'], ({ typeCode }) => !PINT_TYPES.has(typeCode)),
      ...codeRulesOf('PINT', UNKNOWN_CODES.pint),
    ]
  if (profile === 'cius-pt') return codeRulesOf('PT', UNKNOWN_CODES['cius-pt'])
  if (profile === 'cius-ro') return codeRulesOf('RO', UNKNOWN_CODES['cius-ro'])
  return []
}

export const RULES: Readonly<Record<StandardProfile, readonly Rule[]>> = {
  en16931: rulesFor('en16931'),
  peppol: rulesFor('peppol'),
  xrechnung: rulesFor('xrechnung'),
  'factur-x': rulesFor('factur-x'),
  france: rulesFor('france'),
  pint: rulesFor('pint'),
  nlcius: rulesFor('nlcius'),
  'cius-pt': rulesFor('cius-pt'),
  'cius-ro': rulesFor('cius-ro'),
  'hr-eracun': rulesFor('hr-eracun'),
}

/** Profiles whose CII is the XML of Factur-X. */
export function isFacturX(profile: EInvoiceProfile): boolean {
  return profile === 'factur-x' || profile === 'france'
}

/** All broken rules of the profile, with every place. */
export const breachesOf = (document: EInvoice, profile: StandardProfile): readonly Breach[] =>
  RULES[profile].flatMap(({ id, level, advice, broken }) =>
    broken(document).map((place) => ({ ...place, rule: id, level, advice })),
  )
