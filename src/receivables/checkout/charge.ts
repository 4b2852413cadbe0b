import type { ReadWork, Work } from '../../core/record/work.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { requireProvider } from '../providers/change.ts'
import { kindOf } from '../providers/kinds.ts'
import type { SavedMethod } from '../providers/port.ts'
import { isUsedTo } from '../providers/provider.ts'
import type { Checkout, NotPayable } from './checkout.ts'
import { requireCheckout } from './follow.ts'
import { listBookings } from './inner/booking-repository.ts'
import { findClaim } from './inner/claim-repository.ts'
import { notPayableOnline } from './inner/errors.ts'
import { listOfCheckout } from './inner/payment-repository.ts'
import { askedAt } from './offers.ts'
import { storeCheckout } from './open.ts'

/** No page, but the job looks again meanwhile. */
const LIFE_SECONDS = 3600

interface Charge extends Pick<SavedMethod, 'ref' | 'kind'> {
  readonly collectionId: string
  readonly providerId: string
  readonly amountMinor: bigint
}

/**
 * Takes the claim of a locked invoice, to charge a kept method without the customer. The job of the
 * checkout calls the provider after the commit, with the id as key, and books what it says. Resolves
 * to null if another checkout has the claim. Throws `not_payable_online`.
 */
export async function startCharge(
  work: Work,
  invoice: StoredInvoice,
  { providerId, amountMinor, ref, kind, collectionId }: Charge,
): Promise<Checkout | null> {
  if (await findClaim(work, invoice.id)) return null
  const { currency } = invoice
  const asked = await askedOf(work, providerId, { amountMinor, currency })
  if ('reason' in asked) throw notPayableOnline(asked.reason)
  return storeCheckout(work, {
    providerId,
    customerId: invoice.customerId,
    method: kind,
    shares: [{ invoiceId: invoice.id, amountMinor, discountMinor: 0n }],
    amountMinor,
    currency,
    ...asked,
    openedBy: 'collection',
    consent: null,
    charged: { ref, kind, collectionId },
    language: invoice.language,
    expiresAt: secondsAfter(work.at, LIFE_SECONDS),
  })
}

interface Money {
  readonly amountMinor: bigint
  readonly currency: string
}

/** The amount as the provider of a kept method takes it, or why it does not. */
async function askedOf(
  work: ReadWork,
  providerId: string,
  { amountMinor, currency }: Money,
): Promise<{ readonly asked: string } | { readonly reason: NotPayable }> {
  const provider = await requireProvider(work, providerId)
  const isUsed = provider.enabled && isUsedTo('collect', provider)
  return isUsed ? askedAt(provider, amountMinor, currency) : { reason: 'no_provider' }
}

/** Whether the amount can be charged at the provider that keeps a method; null: none keeps it. */
export async function isChargeable(
  work: ReadWork,
  providerId: string | null,
  money: Money,
): Promise<boolean> {
  return providerId === null || 'asked' in (await askedOf(work, providerId, money))
}

/** Throws `not_payable_online` if the provider that keeps a method does not take the amount. */
export async function requireChargeable(
  work: ReadWork,
  providerId: string | null,
  money: Money,
): Promise<void> {
  const asked = providerId === null ? null : await askedOf(work, providerId, money)
  if (asked && 'reason' in asked) throw notPayableOnline(asked.reason)
}

/** What became of a charge. */
export interface ChargeOutcome {
  readonly status: 'waiting' | 'paid' | 'refused'
  /** The payment on the invoice; null: there is none, or all of the money is on the account. */
  readonly paymentId: string | null
  /** Why it was refused, or why the money of a paid one is gone again; null: it is not. */
  readonly failure: ChargeFailure | null
}

export interface ChargeFailure {
  /** Of the provider, or of the bank. */
  readonly code: string | null
  readonly isDispute: boolean
}

export async function outcomeOfCharge(work: Work, id: string): Promise<ChargeOutcome> {
  const { status, failure: code } = await requireCheckout(work, id)
  if (status === 'creating' || status === 'open' || status === 'pending')
    return { status: 'waiting', paymentId: null, failure: null }
  if (status !== 'paid')
    return { status: 'refused', paymentId: null, failure: { code, isDispute: false } }
  const payments = await listOfCheckout(work, id)
  const bookings = await listBookings(
    work,
    payments.map((it) => it.id),
  )
  const all = [...bookings.values()].flat()
  const paid = all.find((it) => it.kind === 'payment' && it.paymentId !== null)
  const isReturned = payments.length > 0 && payments.every((it) => it.status === 'failed')
  const dispute = payments.flatMap((it) => it.disputes).find((it) => it.withdrawn)
  const ofDispute = dispute ? { code: dispute.reason, isDispute: true } : null
  return {
    status: 'paid',
    paymentId: paid?.paymentId ?? null,
    failure: isReturned ? { code, isDispute: false } : ofDispute,
  }
}

export type RefusedBecause = 'soft' | 'hard' | 'needs_customer'

/** What a code of a provider asks for: to try again, another method, or the customer. */
export async function refusalOf(
  work: Work,
  { providerId, failure }: Pick<Checkout, 'providerId' | 'failure'>,
): Promise<RefusedBecause> {
  const { saving } = kindOf(await requireProvider(work, providerId)).traits
  if (failure !== null && saving?.customerCodes.has(failure)) return 'needs_customer'
  return failure !== null && saving?.hardCodes.has(failure) ? 'hard' : 'soft'
}
