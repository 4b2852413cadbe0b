import type { EInvoiceProfile } from '../../settings/settings.ts'
import type { EInvoice } from '../model/document.ts'
import type { Rule } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { DENMARK } from './denmark.ts'
import { FRANCE } from './france.ts'
import { GERMANY } from './germany.ts'
import { ICELAND } from './iceland.ts'
import { ITALY } from './italy.ts'
import { NETHERLANDS } from './netherlands.ts'
import { NORWAY } from './norway.ts'
import { NETWORK_RULES } from './peppol.ts'
import { SWEDEN } from './sweden.ts'

const COUNTRIES: readonly Country[] = [
  DENMARK,
  FRANCE,
  GERMANY,
  ICELAND,
  ITALY,
  NETHERLANDS,
  NORWAY,
  SWEDEN,
]

/** The country whose rules a profile adds to EN 16931. */
const NATIONAL: Partial<Record<EInvoiceProfile, Country>> = {
  xrechnung: GERMANY,
  france: FRANCE,
  nlcius: NETHERLANDS,
}

/** Peppol BIS 3 with the rules that it has for sellers of some countries. */
const PEPPOL_RULES = [...NETWORK_RULES, ...COUNTRIES.flatMap(({ onPeppol = [] }) => onPeppol)]

/** What a profile demands on top of EN 16931. */
export const rulesOn = (profile: EInvoiceProfile): readonly Rule[] =>
  profile === 'peppol' ? PEPPOL_RULES : (NATIONAL[profile]?.rules ?? [])

export const completed = (document: EInvoice, profile: EInvoiceProfile): EInvoice =>
  NATIONAL[profile]?.complete?.(document) ?? document
