import type { EInvoiceProfile } from '../../settings/settings.ts'
import { isPartitaIva } from '../fatturapa/codes.ts'
import { isSigned } from '../hybrid/signed-data.ts'
import { type GivenFile, isPdf, unsigned, xmlOf } from '../hybrid/xml-of.ts'
import { isNip } from '../ksef/codes.ts'
import type { EInvoice } from '../model/document.ts'
import { isNational, type NationalProfile } from '../national.ts'
import { type Breach, breachesOf } from '../rules/rules.ts'
import { type ReadEInvoice, readEInvoice } from '../xml/read.ts'
import { contentOf, type ReceivedContent } from './content.ts'
import type { Finding } from './findings.ts'

/** The declared kind of the file: a profile with rules, or one with more or less than EN 16931. */
export type ReceivedProfile = EInvoiceProfile | 'basic-wl' | 'minimum' | 'extended'

/** An e-invoice of another program. */
export interface Received {
  readonly format: ReadEInvoice['format'] | 'pdf'
  /** Whether the file is signed (.p7m); its signature was not verified. */
  readonly isSigned: boolean
  readonly profile: ReceivedProfile
  readonly content: ReceivedContent
  /** In hundredths of the currency unit, as all amounts of EN 16931. */
  readonly totalCents: bigint
  readonly dueCents: bigint
  /** Equal for each document of a seller. */
  readonly sellerKey: string
  readonly findings: readonly Finding[]
}

const FINDINGS_MAX = 200
const KEY_LENGTH_MAX = 200

/**
 * Reads UBL, CII or a PDF with one of them, and checks it by the rules of its profile. Slow, so a
 * worker calls it (`createReceivedReader`).
 *
 * @throws AppError those of `readEInvoice`
 */
export function readReceived({ file, attachment }: GivenFile): Received {
  const plain = unsigned(file)
  const read = readEInvoice(xmlOf({ file: plain, attachment }))
  const { document, unread } = read
  const profile = profileOf(read)
  return {
    format: isPdf(plain) ? 'pdf' : read.format,
    isSigned: isSigned(file),
    profile,
    content: contentOf(document, unread),
    totalCents: document.totals.withTaxCents,
    dueCents: document.totals.dueCents,
    sellerKey: sellerKeyOf(document.seller),
    findings: [...(isSigned(file) ? [UNVERIFIED] : []), ...findingsOf(document, profile)].slice(
      0,
      FINDINGS_MAX,
    ),
  }
}

/** Parts of BT-24 that name a profile. PINT of other regions has rules that are not checked. */
const SPECIFICATIONS: readonly (readonly [part: string, profile: ReceivedProfile])[] = [
  ['urn:mfin.gov.hr:cius-2025', 'hr-eracun'],
  ['urn:efactura.mfinante.ro:cius-ro', 'cius-ro'],
  ['urn:feap.gov.pt:cius-pt', 'cius-pt'],
  ['urn:fdc:nen.nl:nlcius', 'nlcius'],
  ['urn:peppol:pint:billing-1@eu', 'pint'],
  ['urn:peppol:pint', 'extended'],
]

/** By BT-24. `#conformant#` marks an extension of EN 16931, `#compliant#` a part of it. */
function profileOf({ document, format }: ReadEInvoice): ReceivedProfile {
  if (isNational(format)) return format
  const specification = (document.specification ?? '').toLowerCase()
  if (specification.endsWith(':minimum')) return 'minimum'
  if (/:basic ?wl$/.test(specification)) return 'basic-wl'
  const own = SPECIFICATIONS.find(([part]) => specification.includes(part))
  if (own !== undefined) return own[1]
  if (specification.includes('#conformant#') || specification.endsWith(':extended'))
    return 'extended'
  if (specification.includes('xrechnung')) return 'xrechnung'
  if (specification.includes('peppol')) return 'peppol'
  return format === 'cii' && specification.includes('factur-x') ? 'factur-x' : 'en16931'
}

const UNVERIFIED: Finding = {
  rule: 'CMS',
  level: 'warning',
  advice: 'signature',
  line: null,
  values: {},
}

/** Checks for documents outside EN 16931: tax by its rate, codes, and periods. */
const NATIONAL_RULES = new Set(['BR-CO-17', 'BR-CL-04', 'BR-CL-14', 'BR-29', 'BR-30'])

/** The authority has checked the rest. We have not checked the schema of the file. */
function nationalFindings(document: EInvoice, profile: NationalProfile): readonly Finding[] {
  const { seller, buyer } = document
  const [prefix, isRight] = {
    fatturapa: ['IT', isPartitaIva] as const,
    ksef: ['PL', isNip] as const,
  }[profile]
  const isMisspelt = (vatId: string | undefined): boolean =>
    vatId?.startsWith(prefix) === true && !isRight(vatId.slice(2))
  return [
    ...(isMisspelt(seller.vatId) ? [misspelt('BT-31', prefix)] : []),
    ...(isMisspelt(buyer.vatId) ? [misspelt('BT-48', prefix)] : []),
    ...breachesOf(document, 'en16931')
      .filter(({ rule }) => NATIONAL_RULES.has(rule))
      .map((breach) => ({ ...toFinding(breach), level: 'warning' as const })),
  ]
}

const misspelt = (rule: string, scheme: string): Finding => ({
  rule,
  level: 'warning',
  advice: 'checkDigits',
  line: null,
  values: { scheme },
})

const toFinding = ({ rule, level, advice, field, index, values }: Breach): Finding => ({
  rule,
  level,
  advice,
  line: index !== undefined && field.startsWith('item') ? index + 1 : null,
  values: { n: String((index ?? 0) + 1), ...values },
})

/** Rules about lines, which Factur-X BASIC WL lacks. */
const ABOUT_LINES = ['BR-16', 'BR-CO-10']

/** MINIMUM breaks EN 16931 by design, and EXTENDED may: its breaches are warnings. */
function findingsOf(document: EInvoice, profile: ReceivedProfile): readonly Finding[] {
  if (isNational(profile)) return nationalFindings(document, profile)
  if (profile === 'minimum' || isEmpty(document))
    return [{ rule: 'MINIMUM', level: 'warning', advice: 'totalsOnly', line: null, values: {} }]
  const isPlain = profile !== 'basic-wl' && profile !== 'extended'
  const found = breachesOf(document, isPlain ? profile : 'en16931')
    .filter(({ rule }) => profile !== 'basic-wl' || !ABOUT_LINES.includes(rule))
    .map(toFinding)
    .map((it): Finding => (profile === 'extended' ? { ...it, level: 'warning' } : it))
  return profile === 'basic-wl'
    ? [{ rule: 'BASIC WL', level: 'warning', advice: 'noLines', line: null, values: {} }, ...found]
    : found
}

const isEmpty = ({ lines, taxBreakdown }: EInvoice): boolean =>
  lines.length === 0 && taxBreakdown.length === 0

/** Programs write the same number with blanks, dots and dashes or without. */
function sellerKeyOf({ vatId, taxNumber, registration, name, address }: EInvoice['seller']) {
  const plain = (text: string) => text.toUpperCase().replace(/[\s./-]/g, '')
  const key =
    (vatId && `vat:${plain(vatId)}`) ??
    (taxNumber && `tax:${plain(taxNumber)}`) ??
    (registration && `reg:${plain(registration.value)}`) ??
    `name:${name.trim().toLowerCase()} ${address.country}`
  return key.slice(0, KEY_LENGTH_MAX).toWellFormed()
}
