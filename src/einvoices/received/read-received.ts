import { isCurrency } from '../../money/currencies.ts'
import type { EInvoiceProfile } from '../../settings/settings.ts'
import { incomplete } from '../errors.ts'
import { isPdf, xmlOf } from '../hybrid/xml-of.ts'
import type { EInvoice } from '../model/document.ts'
import { isNational } from '../national.ts'
import { breachesOf } from '../rules/rules.ts'
import { type ReadEInvoice, readEInvoice } from '../xml/read.ts'
import { contentOf, type ReceivedContent } from './content.ts'
import type { Finding } from './findings.ts'

/** What the file says it is: a profile with rules, or one that has more or less than EN 16931. */
export type ReceivedProfile = EInvoiceProfile | 'basic-wl' | 'minimum' | 'extended'

/** An e-invoice of another program. */
export interface Received {
  readonly format: ReadEInvoice['format'] | 'pdf'
  readonly profile: ReceivedProfile
  readonly content: ReceivedContent
  /** In hundredths of the currency unit, as all amounts of EN 16931. */
  readonly totalCents: bigint
  readonly dueCents: bigint
  /** The same for each document of a seller. */
  readonly sellerKey: string
  readonly findings: readonly Finding[]
}

const FINDINGS_MAX = 200
const KEY_LENGTH_MAX = 200
/** The largest that a column of the database can have, with room for sums. */
const CENTS_MAX = 10n ** 17n

/**
 * Reads UBL, CII or a PDF with one of them, and checks it by the rules of its profile. Slow, so a
 * worker calls it (`createReceivedReader`).
 *
 * @throws AppError those of `readEInvoice`
 */
export function readReceived(file: Uint8Array): Received {
  const read = readEInvoice(xmlOf(file))
  const { document, unread } = read
  requireShowable(document)
  const profile = profileOf(read)
  return {
    format: isPdf(file) ? 'pdf' : read.format,
    profile,
    content: contentOf(document, unread),
    totalCents: document.totals.withTaxCents,
    dueCents: document.totals.dueCents,
    sellerKey: sellerKeyOf(document.seller),
    findings: findingsOf(document, profile).slice(0, FINDINGS_MAX),
  }
}

/** Amounts and currencies that no column and no format could take. */
function requireShowable({ currency, totals }: EInvoice): void {
  const fault = (pointer: string, message: string) => ({ pointer, code: 'wrong_format', message })
  const isTooLarge = (cents: bigint) => cents > CENTS_MAX || cents < -CENTS_MAX
  const faults = [
    ...(isCurrency(currency)
      ? []
      : [fault('/currency', 'BT-5, the currency, is no code of ISO 4217.')]),
    ...(isTooLarge(totals.withTaxCents)
      ? [fault('/totals/withTaxCents', 'BT-112, the total with VAT, is too large.')]
      : []),
    ...(isTooLarge(totals.dueCents)
      ? [fault('/totals/dueCents', 'BT-115, the amount due, is too large.')]
      : []),
  ]
  if (faults.length > 0) throw incomplete(faults)
}

/** By BT-24. `#conformant#` marks an extension of EN 16931, `#compliant#` a part of it. */
function profileOf({ document, format }: ReadEInvoice): ReceivedProfile {
  if (isNational(format)) return format
  const specification = (document.specification ?? '').toLowerCase()
  if (specification.endsWith(':minimum')) return 'minimum'
  if (/:basic ?wl$/.test(specification)) return 'basic-wl'
  if (specification.includes('#conformant#') || specification.endsWith(':extended'))
    return 'extended'
  if (specification.includes('xrechnung')) return 'xrechnung'
  if (specification.includes('peppol')) return 'peppol'
  return format === 'cii' && specification.includes('factur-x') ? 'factur-x' : 'en16931'
}

/** Rules about lines, which Factur-X BASIC WL does not have. */
const ABOUT_LINES = ['BR-16', 'BR-CO-10']

/** MINIMUM breaks EN 16931 by design, and EXTENDED may: its breaches are warnings. */
function findingsOf(document: EInvoice, profile: ReceivedProfile): readonly Finding[] {
  // The rules of national formats are about our own invoices.
  if (isNational(profile)) return []
  if (profile === 'minimum' || isEmpty(document))
    return [{ rule: 'MINIMUM', level: 'warning', advice: 'totalsOnly', line: null, values: {} }]
  const isPlain = profile !== 'basic-wl' && profile !== 'extended'
  const found = breachesOf(document, isPlain ? profile : 'en16931')
    .filter(({ rule }) => profile !== 'basic-wl' || !ABOUT_LINES.includes(rule))
    .map(
      ({ rule, level, advice, field, index, values }): Finding => ({
        rule,
        level: profile === 'extended' ? 'warning' : level,
        advice,
        line: index !== undefined && field.startsWith('item') ? index + 1 : null,
        values: { n: String((index ?? 0) + 1), ...values },
      }),
    )
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
