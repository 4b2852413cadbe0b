import type { Customer } from '../customers/customer.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { EInvoiceProfile, Settings } from '../settings/settings.ts'
import { eInvoiceInvalid, type RuleFault } from './errors.ts'
import { toEInvoice } from './mapping/map.ts'
import { pointerOf } from './model/fields.ts'
import { ciiLimitsOf, limitsOf } from './model/limits.ts'
import { adviceFor, adviceLanguage } from './rules/advice/advice.ts'
import { type Breach, breachesOf } from './rules/rules.ts'

/** How many broken rules are told; the same may be wrong with each of a thousand items. */
const FAULTS_MAX = 200

/** What is to be made of the invoice. */
export interface Target {
  readonly profile: EInvoiceProfile
  /** Whether in the syntax of CII, which holds a little less than UBL. */
  readonly isCii?: boolean
  /** Whether in the shorter form of Factur-X. */
  readonly isBasic?: boolean
}

/** Every rule of the profile that the invoice breaks, with what to do about it in `language`. */
export function faultsOf(
  invoice: Invoice,
  { profile, isCii = profile === 'factur-x', isBasic = false }: Target,
  language: string,
): readonly RuleFault[] {
  const document = toEInvoice(invoice, profile)
  const breaches = [
    ...limitsOf(invoice),
    ...(isCii ? ciiLimitsOf(document, isBasic) : []),
    ...breachesOf(document, profile),
  ]
  const told = breaches.map((breach) => toFault(breach, language))
  return told.filter(isFirst).slice(0, FAULTS_MAX)
}

function toFault({ rule, level, advice, field, index, values }: Breach, language: string) {
  const place = pointerOf(field, index)
  const message = adviceFor(advice, language, { n: String((index ?? 0) + 1), ...values })
  return { ...place, rule, level, code: rule, message }
}

/** Two rules about one place may be one to those who look from outside: each is told once. */
const isFirst = (fault: RuleFault, index: number, all: readonly RuleFault[]): boolean =>
  all.findIndex(
    ({ rule, pointer, resource }) =>
      rule === fault.rule && pointer === fault.pointer && resource === fault.resource,
  ) === index

export const isFatal = ({ level }: RuleFault): boolean => level === 'error'

/** @throws AppError `einvoice_invalid` with every fatal rule that is broken */
export function requireValid(invoice: Invoice, target: Target, language: string): void {
  const fatal = faultsOf(invoice, target, language).filter(isFatal)
  if (fatal.length > 0) throw eInvoiceInvalid(target.profile, fatal)
}

/** The profile that the invoice, its customer or the settings require; null: none. */
export const requiredProfile = (
  { particulars }: Pick<Invoice, 'particulars'>,
  customer: Pick<Customer, 'eInvoiceProfile'>,
  settings: Pick<Settings, 'eInvoiceProfile'>,
): EInvoiceProfile | null =>
  (particulars?.eInvoiceProfile ??
    customer.eInvoiceProfile ??
    settings.eInvoiceProfile) as EInvoiceProfile | null

/** What is asked of an invoice as it is issued: what breaks the profile required gets no number. */
export function checkIssued(
  invoice: Invoice,
  { settings, customer }: { readonly settings: Settings; readonly customer: Customer },
): void {
  const profile = requiredProfile(invoice, customer, settings)
  if (profile !== null)
    requireValid(invoice, { profile }, adviceLanguage(undefined, settings.locale))
}
