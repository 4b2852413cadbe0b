import { formatMinor, parseMicro } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import { requireFreshPerson } from '../../core/http/actor.ts'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { instant, secondsAfter } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { amountOf } from '../payments/amounts.ts'
import { getPayment } from '../payments/read.ts'
import { callProvider } from '../providers/call.ts'
import { requireProvider } from '../providers/change.ts'
import { DUPLICATE, isUnknownOutcome, UNAUTHORIZED } from '../providers/errors.ts'
import { kindOf } from '../providers/kinds.ts'
import { savePayment } from './book.ts'
import { isKeyValid } from './checkout.ts'
import { fetchCheckout, now, requireCheckout } from './follow.ts'
import * as bookingRepository from './inner/booking-repository.ts'
import {
  notOfProvider,
  paymentDisputed,
  providerPaymentNotFound,
  refundExceeds,
  refundNotFound,
  tooManyRefunds,
} from './inner/errors.ts'
import * as paymentRepository from './inner/payment-repository.ts'
import { paymentEventData } from './inner/view.ts'
import { SEND_REFUNDS } from './kinds.ts'
import {
  isDisputed,
  type ProviderPayment,
  type Refund,
  refundableMinor,
  refundableOnInvoice,
} from './provider-payment.ts'

/* Money back to customers: requested here, paid by the provider, and booked once the provider has paid it. */

export interface RefundBody {
  /** Default: all that is left. */
  readonly amount?: string | number
  readonly reason: string
}

export interface Refunded {
  readonly payment: ProviderPayment
  readonly refund: Refund
}

const PER_DAY_MAX = 5
const DAY_SECONDS = 86_400
/** After a call that had no answer. */
const AGAIN_SECONDS = 30

/**
 * Requests a refund of a payment at a provider. Throws `payment_disputed`, `refund_exceeds`,
 * `too_many_refunds` or, above the `refundLimit`, `approval_by_person`.
 */
export const refundPayment = (
  work: ReadWork,
  paymentId: string,
  body: RefundBody,
): Promise<Refunded> =>
  transaction(work, (work) => request(work, { paymentId, invoiceId: null }, body))

/** Requests a refund of what a payment at a provider paid of one invoice. Also throws `not_of_provider`. */
export async function refundInvoicePayment(
  work: ReadWork,
  { invoiceId, paymentId }: { readonly invoiceId: string; readonly paymentId: string },
  body: RefundBody,
): Promise<Refunded> {
  const { invoice } = await getInvoice(work, invoiceId)
  await getPayment(work, invoice.id, paymentId)
  const of = await paymentRepository.findPaymentOf(work, invoice.id, paymentId)
  if (of === undefined) throw notOfProvider()
  return transaction(work, (work) => request(work, { paymentId: of, invoiceId }, body))
}

interface Target {
  readonly paymentId: string
  readonly invoiceId: string | null
}

async function request(
  work: Work,
  { paymentId, invoiceId }: Target,
  { amount, reason }: RefundBody,
): Promise<Refunded> {
  const before = await paymentRepository.lockPayment(work, paymentId)
  if (!before) throw providerPaymentNotFound()
  if (isDisputed(before)) throw paymentDisputed()
  const bookings = (await bookingRepository.listBookings(work, [paymentId])).get(paymentId) ?? []
  const leftMinor =
    invoiceId === null ? refundableMinor(before) : refundableOnInvoice(before, bookings, invoiceId)
  const minor = amount === undefined ? leftMinor : amountOf(amount, before.currency, '/amount')
  if (minor <= 0n || minor > leftMinor) throw refundExceeds(leftMinor, before.currency)
  const yesterday = secondsAfter(work.at, -DAY_SECONDS)
  const today = before.refunds.filter((it) => it.by === 'person' && it.createdAt > yesterday)
  if (today.length >= PER_DAY_MAX) throw tooManyRefunds(PER_DAY_MAX)
  const { refundLimit } = await currentSettings(work)
  // The limit may have more decimals than the currency.
  const refunded = parseMicro(formatMinor(minor, before.currency))
  if (refundLimit !== null && refunded > parseMicro(refundLimit))
    requireFreshPerson(work.actor, work.at)
  const refund: Refund = {
    ...{ id: newId('rfd'), version: 1, ref: null, status: 'requested', minor, invoiceId, reason },
    ...{ by: 'person', failure: null, fee: null, createdAt: work.at, updatedAt: work.at },
  }
  const payment = { ...before, refunds: [...before.refunds, refund] }
  await savePayment(work, { before, payment, bookings })
  await enqueue(work, SEND_REFUNDS, [
    { key: paymentId, payload: { paymentId }, group: before.providerId },
  ])
  // The first id is what an idempotency key made.
  return { refund, payment }
}

