import type { Address, Amendment, Scheme } from '@billwright/sepa'
import type { Settings } from '../../company/settings/settings.ts'

export const METHOD_STATUSES = [
  'pending',
  'active',
  'suspended',
  'canceled',
  'expired',
  'used_up',
] as const
export type MethodStatus = (typeof METHOD_STATUSES)[number]

/** A method never leaves these statuses. */
export const isFinal = (status: MethodStatus): boolean =>
  status === 'canceled' || status === 'expired' || status === 'used_up'

/** Provider: a method that it keeps. File: a mandate, collected with files for the bank. */
export const VIAS = ['file', 'provider'] as const
export type Via = (typeof VIAS)[number]

/** What the customer agreed to on a page: the words shown, and who agreed to them. */
export interface Consent {
  readonly words: string
  /** SHA-256 of the words, in hexadecimal digits. */
  readonly wordsSha256: string
  readonly language: string
  readonly at: string
  /** The invoice on whose page it was given. */
  readonly invoiceId: string
  /** As the customer typed it to sign; null: they only ticked a box. */
  readonly name: string | null
  readonly ip: string | null
  readonly browser: string | null
  readonly currency: string
  /** In minor units, as digits; null: no limit. */
  readonly maxMinor: string | null
  /** Days from the notice to the charge; null: as usual for the method. */
  readonly noticeDays: number | null
}

/** A way to collect from a customer. */
export interface PaymentMethod {
  readonly id: string
  readonly version: number
  readonly customerId: string
  readonly via: Via
  readonly providerId: string | null
  /** Its id at the provider. */
  readonly ref: string | null
  /** `sepa_debit`, `card`, …: the provider's own name. */
  readonly kind: string
  /** The name that people see: `DE…3000`, `Visa •••• 4242`. */
  readonly label: string
  readonly status: MethodStatus
  readonly isDefault: boolean
  readonly mandate: Mandate | null
  readonly consent: Consent | null
  /** The first day on which it cannot be used any more. */
  readonly expiresOn: string | null
  readonly lastUsedOn: string | null
  /** When its status became final. */
  readonly endedAt: string | null
  readonly problem: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** `problem` of a method that its customer ended on a page. */
export const STOPPED_BY_CUSTOMER = 'stopped_by_customer'

/** Cards, wallets: a charge is paid or refused at once, on any day. */
const AT_ONCE: ReadonlySet<string> = new Set(['card', 'creditcard', 'link', 'paypal'])

export const isDebit = ({ kind }: Pick<PaymentMethod, 'kind'>): boolean => !AT_ONCE.has(kind)

/** Days from the notice to the collection. */
export const noticeDaysOf = (
  method: PaymentMethod,
  { directDebit, noticeDays }: Pick<Settings, 'directDebit' | 'noticeDays'>,
): number =>
  method.mandate?.noticeDays ??
  method.consent?.noticeDays ??
  (isDebit(method) ? directDebit.preNotificationDays : noticeDays)

/** Whether the customer agreed to a charge. A mandate is its own consent. */
export function allows(
  { via, consent }: Pick<PaymentMethod, 'via' | 'consent'>,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: string },
): boolean {
  if (via === 'file') return true
  if (consent === null || consent.currency !== currency) return false
  return consent.maxMinor === null || amountMinor <= BigInt(consent.maxMinor)
}

/** What handing in a collection changes on its mandate. */
type Uses = Pick<Mandate, 'firstOn' | 'lastOn' | 'told' | 'untold'>

/** A mandate for SEPA direct debits (EPC016-06, EPC222-07). Days are `YYYY-MM-DD`. */
export interface Mandate {
  readonly reference: string
  readonly scheme: Scheme
  readonly type: 'recurring' | 'one_off'
  readonly signedOn: string
  readonly accountHolder: string
  readonly iban: string
  readonly bic: string | null
  readonly address: Address | null
  /** Days from the notice to the collection; null: as in the settings. */
  readonly noticeDays: number | null
  /** The signed form, as a file of the customer. */
  readonly evidenceFileId: string | null
  /** B2B: when the debtor registered it at their bank. */
  readonly b2bConfirmedOn: string | null
  /** Days of the first and the last collection that was submitted. */
  readonly firstOn: string | null
  readonly lastOn: string | null
  /** Whether one was ever paid. */
  readonly wasCollected: boolean
  /** Whether the next collection is the last. */
  readonly isFinal: boolean
  /** What the debtor's bank was last told about the creditor. */
  readonly told: { readonly creditorId: string; readonly creditorName: string } | null
  /** What the next file tells it. */
  readonly untold: Amendment | null
  /** The run that last handed it in, and what the mandate was before: the bank may refuse the file. */
  readonly handedIn: (Uses & { readonly runId: string }) | null
  readonly amendments: readonly Change[]
}

/** A change of a mandate after its first collection. */
export interface Change {
  readonly from: string
  readonly what: 'reference' | 'iban' | 'creditor_id' | 'creditor_name'
  readonly old: string
}

/** Whether its mandate has a signed form, or the customer signed it on a page. */
export const hasEvidence = ({ mandate, consent }: PaymentMethod): boolean =>
  consent !== null || (mandate !== null && mandate.evidenceFileId !== null)

/** The mandate of a method that is collected with files. */
export type MandateMethod = PaymentMethod & { readonly mandate: Mandate }

export const hasMandate = (it: PaymentMethod): it is MandateMethod => it.mandate !== null
