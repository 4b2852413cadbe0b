import {
  adviceAt,
  adviceLanguage,
  type Breach,
  breachesOf,
  type Field,
  isFacturX,
  isNational,
  type NationalProfile,
} from '@billwright/einvoice'
import type { EInvoiceProfile, Settings } from '../../company/settings/settings.ts'
import { placeAmongLines } from '../../sales/contents/text-lines.ts'
import type { Customer } from '../../sales/customers/customer.ts'
import type { Invoice } from '../../sales/invoices/invoice.ts'
import { eInvoiceInvalid, type RuleFault } from './errors.ts'
import { FATTURA_WORDS } from './inner/fatturapa/advice.ts'
import { fatturaFindings } from './inner/fatturapa/rules.ts'
import { pointerOf } from './inner/fields.ts'
import { KSEF_WORDS } from './inner/ksef/advice.ts'
import { ksefFindings } from './inner/ksef/rules.ts'
import { ciiLimitsOf, limitsOf, networkLimitsOf } from './inner/limits.ts'
import { toEInvoice, withoutBytes } from './inner/mapping/map.ts'
import { ALL_LINES, faultsIn } from './inner/national-findings.ts'
import { hasSecondTax, taxFindings } from './inner/tax-findings.ts'

/** Maximum number of findings: each of a thousand items may have the same fault. */
const FAULTS_MAX = 200

/** The target format. */
export interface Target {
  readonly profile: EInvoiceProfile
  /** Whether it is in CII, which supports slightly less than UBL. */
  readonly isCii?: boolean
  /** Whether it is Factur-X BASIC. */
  readonly isBasic?: boolean
}

/** The formats with separate rules; the others are profiles of EN 16931. */
const NATIONAL: Readonly<
  Record<NationalProfile, (invoice: Invoice, language: string) => readonly RuleFault[]>
> = {
  fatturapa: (invoice, language) => faultsIn(fatturaFindings(invoice), FATTURA_WORDS, language),
  ksef: (invoice, language) => faultsIn(ksefFindings(invoice), KSEF_WORDS, language),
}

/** All broken rules of the profile, with advice in `language`. */
export function faultsOf(
  invoice: Invoice,
  { profile, isCii = isFacturX(profile), isBasic = false }: Target,
  language: string,
): readonly RuleFault[] {
  const unstated = taxFindings(invoice, language)
  if (unstated.length > 0)
    return unstated.slice(0, FAULTS_MAX).map((fault) => amongLines(invoice, fault))
  if (isNational(profile))
    return firstOnes(NATIONAL[profile](invoice, language))
      .slice(0, FAULTS_MAX)
      .map((fault) => amongLines(invoice, fault))
  const document = toEInvoice(invoice, profile, withoutBytes(invoice))
  const breaches = [
    ...limitsOf(invoice),
    ...networkLimitsOf(document, profile),
    ...(isCii ? ciiLimitsOf(document, { isFacturX: isFacturX(profile), isBasic }) : []),
    ...breachesOf(document, profile),
  ]
  const told = withoutFollowing(breaches).map((breach) =>
    toFault(placedIn(invoice, breach), language),
  )
  return firstOnes(told)
    .slice(0, FAULTS_MAX)
    .map((fault) => amongLines(invoice, fault))
}

/** Rules count items only; the pointer counts all lines, as a request has them. */
export const amongLines = (invoice: Invoice, fault: RuleFault): RuleFault => ({
  ...fault,
  pointer: fault.pointer.startsWith(`${ALL_LINES}/`)
    ? fault.pointer.replace(ALL_LINES, '/items')
    : fault.pointer.replace(
        /^\/items\/(\d+)/,
        (_, index) => `/items/${placeAmongLines(invoice, Number(index))}`,
      ),
})

/**
 * A consequence of another fault would give wrong advice: to remove VAT numbers if items outside
 * the scope of VAT are mixed with others, or to enter items again if amounts have a third decimal.
 */
function withoutFollowing(breaches: readonly Breach[]): readonly Breach[] {
  const has = (pattern: RegExp) => breaches.some(({ rule }) => pattern.test(rule))
  const isMixed = has(/^BR-O-1[1-4]$/)
  const isCut = has(/^BR-DEC-/)
  return breaches.filter(
    ({ rule }) =>
      !(isMixed && /^BR-O-0[2-4]$/.test(rule)) &&
      !(isCut && /^BR-(?:CO-1[0-7]|[A-Z]+-0[89])$/.test(rule)),
  )
}

const ATTACHMENT_FIELDS: ReadonlySet<Field> = new Set([
  'attachment',
  'attachmentDescription',
  'attachmentUrl',
  'file',
])

/** Files follow the attachments in the document; people see two lists. */
function placedIn({ attachments }: Invoice, breach: Breach): Breach {
  const { field, index = 0 } = breach
  const isFile = ATTACHMENT_FIELDS.has(field) && index >= attachments.length
  return isFile ? { ...breach, field: 'file', index: index - attachments.length } : breach
}

function toFault(breach: Breach, language: string) {
  const { rule, level, field, index } = breach
  return {
    ...pointerOf(field, index),
    rule,
    level,
    code: rule,
    message: adviceAt(breach, language),
  }
}

/** Two rules may mean the same to a user: each field and message is reported once. */
function firstOnes(faults: readonly RuleFault[]): readonly RuleFault[] {
  const seen = new Set<string>()
  return faults.filter(({ rule, pointer, resource }) => {
    const key = `${rule} ${resource} ${pointer}`
    return !seen.has(key) && seen.add(key)
  })
}

export const isFatal = ({ level }: RuleFault): boolean => level === 'error'

/** @throws AppError `einvoice_invalid` with every fatal rule that is broken */
export function requireValid(invoice: Invoice, target: Target, language: string): void {
  const fatal = faultsOf(invoice, target, language).filter(isFatal)
  if (fatal.length > 0) throw eInvoiceInvalid(target.profile, fatal)
}

/** Whether there is no e-invoice of the document: none states two taxes on one item. */
export const isPaperOnly = (invoice: Invoice): boolean => hasSecondTax(invoice)

/** The profile required by the invoice, its customer or the settings; null: none. */
export const requiredProfile = (
  { eInvoiceProfile }: Pick<Invoice, 'eInvoiceProfile'>,
  customer: Pick<Customer, 'eInvoiceProfile'>,
  settings: Pick<Settings, 'eInvoiceProfile'>,
): EInvoiceProfile | null =>
  (eInvoiceProfile ??
    customer.eInvoiceProfile ??
    settings.eInvoiceProfile) as EInvoiceProfile | null

/** Checked when an invoice is issued: one that breaks the required profile gets no number. */
export function checkIssued(
  invoice: Invoice,
  { settings, customer }: { readonly settings: Settings; readonly customer: Customer },
): void {
  const profile = requiredProfile(invoice, customer, settings)
  if (profile !== null)
    requireValid(invoice, { profile }, adviceLanguage(undefined, settings.locale, profile))
}
