import type { DisputeFacts, PaymentFacts, RefundFacts } from '../providers/port.ts'

/* A payment at a provider, and what the books must hold because of it. */

export const BOOKING_KINDS = ['payment', 'refund', 'dispute', 'return', 'reinstated'] as const
export type BookingKind = (typeof BOOKING_KINDS)[number]

/**
 * Where an amount is: on an invoice; on the customer's account, because it was too much or because
 * the invoice is closed; in no balance, because its currency is another one; nowhere, because what
 * was refunded could not be taken back.
 */
export type Place = 'invoice' | 'account' | 'closed' | 'unassigned' | 'unbooked'

export interface Booking {
  /** What it belongs to: the ref of a payment, refund or dispute, with a suffix for what follows. */
  readonly key: string
  readonly position: number
  readonly kind: BookingKind
  readonly place: Place
  /** Negative: taken back. */
  readonly amountMinor: bigint
  readonly invoiceId: string | null
  readonly paymentId: string | null
  readonly accountEntryId: string | null
}

export interface ProviderPayment extends Omit<PaymentFacts, 'minor' | 'asked'> {
  readonly id: string
  readonly version: number
  readonly providerId: string
  readonly checkoutId: string
  readonly customerId: string
  readonly amountMinor: bigint
  readonly problems: readonly ProblemCode[]
  readonly acknowledged: readonly ProblemCode[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** A change that the books need. */
export interface Change {
  readonly key: string
  readonly kind: BookingKind
  /** Negative: to take back. */
  readonly amountMinor: bigint
  /** The key of what comes back. */
  readonly of?: string
}

const sumOf = (bookings: readonly Pick<Booking, 'amountMinor'>[]): bigint =>
  bookings.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

type Booked = Pick<Booking, 'key' | 'amountMinor'>

/** What must be booked so that the books agree with the facts. The key of a change keeps it from being booked twice. */
export function changesNeeded(
  facts: Pick<PaymentFacts, 'ref' | 'status' | 'minor' | 'refunds' | 'disputes'>,
  booked: readonly Booked[],
): readonly Change[] {
  const { ref, status, minor, refunds, disputes } = facts
  const has = (key: string) => booked.some((it) => it.key === key)
  const changes: Change[] = []
  if (status === 'paid' && !has(ref))
    changes.push({ key: ref, kind: 'payment', amountMinor: minor })
  if (!has(ref) && changes.length === 0) return []
  for (const refund of refunds) changes.push(...ofRefund(refund, booked, has))
  for (const dispute of disputes) changes.push(...ofDispute(dispute, booked, has))
  const numberOf = (name: string) =>
    new Set(booked.filter(({ key }) => key.startsWith(`${ref}:${name}:`)).map(({ key }) => key))
      .size
  const [returns, agains] = [numberOf('return'), numberOf('again')]
  const held = sumOf(booked) + sumOf(changes)
  if (status === 'failed' && returns === agains && held > 0n)
    changes.push({ key: `${ref}:return:${returns + 1}`, kind: 'return', amountMinor: -held })
  const last = `${ref}:return:${returns}`
  if (status === 'paid' && returns > agains)
    changes.push(comingBack(`${ref}:again:${returns}`, last, booked))
  return changes
}

function ofRefund(
  { ref, status, minor }: RefundFacts,
  booked: readonly Booked[],
  has: (key: string) => boolean,
): readonly Change[] {
  if (status === 'done' && !has(ref)) return [{ key: ref, kind: 'refund', amountMinor: -minor }]
  const hasFailed = status === 'failed' || status === 'canceled'
  return hasFailed && has(ref) && !has(`${ref}:back`)
    ? [comingBack(`${ref}:back`, ref, booked)]
    : []
}

function ofDispute(
  { ref, status, minor, withdrawn }: DisputeFacts,
  booked: readonly Booked[],
  has: (key: string) => boolean,
): readonly Change[] {
  if (withdrawn && !has(ref)) return [{ key: ref, kind: 'dispute', amountMinor: -minor }]
  const isBack = status === 'won' && !withdrawn
  return isBack && has(ref) && !has(`${ref}:won`) ? [comingBack(`${ref}:won`, ref, booked)] : []
}

const comingBack = (key: string, of: string, booked: readonly Booked[]): Change => ({
  key,
  kind: 'reinstated',
  amountMinor: -sumOf(booked.filter((it) => it.key === of)),
  of,
})

type Known = Pick<ProviderPayment, 'status' | 'paidAt' | 'fee' | 'refunds' | 'disputes'>

/** What is known after an answer. Absence proves nothing, and `pending` after `paid` is an old state. */
export function merged(before: Known | undefined, now: Known): Known {
  if (before === undefined) return now
  const isOld = now.status === 'pending' && before.status !== 'pending'
  return {
    status: isOld ? before.status : now.status,
    paidAt: now.paidAt ?? before.paidAt,
    fee: now.fee ?? before.fee,
    refunds: mergedBy(before.refunds, now.refunds, (old) => old.status !== 'pending'),
    disputes: mergedBy(before.disputes, now.disputes, (old) => isEnded(old)),
  }
}

function mergedBy<It extends { readonly ref: string; readonly status: string }>(
  before: readonly It[],
  now: readonly It[],
  isFinal: (old: It) => boolean,
): readonly It[] {
  const byRef = new Map(before.map((it) => [it.ref, it]))
  for (const it of now) {
    const old = byRef.get(it.ref)
    const isOld = old !== undefined && isFinal(old) && /^(pending|open|warning)$/.test(it.status)
    byRef.set(it.ref, isOld ? old : it)
  }
  return [...byRef.values()]
}

export const isEnded = ({ status }: Pick<DisputeFacts, 'status'>): boolean =>
  status === 'won' || status === 'lost'

export const PROBLEM_CODES = [
  'overpaid_online',
  'unassigned_payment',
  'amount_differs',
  'payment_for_closed_invoice',
  'payment_returned',
  'refund_failed',
  'refund_unbooked',
  'refund_without_credit',
  'dispute_open',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** They end, too, once nothing is due on the invoice. */
export const ENDS_WITH_DUE: ReadonlySet<ProblemCode> = new Set([
  'payment_returned',
  'refund_without_credit',
])

/** What a person should look at. */
export function problemsOf(
  { ref, refunds, disputes }: Pick<ProviderPayment, 'ref' | 'refunds' | 'disputes'>,
  bookings: readonly Booking[],
  { isOtherAmount }: { readonly isOtherAmount: boolean },
): readonly ProblemCode[] {
  const at = (place: Place) => sumOf(bookings.filter((it) => it.place === place))
  const has = (key: string) => bookings.some((it) => it.key === key)
  const numberOf = (name: string) =>
    bookings.filter(({ key, position }) => position === 0 && key.startsWith(`${ref}:${name}:`))
      .length
  const refunded = refunds.flatMap((it) =>
    bookings.filter(
      ({ key, place }) => place === 'invoice' && (key === it.ref || key === `${it.ref}:back`),
    ),
  )
  const found: Readonly<Record<ProblemCode, boolean>> = {
    overpaid_online: at('account') > 0n,
    unassigned_payment: at('unassigned') > 0n,
    amount_differs: isOtherAmount && has(ref),
    payment_for_closed_invoice: at('closed') > 0n,
    payment_returned: numberOf('return') > numberOf('again'),
    refund_failed: refunds.some((it) => has(`${it.ref}:back`)),
    refund_unbooked: at('unbooked') < 0n,
    refund_without_credit: sumOf(refunded) < 0n,
    dispute_open: disputes.some((it) => it.withdrawn && !isEnded(it)),
  }
  return PROBLEM_CODES.filter((code) => found[code])
}
