import { isPartitaIva } from '../fatturapa/codes.ts'
import { isSigned } from '../hybrid/signed-data.ts'
import { type GivenFile, isPdf, type Place, unsigned, xmlOf } from '../hybrid/xml-of.ts'
import { isNip } from '../ksef/codes.ts'
import { formatCents } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import { isNational, type NationalProfile } from '../national.ts'
import type { ReceivedProfile } from '../profiles/names.ts'
import type { Gap } from '../rules/required.ts'
import { breachesOf } from '../rules/rules.ts'
import type { LongAmount } from '../xml/long-amounts.ts'
import { type ReadEInvoice, readEInvoices } from '../xml/read.ts'
import { contentOf, type ReceivedContent } from './content.ts'
import type { Finding } from './findings.ts'
import { judged, profileOf, type ReceivedBreach } from './judged.ts'

/** An e-invoice of another program. */
export interface Received {
  readonly format: ReadEInvoice['format'] | 'pdf'
  /** Whether the file is signed (.p7m); its signature was not verified. */
  readonly isSigned: boolean
  /** Null: the file has no other invoice. */
  readonly place: Place | null
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
 * Reads the invoice of a file, or those of a lot, and checks them by the rules of their profile.
 * Slow for large files: call it in a process that can be ended.
 *
 * @throws EInvoiceError those of `readEInvoice`
 */
export function readReceived(given: GivenFile): readonly Received[] {
  const { file, attachment } = given
  const plain = unsigned(file)
  const { bytes, place } = xmlOf({ file: plain, attachment })
  const read = readEInvoices(bytes)
  const placeOf = (index: number): Place | null =>
    read.length === 1 ? place : { position: index + 1, of: read.length }
  return read.map((it, index) => ({
    ...receivedOf(it, { file, plain }),
    place: placeOf(index),
  }))
}

function receivedOf(
  read: ReadEInvoice,
  { file, plain }: { readonly file: Uint8Array; readonly plain: Uint8Array },
): Omit<Received, 'place'> {
  const { document, unread } = read
  const profile = profileOf(read)
  return {
    format: isPdf(plain) ? 'pdf' : read.format,
    isSigned: isSigned(file),
    profile,
    content: contentOf(document, [...(read.national?.unread ?? []), ...unread]),
    totalCents: document.totals.withTaxCents,
    dueCents: document.totals.dueCents,
    sellerKey: sellerKeyOf(document.seller),
    findings: [
      ...(isSigned(file) ? [note('CMS', 'signature')] : []),
      ...findingsOf(read, profile),
    ].slice(0, FINDINGS_MAX),
  }
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
    ...otherAmount(document),
    ...breachesOf(document, 'en16931')
      .filter(({ rule }) => NATIONAL_RULES.has(rule))
      .map((breach) => ({ ...toFinding(breach), level: 'warning' as const })),
  ]
}

/** The file asks for another amount than its total, payments and parts make. */
function otherAmount({ currency, totals, settlement = [] }: EInvoice): readonly Finding[] {
  const parts = settlement.filter(({ isInTotal }) => !isInTotal).map(({ cents }) => cents)
  const { withTaxCents, roundingCents = 0n, paidCents = 0n, dueCents } = totals
  const expected = parts.reduce((sum, it) => sum + it, withTaxCents + roundingCents - paidCents)
  if (expected === dueCents) return []
  const values = { due: formatCents(dueCents), expected: formatCents(expected), currency }
  return [{ rule: 'BT-115', level: 'warning', advice: 'otherAmount', line: null, values }]
}

const misspelt = (rule: string, scheme: string): Finding => ({
  rule,
  level: 'warning',
  advice: 'checkDigits',
  line: null,
  values: { scheme },
})

const toFinding = ({ rule, level, advice, field, index, values }: ReceivedBreach): Finding => ({
  rule,
  level,
  advice,
  line: index !== undefined && field.startsWith('item') ? index + 1 : null,
  values: { n: String((index ?? 0) + 1), ...values },
})

/** Profiles outside EN 16931, or with more than it: their breaches are warnings. */
const LOOSE: readonly ReceivedProfile[] = ['extended', 'zugferd-1', 'fatturapa', 'ksef']

function findingsOf(
  { document, gaps, longAmounts }: ReadEInvoice,
  profile: ReceivedProfile,
): readonly Finding[] {
  const found = foundIn(document, profile)
  const told = new Set(found.map(({ rule }) => rule))
  const lacking = gaps.filter(({ rule }) => !told.has(rule)).map(gapFinding)
  const isLoose = LOOSE.includes(profile)
  return [...found, ...lacking, ...longAmounts.map(longFinding)].map((it) =>
    isLoose ? { ...it, level: 'warning' } : it,
  )
}

function foundIn(document: EInvoice, profile: ReceivedProfile): readonly Finding[] {
  if (isNational(profile)) return nationalFindings(document, profile)
  // MINIMUM breaks EN 16931 by design.
  if (profile === 'minimum') return [note('MINIMUM', 'totalsOnly')]
  const breaches = judged(document, profile).map(toFinding)
  return profile === 'basic-wl' ? [note('BASIC WL', 'noLines'), ...breaches] : breaches
}

const note = (rule: string, advice: string): Finding => ({
  rule,
  level: 'warning',
  advice,
  line: null,
  values: {},
})

const longFinding = ({ rule, line }: LongAmount): Finding => ({
  rule,
  level: 'error',
  advice: 'decimals',
  line: line === undefined ? null : line + 1,
  values: {},
})

/** Something else stands in the document for the term that the file lacks. */
function gapFinding({ rule, term, pointer }: Gap): Finding {
  const [, index] = /^\/lines\/(\d+)/.exec(pointer) ?? []
  const [code = ''] = term.split(',')
  const line = index === undefined ? null : Number(index) + 1
  const advice = line === null ? 'missingTerm' : 'missingOnLine'
  return { rule, level: 'error', advice, line, values: { code, n: String(line ?? 0) } }
}

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
