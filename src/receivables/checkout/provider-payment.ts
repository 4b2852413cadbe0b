import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../platform/ids.ts'
import type { Amount, DisputeFacts, PaymentFacts, RefundFacts } from '../providers/port.ts'

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

/** `requested`: the provider has not confirmed it yet. */
export const REFUND_STATUSES = ['requested', 'pending', 'done', 'failed', 'canceled'] as const
type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Money that goes back to the customer. */
export interface Refund {
  /** The key with which the provider makes one refund, however often it is asked. */
  readonly id: string
  readonly version: number
  /** Null: the provider has not answered yet. */
  readonly ref: string | null
  readonly status: RefundStatus
  readonly minor: bigint
  /** The invoice whose payment was refunded; null: the payment as a whole. */
  readonly invoiceId: string | null
  /** `provider`: made at the provider's own site. */
  readonly by: 'person' | 'provider'
  readonly reason: string | null
  /** Code of the provider. */
  readonly failure: string | null
  readonly fee: Amount | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const DISPUTE_STATUSES = ['warning', 'open', 'review', 'won', 'lost'] as const

export interface Dispute extends Omit<DisputeFacts, 'fee'> {
  readonly id: string
  readonly fee: Amount | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProviderPayment
  extends Omit<PaymentFacts, 'minor' | 'asked' | 'refunds' | 'disputes'> {
  readonly id: string
  readonly version: number
  readonly providerId: string
  readonly checkoutId: string
  /** Whose charge it is; null: the customer paid it. */
  readonly collectionId: string | null
  readonly customerId: string
  readonly amountMinor: bigint
  /** The oldest first. */
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
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
  /** The only invoice that it is taken from. */
  readonly invoiceId?: string
  /** What was in no balance goes to this invoice; null: to the account. */
  readonly assignedTo?: string | null
}

const sumOf = (bookings: readonly Pick<Booking, 'amountMinor'>[]): bigint =>
  bookings.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

type Booked = Pick<Booking, 'key' | 'amountMinor'>

type PaymentState = Pick<ProviderPayment, 'ref' | 'status' | 'amountMinor' | 'refunds' | 'disputes'>

/** What must be booked so that the books agree with the facts. The key of a change keeps it from being booked twice. */
export function changesNeeded(
  { ref, status, amountMinor, refunds, disputes }: PaymentState,
  booked: readonly Booked[],
): readonly Change[] {
  const has = (key: string) => booked.some((it) => it.key === key)
  const changes: Change[] = []
  if (status === 'paid' && !has(ref)) changes.push({ key: ref, kind: 'payment', amountMinor })
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
  { ref, status, minor, invoiceId }: Refund,
  booked: readonly Booked[],
  has: (key: string) => boolean,
): readonly Change[] {
  if (ref === null) return []
  if (status === 'done' && !has(ref)) {
    const only = invoiceId === null ? {} : { invoiceId }
    return [{ key: ref, kind: 'refund', amountMinor: -minor, ...only }]
  }
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

type Known = Pick<ProviderPayment, 'status' | 'paidAt' | 'fee' | 'method' | 'refunds' | 'disputes'>

/** What is known after an answer. Absence proves nothing, and `pending` after `paid` is an old state. */
export function merged(before: Known, now: PaymentFacts, at: string): Known {
  const isOld = now.status === 'pending' && before.status !== 'pending'
  return {
    status: isOld ? before.status : now.status,
    paidAt: now.paidAt ?? before.paidAt,
    fee: now.fee ?? before.fee,
    method: now.method ?? before.method,
    refunds: now.refunds.reduce((known, fact) => withRefund(known, fact, at), before.refunds),
    disputes: now.disputes.reduce((known, fact) => withDispute(known, fact, at), before.disputes),
  }
}

/** A request is known by its key until the provider has told its ref. */
function withRefund(
  known: readonly Refund[],
  { ref, key, status, minor, fee: told = null }: RefundFacts,
  at: string,
): readonly Refund[] {
  const old = known.find((it) => it.ref === ref || (it.ref === null && it.id === key))
  if (!old) {
    const made = { id: newId('rfd'), version: 1, ref, status, minor, createdAt: at, updatedAt: at }
    const own = { invoiceId: null, by: 'provider', reason: null, failure: null } as const
    return [...known, { ...made, ...own, fee: told }]
  }
  const isOver = old.status === 'done' || old.status === 'failed' || old.status === 'canceled'
  const isOld = isOver && old.ref !== null && status === 'pending'
  const fee = told ?? old.fee
  const isSame =
    old.ref === ref &&
    old.status === status &&
    old.minor === minor &&
    isDeepStrictEqual(old.fee, fee)
  if (isOld || isSame) return known
  const changed = { ...old, ref, status, minor, fee, version: old.version + 1, updatedAt: at }
  return known.map((it) => (it === old ? changed : it))
}

function withDispute(
  known: readonly Dispute[],
  fact: DisputeFacts,
  at: string,
): readonly Dispute[] {
  const old = known.find(({ ref }) => ref === fact.ref)
  if (!old) {
    const stamps = { id: newId('dsp'), version: 1, createdAt: at, updatedAt: at }
    return [...known, { fee: null, ...fact, ...stamps }]
  }
  const isOld = isEnded(old) && !isEnded(fact)
  const told = { ...fact, fee: fact.fee ?? old.fee }
  const isSame = isDeepStrictEqual({ ...old, ...told }, old)
  if (isOld || isSame) return known
  const changed = { ...old, ...told, version: old.version + 1, updatedAt: at }
  return known.map((it) => (it === old ? changed : it))
}

const isWaiting = ({ status }: Refund): boolean => status === 'requested' || status === 'pending'

/**
 * Whether the bookings differ from what was paid, less refunds and what disputes took. A payment that came back leaves nothing; what was refunded before or afterwards is lost.
 */
export function differs(
  {
    status,
    amountMinor,
    refunds,
    disputes,
  }: Pick<ProviderPayment, 'status' | 'amountMinor' | 'refunds' | 'disputes'>,
  bookings: readonly Booked[],
): boolean {
  const gone = [
    ...refunds.filter((it) => it.status === 'done'),
    ...disputes.filter((it) => it.withdrawn),
  ].reduce((sum, { minor }) => sum + minor, 0n)
  const booked = sumOf(bookings)
  return status === 'paid' ? booked !== amountMinor - gone : booked > 0n || booked < -gone
}

/**
 * What can still be refunded: what was paid, without refunds that are done or on their way, and without
 * what disputes took.
 */
export function refundableMinor({
  status,
  amountMinor,
  refunds,
  disputes,
}: Pick<ProviderPayment, 'status' | 'amountMinor' | 'refunds' | 'disputes'>): bigint {
  if (status !== 'paid') return 0n
  const gone = refunds.filter((it) => it.status === 'done' || isWaiting(it))
  const taken = disputes.filter(({ withdrawn }) => withdrawn)
  const left = [...gone, ...taken].reduce((sum, { minor }) => sum - minor, amountMinor)
  return left > 0n ? left : 0n
}

/** The part of it that the payment still has on an invoice. */
export function refundableOnInvoice(
  payment: ProviderPayment,
  bookings: readonly Booking[],
  invoiceId: string,
): bigint {
  const held = sumOf(bookings.filter((it) => it.place === 'invoice' && it.invoiceId === invoiceId))
  const waiting = payment.refunds
    .filter((it) => it.invoiceId === invoiceId && isWaiting(it))
    .reduce((sum, { minor }) => sum + minor, 0n)
  const [left, total] = [held - waiting, refundableMinor(payment)]
  return left < total ? (left > 0n ? left : 0n) : total
}

/** Whether a dispute of the payment is being decided. */
export const isDisputed = ({ disputes }: Pick<ProviderPayment, 'disputes'>): boolean =>
  disputes.some(({ status }) => status === 'open' || status === 'review')

const isEnded = ({ status }: Pick<DisputeFacts, 'status'>): boolean =>
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

/** What a person should look at. `isTaken`: a dispute took money, and nobody was told before. */
export function problemsOf(
  { ref, refunds, disputes }: Pick<ProviderPayment, 'ref' | 'refunds' | 'disputes'>,
  bookings: readonly Booking[],
  { isOtherAmount, isTaken }: { readonly isOtherAmount: boolean; readonly isTaken: boolean },
): readonly ProblemCode[] {
  const at = (place: Place) => sumOf(bookings.filter((it) => it.place === place))
  const has = (key: string) => bookings.some((it) => it.key === key)
  const numberOf = (name: string) =>
    bookings.filter(({ key, position }) => position === 0 && key.startsWith(`${ref}:${name}:`))
      .length
  const isWithoutCredit = ({ ref }: Refund) =>
    !has(`${ref}:back`) && bookings.some((it) => it.place === 'invoice' && it.key === ref)
  const isRefused = (it: Refund) => it.by === 'person' && it.status === 'failed'
  const found: Readonly<Record<ProblemCode, boolean>> = {
    overpaid_online: at('account') > 0n,
    unassigned_payment: at('unassigned') > 0n,
    amount_differs: isOtherAmount && has(ref),
    payment_for_closed_invoice: at('closed') > 0n,
    payment_returned: isTaken || numberOf('return') > numberOf('again'),
    refund_failed: refunds.some((it) => isRefused(it) || has(`${it.ref}:back`)),
    refund_unbooked: at('unbooked') < 0n,
    refund_without_credit: refunds.some(isWithoutCredit),
    dispute_open: disputes.some((it) => it.withdrawn && !isEnded(it)),
  }
  return PROBLEM_CODES.filter((code) => found[code])
}
