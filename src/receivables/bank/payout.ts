import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { type Booked, listProviderPayments } from '../checkout/read.ts'
import * as repository from './inner/allocation-repository.ts'
import { type NamedEntry, requireBankEntry } from './read.ts'

/* A payout of a payment provider, explained by its payments and fees. */

/** What changed the balance at the provider. */
export interface Movement {
  readonly paymentId: string
  readonly ref: string
  readonly kind: 'payment' | 'refund' | 'dispute'
  readonly at: string
  /** Negative: it went back. */
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly invoiceIds: readonly string[]
}

/** Why no payments explain the entry. */
export const PAYOUT_PROBLEMS = ['no_payments', 'fees_unknown', 'sum_differs', 'ambiguous'] as const

export interface Payout {
  readonly entry: NamedEntry
  readonly providerId: string | null
  readonly problem: (typeof PAYOUT_PROBLEMS)[number] | null
  /** The oldest first. */
  readonly movements: readonly Movement[]
  readonly numbers: ReadonlyMap<string, string>
}

/** Providers pay out within weeks. */
const PAID_DAYS = 60
const PAGE = 200
const PAGES_MAX = 10

/**
 * Payments of one provider, one after the other, that add up to the entry with their refunds and fees. Explains
 * nothing if several groups do, or if a fee is unknown.
 */
export async function explainPayout(work: ReadWork, entryId: string): Promise<Payout> {
  const entry = await requireBankEntry(work, entryId)
  const booked = await paymentsBefore(work, entry)
  const { currency, amountMinor } = entry.content
  const providers = Map.groupBy(booked, ({ payment }) => payment.providerId)
  const known = [...providers].map(([providerId, of]) => ({
    providerId,
    all: movementsOf(of, currency),
  }))
  const found = known.flatMap(({ providerId, all }) =>
    all === null ? [] : runsOf(all, amountMinor).map((movements) => ({ providerId, movements })),
  )
  const [only, ...others] = found
  if (only && others.length === 0) {
    const ids = only.movements.flatMap((it) => it.invoiceIds)
    const numbers = await repository.numbersOf(work, [...new Set(ids)])
    return { entry, ...only, problem: null, numbers }
  }
  const hasUnknown = known.some(({ all }) => all === null)
  const problem = only
    ? 'ambiguous'
    : booked.length === 0
      ? 'no_payments'
      : hasUnknown
        ? 'fees_unknown'
        : 'sum_differs'
  return { entry, providerId: null, problem, movements: [], numbers: new Map() }
}

async function paymentsBefore(
  work: ReadWork,
  { content: { bookingDate, currency, amountMinor } }: NamedEntry,
): Promise<readonly Booked[]> {
  if (amountMinor <= 0n) return []
  const query = {
    ...{ status: 'paid', from: addDays(bookingDate, -PAID_DAYS), to: bookingDate, limit: PAGE },
  }
  const found: Booked[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const read = await listProviderPayments(work, { ...query, ...(cursor !== null && { cursor }) })
    found.push(...read.data.filter(({ payment }) => payment.currency === currency))
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return found
}

/** The oldest first; null: a fee is unknown. */
function movementsOf(booked: readonly Booked[], currency: string): readonly Movement[] | null {
  const all: Movement[] = []
  for (const { payment, bookings } of booked) {
    const { id, fee, paidAt, amountMinor } = payment
    if (fee === null || fee.currency !== currency) return null
    const invoiceIds = [...new Set(bookings.flatMap(({ invoiceId }) => invoiceId ?? []))]
    const move = (kind: Movement['kind'], ref: string, at: string, minor: bigint, feeMinor = 0n) =>
      all.push({ paymentId: id, kind, ref, at, amountMinor: minor, feeMinor, invoiceIds })
    move('payment', payment.ref, paidAt ?? payment.createdAt, amountMinor, fee.minor)
    for (const { ref, status, minor, createdAt, fee } of payment.refunds)
      if (status === 'done') move('refund', ref ?? id, createdAt, -minor, fee?.minor)
    for (const { ref, status, withdrawn, minor, createdAt, updatedAt, fee } of payment.disputes) {
      if (withdrawn) move('dispute', ref, createdAt, -minor, fee?.minor)
      if (withdrawn && status === 'won') move('dispute', ref, updatedAt, minor)
    }
  }
  return all.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** The runs of movements, one after the other, that add up to the amount. */
function runsOf(movements: readonly Movement[], amountMinor: bigint): readonly Movement[][] {
  /** Where a run can begin, by the sum of all before. */
  const starts = new Map<bigint, number[]>([[0n, [0]]])
  const runs: Movement[][] = []
  let sum = 0n
  for (const [at, it] of movements.entries()) {
    sum += it.amountMinor - it.feeMinor
    for (const start of starts.get(sum - amountMinor) ?? [])
      runs.push(movements.slice(start, at + 1))
    starts.set(sum, [...(starts.get(sum) ?? []), at + 1])
  }
  return runs
}