export async function getRefund(work: ReadWork, id: string): Promise<Refunded> {
  const paymentId = await paymentRepository.findPaymentOfRefund(work, id)
  const payment =
    paymentId === undefined ? undefined : await paymentRepository.findPayment(work, paymentId)
  const refund = payment?.refunds.find((it) => it.id === id)
  if (!payment || !refund) throw refundNotFound()
  return { payment, refund }
}

/**
 * The job of the refunds of one payment: calls the provider for one after the other, then asks what
 * became of them. Resolves to the time of the next call; null: every outcome is known.
 */
export async function sendRefunds(
  work: ReadWork,
  { payload: { paymentId } }: RunningJob<{ readonly paymentId: string }>,
): Promise<string | null> {
  const payment = await paymentRepository.findPayment(work, paymentId)
  if (!payment) return null
  const again = secondsAfter(instant(work.app.clock), AGAIN_SECONDS)
  try {
    for (const refund of payment.refunds)
      if (isUnsent(refund)) await send(now(work), payment, refund)
    await fetchCheckout(now(work), await requireCheckout(work, payment.checkoutId))
  } catch (error) {
    // The provider refused the key, or does not answer.
    if (error instanceof AppError) return again
    throw error
  }
  return null
}

const isUnsent = ({ status, ref }: Refund): boolean => status === 'requested' && ref === null

/** A repeated call has the same key and content. Once the key is too old, only the facts tell. */
async function send(work: ReadWork, payment: ProviderPayment, refund: Refund): Promise<void> {
  const provider = await requireProvider(work, payment.providerId)
  if (!isKeyValid(refund, work.at, kindOf(provider).traits))
    return lookUp(work, payment, refund, 'not_created')
  const { currency, ref } = payment
  const order = { refundId: refund.id, payment: ref, minor: refund.minor, currency }
  try {
    const made = await callProvider(work, provider, (port) => port.refund(order))
    await note(now(work), payment.id, refund.id, { ref: made })
  } catch (error) {
    if (!(error instanceof AppError) || isUnknownOutcome(error)) throw error
    const code = String(error.details.provider_code ?? 'refused')
    if (code === UNAUTHORIZED) throw error
    if (code === DUPLICATE) return lookUp(work, payment, refund, code)
    await note(now(work), payment.id, refund.id, { status: 'failed', failure: code })
  }
}

/** It was made if the facts of the payment have its key. */
async function lookUp(
  work: ReadWork,
  { id, checkoutId }: ProviderPayment,
  refund: Refund,
  failure: string,
): Promise<void> {
  await fetchCheckout(work, await requireCheckout(work, checkoutId))
  await note(now(work), id, refund.id, { status: 'failed', failure })
}

/** Changes a refund of which nothing is known yet: facts win. */
function note(
  work: ReadWork,
  paymentId: string,
  id: string,
  change: Partial<Pick<Refund, 'ref' | 'status' | 'failure'>>,
): Promise<void> {
  return transaction(work, async (work) => {
    const before = await paymentRepository.lockPayment(work, paymentId)
    const refund = before?.refunds.find((it) => it.id === id)
    if (!before || !refund || !isUnsent(refund)) return
    const after = { ...refund, ...change, version: refund.version + 1, updatedAt: work.at }
    const refunds = before.refunds.map((it) => (it === refund ? after : it))
    const payment = { ...before, refunds }
    const bookings = (await bookingRepository.listBookings(work, [paymentId])).get(paymentId) ?? []
    if (after.status === 'failed')
      recordEvent(work, {
        type: 'refund.failed',
        resourceId: paymentId,
        data: paymentEventData(payment, after),
      })
    await savePayment(work, { before, payment, bookings })
  })
}
