import { instantOf } from '@billwright/rules/schedule'
import { currentSettings } from '../../company/settings/read.ts'
import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { isId } from '../../platform/ids.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import type { Checkout } from './checkout.ts'
import { fetchCheckout, requireCheckout } from './follow.ts'
import * as bookingRepository from './inner/booking-repository.ts'
import * as checkoutRepository from './inner/checkout-repository.ts'
import * as claimRepository from './inner/claim-repository.ts'
import { checkoutNotFound, providerPaymentNotFound } from './inner/errors.ts'
import * as paymentRepository from './inner/payment-repository.ts'
import {
  type Booking,
  ENDS_WITH_DUE,
  type ProblemCode,
  type ProviderPayment,
} from './provider-payment.ts'

const OF_INVOICE_MAX = 50

export const checkoutEtag = ({ id, version }: Checkout): string => etagOf(id, version)

export async function getCheckout(work: ReadWork, id: string): Promise<Checkout> {
  if (!isId('chk', id)) throw checkoutNotFound()
  return requireCheckout(work, id)
}

/** The newest first. */
export async function listCheckoutsOf(
  work: ReadWork,
  invoiceId: string,
): Promise<readonly Checkout[]> {
  const { invoice } = await getInvoice(work, invoiceId)
  return checkoutRepository.listOfInvoice(work, invoice.id, OF_INVOICE_MAX)
}

/** The checkout that may bring money for an invoice now. */
export const findCurrentCheckout = claimRepository.findClaim

/** The invoices among these of which money is on its way online. */
export const listPendingOnline = checkoutRepository.listPending

/** A payment at a provider, and what is booked of it. */
export interface Booked {
  readonly payment: ProviderPayment
  readonly bookings: readonly Booking[]
}

const AT_ONCE = 200

/** All payments in batches, by id. `providerId`: at one provider. */
export async function* readBooked(
  scope: CompanyDb,
  providerId: string | null = null,
): AsyncGenerator<readonly Booked[]> {
  for (let after = ''; ; ) {
    const payments = await paymentRepository.listAfter(scope, { providerId, after, limit: AT_ONCE })
    const ids = payments.map(({ id }) => id)
    const bookings = await bookingRepository.listBookings(scope, ids)
    yield payments.map((payment) => ({ payment, bookings: bookings.get(payment.id) ?? [] }))
    const last = payments.at(-1)
    if (!last || payments.length < AT_ONCE) return
    after = last.id
  }
}

export const bookedEtag = ({ payment }: Booked): string => etagOf(payment.id, payment.version)

export async function getProviderPayment(work: ReadWork, id: string): Promise<Booked> {
  const payment = isId('ppy', id) ? await paymentRepository.findPayment(work, id) : undefined
  if (!payment) throw providerPaymentNotFound()
  const bookings = await bookingRepository.listBookings(work, [id])
  return { payment, bookings: bookings.get(id) ?? [] }
}

interface PaymentQuery extends PageQueryInput {
  readonly provider_id?: string
  readonly status?: string
  readonly customer_id?: string
  readonly ref?: string
  readonly unassigned?: boolean
  readonly disputed?: boolean
  readonly problem?: string
  readonly from?: string
  readonly to?: string
}

export async function listProviderPayments(
  work: ReadWork,
  query: PaymentQuery,
): Promise<Page<Booked>> {
  const request = toPageRequest(query, '-created_at')
  const filter: paymentRepository.PaymentFilter = {
    providerId: query.provider_id ?? null,
    status: query.status ?? null,
    customerId: query.customer_id ?? null,
    ref: query.ref ?? null,
    isUnassigned: query.unassigned ?? null,
    isDisputed: query.disputed ?? null,
    problem: query.problem ?? null,
    from: query.from === undefined ? null : await startOf(work, query.from),
    before: query.to === undefined ? null : await startOf(work, addDays(query.to, 1)),
  }
  const rows = await paymentRepository.listPayments(work, filter, request)
  const bookings = await bookingRepository.listBookings(
    work,
    rows.map(({ id }) => id),
  )
  const booked = rows.map((payment) => ({ payment, bookings: bookings.get(payment.id) ?? [] }))
  const total = request.withTotal ? await paymentRepository.countPayments(work, filter) : null
  const keyOf = ({ payment: { createdAt, id } }: Booked) => ({ value: createdAt, id })
  return toPage(booked, request, keyOf, total)
}

/** The instant at which a day begins for the company. */
const startOf = async (work: ReadWork, day: string): Promise<string> =>
  instantOf(day, '00:00', (await currentSettings(work)).timeZone)

/** Asks the provider now. */
export async function fetchProviderPayment(work: ReadWork, id: string): Promise<Booked> {
  const { payment } = await getProviderPayment(work, id)
  await fetchCheckout(work, await requireCheckout(work, payment.checkoutId))
  return getProviderPayment(work, id)
}

/** A person has seen its problems. */
export function acknowledgePayment(work: ReadWork, id: string): Promise<Booked> {
  return transaction(work, async (work) => {
    const before = await paymentRepository.lockPayment(
      work,
      (await getProviderPayment(work, id)).payment.id,
    )
    if (!before) throw providerPaymentNotFound()
    const acknowledged = [...new Set([...before.acknowledged, ...before.problems])]
    if (before.problems.length > 0) {
      const after = { ...before, problems: [], acknowledged, version: before.version + 1 }
      await paymentRepository.savePayment(work, before, { ...after, updatedAt: work.at })
    }
    return getProviderPayment(work, id)
  })
}

/** What a person should look at, for Attention. */
export interface PaymentMatter {
  readonly problem: ProblemCode
  readonly payment: ProviderPayment
}

export async function listPaymentMatters(
  work: ReadWork,
  limit: number,
): Promise<readonly PaymentMatter[]> {
  const found: PaymentMatter[] = []
  for (const payment of await paymentRepository.listWithProblems(work, limit))
    for (const problem of payment.problems)
      if (!ENDS_WITH_DUE.has(problem) || (await isDueStill(work, payment)))
        found.push({ problem, payment })
  return found
}

/** Whether something is due on an invoice that had money of the payment. */
async function isDueStill(work: ReadWork, { id }: ProviderPayment): Promise<boolean> {
  const bookings = (await bookingRepository.listBookings(work, [id])).get(id) ?? []
  const ids = new Set(bookings.flatMap(({ invoiceId }) => invoiceId ?? []))
  for (const invoiceId of ids)
    if (dueMinor((await getInvoice(work, invoiceId)).invoice) > 0n) return true
  return false
}

/** An answer of the provider is known after an hour at the latest. */
const CREATING_SECONDS = 60 * 60
/** Transfers and debits take days. */
const PENDING_SECONDS = 14 * 24 * 60 * 60

/** Checkouts of which the provider should have said more by now. */
export const listStuckCheckouts = (work: ReadWork, limit: number): Promise<readonly Checkout[]> =>
  checkoutRepository.listStuck(work, {
    creatingBefore: secondsAfter(work.at, -CREATING_SECONDS),
    pendingBefore: secondsAfter(work.at, -PENDING_SECONDS),
    limit,
  })
