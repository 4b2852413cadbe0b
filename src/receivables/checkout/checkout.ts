import { secondsAfter } from '../../platform/clock.ts'
import type { Consent } from '../methods/method.ts'
import type { FactStatus, Purpose, SavedMethod, Traits } from '../providers/port.ts'

export const CHECKOUT_STATUSES = [
  'creating',
  'open',
  'pending',
  'paid',
  'failed',
  'expired',
  'canceled',
] as const
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** Why the service ended a checkout. */
const CLOSE_REASONS = [
  'settled_otherwise',
  'amount_changed',
  'other_method',
  'invoice_closed',
  'timed_out',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** What a checkout pays of an invoice. */
export interface Share {
  readonly invoiceId: string
  readonly amountMinor: bigint
  /** For early payment: what it settles beside the amount, if it is paid in time. */
  readonly discountMinor: bigint
}

/** A charge of a kept method, without the customer. */
interface Charged extends Pick<SavedMethod, 'ref' | 'kind'> {
  readonly collectionId: string
}

/** A page of a provider on which a customer pays invoices. */
export interface Checkout {
  /** The key with which the provider makes one object, however often it is asked. */
  readonly id: string
  readonly version: number
  readonly providerId: string
  readonly customerId: string
  /** The provider's own name; null: the customer chooses on its page. */
  readonly method: string | null
  readonly status: CheckoutStatus
  /** Whether it has the claims of its invoices: customers are sent to it. */
  readonly isLive: boolean
  readonly shares: readonly Share[]
  /** Zero: it only keeps a method. Its share names the invoice on whose page the customer is. */
  readonly amountMinor: bigint
  readonly currency: string
  /** The amount in the text that the provider was sent. */
  readonly asked: string
  readonly ref: string | null
  readonly url: string | null
  readonly openedBy: 'page' | 'api' | 'collection'
  /** The provider keeps the method, because the customer agreed to it; null: it does not. */
  readonly consent: Consent | null
  /** The method that is charged; null: the customer pays on a page. */
  readonly charged: Charged | null
  readonly language: string
  readonly expiresAt: string
  readonly pendingSince: string | null
  readonly failure: string | null
  readonly closedBecause: CloseReason | null
  /** The number of the last question to the provider, and of the one with the stored answer. */
  readonly asks: bigint
  readonly asksSeen: bigint
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether it takes no money: the customer only gives a method to keep. */
export const isSaving = ({ amountMinor }: Pick<Checkout, 'amountMinor'>): boolean =>
  amountMinor === 0n

export function purposeOf(it: Pick<Checkout, 'amountMinor' | 'consent'>): Purpose {
  if (isSaving(it)) return 'save'
  return it.consent === null ? 'pay' : 'pay_and_save'
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A customer needs some minutes on the provider's page. */
const LEFT_SECONDS = 5 * MINUTE

/** Whether a customer can be sent to its page again. */
export const isUsable = ({ status, isLive, expiresAt }: Checkout, at: string): boolean =>
  isLive && (status === 'creating' || expiresAt > secondsAfter(at, LEFT_SECONDS))

/** Whether repeating the call that makes it gives the same object. */
export const isKeyValid = (
  { createdAt }: Pick<Checkout, 'createdAt'>,
  at: string,
  { keyMinutes }: Pick<Traits, 'keyMinutes'>,
): boolean => at < secondsAfter(createdAt, keyMinutes * MINUTE)

/** The status after an answer: facts win, an old state after a new one changes nothing. */
export function statusAfter(before: CheckoutStatus, facts: FactStatus): CheckoutStatus {
  if (before === 'paid' || facts === 'paid') return 'paid'
  if (facts === 'open') return before === 'creating' ? 'open' : before
  if (facts === 'pending') return 'pending'
  const hasEnded = before === 'failed' || before === 'expired' || before === 'canceled'
  return hasEnded ? before : facts
}

/** Seconds after it was made. */
const CREATING = [5, 35, 155, 755]
const OPEN = [1 * MINUTE, 6 * MINUTE, 21 * MINUTE]
/** Direct debits come back for up to 13 months. */
const RETURNABLE = [
  ...[1, 3, 7, 14, 28, 60],
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((month) => month * 30),
].map((day) => day * DAY)
/** For a provider that lists no changes: a card payment can be disputed or refunded for this long. */
const DAILY = Array.from({ length: 120 }, (_, day) => (day + 1) * DAY)
const MONTHLY = RETURNABLE.filter((seconds) => seconds > 120 * DAY)
/** The page of the provider may have taken money in the last moment. */
const ENDED = [1 * DAY, 2 * DAY, 7 * DAY]

/**
 * When to look at a checkout again; null: only a hook or the nightly reconciliation leads to it.
 * `hasOpenMatter`: a refund is on its way, or a dispute is not decided.
 */
export function nextLook(
  it: Checkout,
  at: string,
  { traits, hasOpenMatter }: { readonly traits: Traits; readonly hasOpenMatter: boolean },
): string | null {
  const since = (from: string) => (Date.parse(at) - Date.parse(from)) / 1000
  const nextOf = (steps: readonly number[], from: string): string | null => {
    const step = steps.find((seconds) => seconds > since(from))
    return step === undefined ? null : secondsAfter(from, step)
  }
  switch (it.status) {
    case 'creating':
      return nextOf(CREATING, it.createdAt) ?? secondsAfter(at, HOUR)
    case 'open': {
      const { createdAt, expiresAt } = it
      const next = nextOf(OPEN, createdAt) ?? secondsAfter(at, HOUR)
      if (at < expiresAt) return next < expiresAt ? next : expiresAt
      return at < secondsAfter(expiresAt, HOUR) ? next : null
    }
    case 'pending':
      return secondsAfter(at, since(it.pendingSince ?? at) < DAY ? HOUR : 6 * HOUR)
    case 'paid': {
      if (isSaving(it)) return null
      if (hasOpenMatter) return secondsAfter(at, DAY)
      const isReturnable = it.method !== null && traits.returnable.has(it.method)
      if (traits.listsChanges) return isReturnable ? nextOf(RETURNABLE, it.updatedAt) : null
      return nextOf(isReturnable ? [...DAILY, ...MONTHLY] : DAILY, it.updatedAt)
    }
    default:
      return it.ref === null ? null : nextOf(ENDED, it.updatedAt)
  }
}

/** Why an invoice cannot be paid online. */
export const NOT_PAYABLE = [
  'not_issued',
  'credit_note',
  'void',
  'written_off',
  'nothing_due',
  'being_collected',
  'no_provider',
  'amount_not_expressible',
  'below_minimum',
  'above_maximum',
  'currency_not_offered',
  'country_not_offered',
  'paid',
] as const
export type NotPayable = (typeof NOT_PAYABLE)[number]
