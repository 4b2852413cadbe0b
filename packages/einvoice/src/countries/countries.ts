import type { EInvoice } from '../model/document.ts'
import type { EInvoiceProfile } from '../profiles/names.ts'
import type { Rule } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { CROATIA } from './croatia.ts'
import { DENMARK } from './denmark.ts'
import { FRANCE } from './france.ts'
import { GERMANY } from './germany.ts'
import { GREECE } from './greece.ts'
import { ICELAND } from './iceland.ts'
import { ITALY } from './italy.ts'
import { NETHERLANDS } from './netherlands.ts'
import { NORWAY } from './norway.ts'
import { NETWORK_RULES, networkTypes, withRightPercents } from './peppol.ts'
import { PORTUGAL } from './portugal.ts'
import { ROMANIA } from './romania.ts'
import { SWEDEN } from './sweden.ts'

const COUNTRIES: readonly Country[] = [
  CROATIA,
  DENMARK,
  FRANCE,
  GERMANY,
  GREECE,
  ICELAND,
  ITALY,
  NETHERLANDS,
  NORWAY,
  PORTUGAL,
  ROMANIA,
  SWEDEN,
]

/** The country whose rules a profile adds to EN 16931. */
const NATIONAL: Partial<Record<EInvoiceProfile, Country>> = {
  xrechnung: GERMANY,
  france: FRANCE,
  nlcius: NETHERLANDS,
  'cius-pt': PORTUGAL,
  'cius-ro': ROMANIA,
  'hr-eracun': CROATIA,
}

/** Peppol BIS 3 with its rules for sellers of some countries. */
const PEPPOL_RULES = [...NETWORK_RULES, ...COUNTRIES.flatMap(({ onPeppol = [] }) => onPeppol)]

/** The profiles of the Peppol network, which share its rules. */
export const isOnPeppol = (profile: EInvoiceProfile): boolean =>
  profile === 'peppol' || profile === 'pint'

/** The rules of a profile besides those of EN 16931. */
export const rulesOn = (profile: EInvoiceProfile): readonly Rule[] =>
  isOnPeppol(profile) ? PEPPOL_RULES : (NATIONAL[profile]?.rules ?? [])

export function completed(document: EInvoice, profile: EInvoiceProfile): EInvoice {
  if (!isOnPeppol(profile)) {
    const national = NATIONAL[profile]
    const typed = withKnownType(document, national?.types)
    return national?.complete?.(typed) ?? typed
  }
  const typed = withKnownType(document, networkTypes(document, profile))
  const country = COUNTRIES.find(({ code }) => code === document.seller.address.country)
  return withRightPercents(country?.completeOnPeppol?.(typed) ?? typed)
}

/**
 * A prepayment (386) or interim invoice (326) becomes an ordinary one if the profile lacks the
 * code.
 */
function withKnownType(document: EInvoice, types: ReadonlySet<string> | undefined): EInvoice {
  const { typeCode } = document
  const isOther = ADVANCES.has(typeCode) && types?.has(typeCode) === false
  return isOther ? { ...document, typeCode: ORDINARY } : document
}

const ADVANCES = new Set(['326', '386'])
const ORDINARY = '380'
