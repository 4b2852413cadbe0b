import { isDeepStrictEqual } from 'node:util'
import { closedUntil } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import type { Work } from '../../core/record/work.ts'
import { laterOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { findInvoiceToChange } from '../../sales/invoices/lock.ts'
import { keepMethod } from '../methods/keep.ts'
import { requireProvider } from '../providers/change.ts'
import { kindOf } from '../providers/kinds.ts'
import type { Facts, PaymentFacts } from '../providers/port.ts'
import { type Checkout, statusAfter } from './checkout.ts'
import * as bookingRepository from './inner/booking-repository.ts'
import * as checkoutRepository from './inner/checkout-repository.ts'
import { applyChange, type Booker } from './inner/ledger.ts'
import * as paymentRepository from './inner/payment-repository.ts'
import { checkoutEventData, paymentEventData } from './inner/view.ts'
import { FOLLOW_CHARGE, SEND_RECEIPT } from './kinds.ts'
import {
  type Booking,
  type Change,
  changesNeeded,
  merged,
  type ProviderPayment,
  problemsOf,
} from './provider-payment.ts'

/**
 * Takes the facts of a checkout, and books what the books lack. `ask`: the number of the question that
 * they answer; an answer to an earlier one than the stored answer is dropped.
 *
 * Locks in this order: payments at the provider, checkout, invoices by id, the customer's account.
 */
export async function bookFacts(
  work: Work,
  checkoutId: string,
  { facts, ask }: { readonly facts: Facts; readonly ask: bigint },
): Promise<Checkout | undefined> {
  const found = await checkoutRepository.findCheckout(work, checkoutId)
  if (!found) return undefined
  const payments = await paymentRepository.lockPayments(
    work,
    found.providerId,
    facts.payments.map((it) => newPayment(work, found, it)),
  )
  const checkout = await checkoutRepository.lockCheckout(work, checkoutId)
  if (!checkout || ask < checkout.asksSeen) return checkout
  const bookings = await bookingRepository.listBookings(
    work,
    payments.map(({ id }) => id),
  )
  await lockInvoices(work, checkout, [...bookings.values()].flat())
  // Its own first, so that an invoice is paid once the checkout is.
  const after = await saveAnswer(work, checkout, { facts, ask })
  const { timeZone, receiptOnPayment } = await currentSettings(work)
  const booker = { work, checkout, timeZone, closedUntil: await closedUntil(work) }
  let isOther = after.status !== checkout.status
  for (const fact of facts.payments) {
    const payment = payments.find(({ ref }) => ref === fact.ref)
    if (!payment) continue
    const booked = bookings.get(payment.id) ?? []
    const made = await bookPayment(booker, { payment, fact, booked })
    isOther ||= made.length > 0
    if (receiptOnPayment && made.some(({ kind }) => kind === 'payment'))
      await enqueue(work, SEND_RECEIPT, [{ key: payment.id, payload: { paymentId: payment.id } }])
  }
  if (isOther && after.charged !== null)
    await enqueue(work, FOLLOW_CHARGE, [{ key: checkoutId, payload: { checkoutId } }])
  return after
}

async function saveAnswer(
  work: Work,
  before: Checkout,
  { facts, ask }: { readonly facts: Facts; readonly ask: bigint },
): Promise<Checkout> {
  const status = statusAfter(before.status, facts.status)
  const isNew = status !== before.status
  const [paid] = facts.payments.filter((it) => it.status === 'paid')
  const after: Checkout = {
    ...before,
    status,
    isLive: before.isLive && (status === 'open' || status === 'pending' || status === 'creating'),
    method: before.method ?? paid?.method ?? null,
    ref: before.ref ?? facts.ref,
    pendingSince: status === 'pending' ? (before.pendingSince ?? work.at) : before.pendingSince,
    // A paid checkout keeps the reason of its return, too.
    failure: facts.status === 'failed' ? (facts.failure?.code ?? null) : before.failure,
    asksSeen: ask,
    ...(isNew && {
      version: before.version + 1,
      updatedAt: laterOf(work.at, before.updatedAt),
    }),
  }
  await checkoutRepository.saveCheckout(work, after)
  const { consent, customerId, providerId } = after
  const { saved } = facts
  if (status === 'paid' && consent && saved)
    await keepMethod(work, { customerId, providerId, saved, consent })
  if (isNew && status !== 'open') await recordCheckout(work, after)
  return after
}

/** Records the event of a checkout's new status. */
export async function recordCheckout(work: Work, it: Checkout): Promise<void> {
  const status = it.status === 'creating' ? 'created' : it.status
  // The events of a charge are those of its collection.
  if (status === 'open' || it.charged !== null) return
  const type = `checkout.${status}` as const
  recordEvent(work, { type, resourceId: it.id, data: checkoutEventData(it) })
  const { kind: provider } = await requireProvider(work, it.providerId)
  work.app.counters.countPayment('checkouts_total', { provider, status })
}

interface OnePayment {
  readonly payment: ProviderPayment
  readonly fact: PaymentFacts
  readonly booked: readonly Booking[]
}

/** Resolves to the changes that the books needed. */
async function bookPayment(
  booker: Booker,
  { payment: before, fact, booked }: OnePayment,
): Promise<readonly Change[]> {
  const { work, checkout } = booker
  const payment: ProviderPayment = { ...before, ...merged(before, fact, work.at) }
  const bookings = [...booked]
  const changes = changesNeeded(payment, booked)
  for (const change of changes) {
    const made = await applyChange(booker, payment, { change, bookings })
    await bookingRepository.insertBookings(work, payment.id, made)
    bookings.push(...made)
  }
  tellOfFacts(work, before, payment)
  const isOtherAmount = fact.asked !== checkout.asked && fact.currency === checkout.currency
  await savePayment(work, { before, payment, bookings, isOtherAmount })
  return changes
}

/** Saves what changed of a locked payment, and what a person should look at. */
export async function savePayment(
  work: Work,
  {
    before,
    payment,
    bookings,
    isOtherAmount = [...before.problems, ...before.acknowledged].includes('amount_differs'),
  }: {
    readonly before: ProviderPayment
    readonly payment: ProviderPayment
    readonly bookings: readonly Booking[]
    readonly isOtherAmount?: boolean
  },
): Promise<void> {
  const isTaken = await isTakenUntold(work, payment)
  const problems = problemsOf(payment, bookings, { isOtherAmount, isTaken })
  const after = {
    ...payment,
    problems: problems.filter((code) => !before.acknowledged.includes(code)),
    acknowledged: before.acknowledged.filter((code) => problems.includes(code)),
  }
  if (isDeepStrictEqual(before, after)) return
  const updatedAt = laterOf(work.at, before.updatedAt)
  await paymentRepository.savePayment(work, before, {
    ...after,
    version: before.version + 1,
    updatedAt,
  })
}

async function isTakenUntold(work: Work, { providerId, disputes }: ProviderPayment) {
  if (!disputes.some(({ withdrawn }) => withdrawn)) return false
  return kindOf(await requireProvider(work, providerId)).traits.tellsOnlyDecided === true
}

/** Disputes and failed refunds, when they are first seen or end. */
function tellOfFacts(work: Work, before: ProviderPayment, after: ProviderPayment) {
  const tell = (
    type: 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'refund.failed',
    of: { readonly ref: string | null; readonly minor: bigint },
  ) => recordEvent(work, { type, resourceId: after.id, data: paymentEventData(after, of) })
  for (const dispute of after.disputes) {
    const old = before.disputes.find(({ id }) => id === dispute.id)
    if (!old) tell('dispute.opened', dispute)
    if (dispute.status === old?.status) continue
    if (dispute.status === 'won') tell('dispute.won', dispute)
    if (dispute.status === 'lost') tell('dispute.lost', dispute)
  }
  for (const refund of after.refunds) {
    const old = before.refunds.find(({ id }) => id === refund.id)
    if (refund.status === 'failed' && old?.status !== 'failed') tell('refund.failed', refund)
  }
}

const newPayment = (work: Work, checkout: Checkout, fact: PaymentFacts): ProviderPayment => ({
  id: newId('ppy'),
  version: 1,
  providerId: checkout.providerId,
  checkoutId: checkout.id,
  collectionId: checkout.charged?.collectionId ?? null,
  customerId: checkout.customerId,
  ref: fact.ref,
  status: fact.status,
  amountMinor: fact.minor,
  currency: fact.currency,
  paidAt: fact.paidAt,
  method: fact.method,
  fee: fact.fee,
  refunds: [],
  disputes: [],
  problems: [],
  acknowledged: [],
  createdAt: work.at,
  updatedAt: work.at,
})

async function lockInvoices(work: Work, { shares }: Checkout, bookings: readonly Booking[]) {
  const ids = new Set([
    ...shares.map(({ invoiceId }) => invoiceId),
    ...bookings.flatMap(({ invoiceId }) => invoiceId ?? []),
  ])
  for (const id of [...ids].toSorted()) await findInvoiceToChange(work, id)
}
