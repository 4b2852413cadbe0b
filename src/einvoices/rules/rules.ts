import type { EInvoiceProfile } from '../../settings/settings.ts'
import type { EInvoice } from '../model/document.ts'
import { CATEGORY_RULES } from './categories.ts'
import { CODE_RULES } from './codes.ts'
import { FACTUR_X_RULES } from './factur-x.ts'
import { PAYMENT_RULES } from './payment.ts'
import { PEPPOL_RULES } from './peppol.ts'
import { PRESENCE_RULES } from './presence.ts'
import type { Place, Rule } from './rule.ts'
import { SUM_RULES } from './sums.ts'
import { XRECHNUNG_RULES } from './xrechnung.ts'

/** One broken rule at one place. */
export interface Breach extends Place {
  readonly rule: string
  readonly level: Rule['level']
  readonly advice: Rule['advice']
}

/**
 * EN 16931-1:2017+A1 (1.3.16); the others are Peppol BIS 3 (2026.5), XRechnung 3.0 (2.5.0) and
 * Factur-X 1.09.2 (ZUGFeRD 2.5.2).
 */
const STANDARD_RULES = [
  ...PRESENCE_RULES,
  ...PAYMENT_RULES,
  ...CODE_RULES,
  ...SUM_RULES,
  ...CATEGORY_RULES,
]

export const RULES: Readonly<Record<EInvoiceProfile, readonly Rule[]>> = {
  en16931: STANDARD_RULES,
  'factur-x': [...STANDARD_RULES, ...FACTUR_X_RULES],
  peppol: [...STANDARD_RULES, ...PEPPOL_RULES],
  xrechnung: [...STANDARD_RULES, ...XRECHNUNG_RULES],
}

/** All broken rules of the profile, with every place. */
export const breachesOf = (document: EInvoice, profile: EInvoiceProfile): readonly Breach[] =>
  RULES[profile].flatMap(({ id, level, advice, broken }) =>
    broken(document).map((place) => ({ ...place, rule: id, level, advice })),
  )
