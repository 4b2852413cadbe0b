import type { EInvoice } from '../model/document.ts'
import { isNational, type NationalProfile } from '../national.ts'
import type { ReceivedProfile } from '../profiles/names.ts'
import { type Breach, breachesOf } from '../rules/rules.ts'
import type { ReadEInvoice } from '../xml/read.ts'

/** Parts of BT-24 that name a profile. PINT of other regions has rules that are not checked. */
const SPECIFICATIONS: readonly (readonly [part: string, profile: ReceivedProfile])[] = [
  ['urn:ferd:crossindustrydocument', 'zugferd-1'],
  ['urn:mfin.gov.hr:cius-2025', 'hr-eracun'],
  ['urn:efactura.mfinante.ro:cius-ro', 'cius-ro'],
  ['urn:feap.gov.pt:cius-pt', 'cius-pt'],
  ['urn:fdc:nen.nl:nlcius', 'nlcius'],
  ['urn:peppol:pint:billing-1@eu', 'pint'],
  ['urn:peppol:pint', 'extended'],
]

/** By BT-24. `#conformant#` marks an extension of EN 16931, `#compliant#` a part of it. */
export function profileOf({ document, format }: ReadEInvoice): ReceivedProfile {
  if (isNational(format)) return format
  const specification = (document.specification ?? '').toLowerCase().trim()
  if (specification.endsWith(':minimum')) return 'minimum'
  if (/:basic ?wl$/.test(specification)) return 'basic-wl'
  const own = SPECIFICATIONS.find(([part]) => specification.includes(part))
  if (own !== undefined) return own[1]
  if (specification.includes('#conformant#') || specification.endsWith(':extended'))
    return 'extended'
  if (specification.includes('xrechnung')) return 'xrechnung'
  if (/poacc:(self)?billing/.test(specification)) return 'peppol'
  if (specification !== '' && !/en16931|factur-x|zugferd/.test(specification)) return 'extended'
  return format === 'cii' && specification.includes('factur-x') ? 'factur-x' : 'en16931'
}

/** A breach in a file that we did not write, with the file's own words. */
export interface ReceivedBreach extends Pick<Breach, 'rule' | 'level' | 'values'> {
  readonly advice: string
  readonly field: string
  readonly index?: number | undefined
}

type JudgedProfile = Exclude<ReceivedProfile, NationalProfile | 'minimum'>

/** The broken rules of the profile that the file names. */
export function judged(document: EInvoice, profile: JudgedProfile): readonly ReceivedBreach[] {
  const isLoose = profile === 'basic-wl' || profile === 'extended' || profile === 'zugferd-1'
  const isKept = keptRules(document, profile)
  return [
    ...declarationBreaches(document, profile),
    ...breachesOf(document, isLoose ? 'en16931' : profile)
      .filter(isKept)
      // In the standard, but no longer in its official rules.
      .map((it) => (it.rule === 'BR-CO-25' ? { ...it, level: 'warning' as const } : it)),
  ]
}

/** What our writers always set, so that no rule on our own documents asks for it. */
function declarationBreaches(
  { specification, businessProcess }: EInvoice,
  profile: JudgedProfile,
): readonly ReceivedBreach[] {
  const breach = (rule: string, advice: string): ReceivedBreach => ({
    rule,
    level: 'error',
    advice,
    field: 'kind',
    values: {},
  })
  const isOnPeppol = profile === 'peppol' || profile === 'pint'
  return [
    ...(specification ? [] : [breach('BR-01', 'noSpecification')]),
    ...(isOnPeppol && !businessProcess ? [breach('PEPPOL-EN16931-R001', 'noProcess')] : []),
  ]
}

/** Rules about lines, which BASIC WL lacks. */
const ABOUT_LINES =
  /^BR-(16|2[1-8]|30|4[1-4]|54|6[45]|CO-(04|10|20|23|24)|(S|Z|E|AE|IC|G|O|AF|AG|B)-(01|02|05|08|12))$/
/** Electronic addresses, which XRechnung requires since version 3. */
const ADDRESSES = /^PEPPOL-EN16931-R0[12]0$/
/** Its official rules have no lists of codes, and accept the national kinds of documents. */
const PORTUGUESE_CODES = /^(BR-CL-|DT-CIUS-PT-(003|079|104|105)$)/
/** Peppol Self-Billing has the kinds 389, 527 and 261 instead of those of Peppol Billing. */
const SELF_BILLED = new Set(['389', '527', '261'])
/** PINT EU 1.1.1; ours has fewer. */
const PINT_TYPES = new Set(
  (
    '71 80 81 82 83 84 102 218 219 331 380 381 382 383 386 388 393 395 396 480 532 553 575 623 780 ' +
    '817 870 875 876 877'
  ).split(' '),
)

function keptRules(
  { specification = '', typeCode }: EInvoice,
  profile: JudgedProfile,
): (breach: Pick<Breach, 'rule'>) => boolean {
  const isLeftOut: Partial<Record<JudgedProfile, (rule: string) => boolean>> = {
    'basic-wl': (rule) => ABOUT_LINES.test(rule),
    'cius-pt': (rule) => PORTUGUESE_CODES.test(rule),
    xrechnung: (rule) => ADDRESSES.test(rule) && /xrechnung_[12]\./i.test(specification),
    peppol: (rule) =>
      rule === 'PEPPOL-EN16931-P0100' &&
      specification.includes('selfbilling') &&
      SELF_BILLED.has(typeCode),
    pint: (rule) => rule === 'PINT-CL-01' && PINT_TYPES.has(typeCode),
  }
  return ({ rule }) => !isLeftOut[profile]?.(rule)
}
