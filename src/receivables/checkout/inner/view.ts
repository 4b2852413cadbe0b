import { formatMinor } from '@billwright/money'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import type { Checkout } from '../checkout.ts'
import type { Booking, ProviderPayment } from '../provider-payment.ts'

export const checkoutView = (it: Checkout) => ({
  id: it.id,
  invoices: it.shares.map(({ invoiceId, amountMinor }) => ({
    id: invoiceId,
    amount: formatMinor(amountMinor, it.currency),
  })),
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  provider_id: it.providerId,
  method: it.method,
  status: it.status,
  live: it.isLive,
  url: it.isLive && it.status === 'open' ? it.url : null,
  opened_by: it.openedBy,
  expires_at: it.expiresAt,
  pending_since: it.pendingSince,
  failure: it.failure,
  closed_because: it.closedBecause,
  ...stampsOf(it),
})

/** Without the address of the page. */
export const checkoutEventData = (it: Checkout) => ({
  id: it.id,
  status: it.status,
  invoice_ids: it.shares.map(({ invoiceId }) => invoiceId),
  customer_id: it.customerId,
  provider_id: it.providerId,
  method: it.method,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  closed_because: it.closedBecause,
})

export const paymentView = (it: ProviderPayment, bookings: readonly Booking[]) => ({
  id: it.id,
  provider_id: it.providerId,
  ref: it.ref,
  checkout_id: it.checkoutId,
  customer_id: it.customerId,
  status: it.status,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  paid_at: it.paidAt,
  method: it.method,
  provider_fee: it.fee && {
    amount: formatMinor(it.fee.minor, it.fee.currency),
    currency: it.fee.currency,
  },
  refunds: it.refunds.map(({ ref, status, minor }) => ({
    ref,
    status,
    amount: formatMinor(minor, it.currency),
  })),
  disputes: it.disputes.map((dispute) => ({
    ref: dispute.ref,
    status: dispute.status,
    amount: formatMinor(dispute.minor, it.currency),
    withdrawn: dispute.withdrawn,
    reason: dispute.reason,
    answer_by: dispute.answerBy,
  })),
  booked: bookings
    .filter(({ place }) => place !== 'unassigned')
    .map(({ kind, place, amountMinor, invoiceId, paymentId, accountEntryId }) => ({
      kind,
      on: place === 'closed' ? 'account' : place,
      amount: formatMinor(amountMinor, it.currency),
      invoice_id: invoiceId,
      payment_id: paymentId,
      account_entry_id: accountEntryId,
    })),
  unassigned: formatMinor(
    bookings.reduce(
      (sum, { place, amountMinor }) => (place === 'unassigned' ? sum + amountMinor : sum),
      0n,
    ),
    it.currency,
  ),
  problems: [...it.problems],
  ...stampsOf(it),
})

/** `of`: the refund or dispute that it is about. */
export const paymentEventData = (
  it: ProviderPayment,
  of: { readonly ref: string; readonly minor: bigint } = { ref: it.ref, minor: it.amountMinor },
) => ({
  id: it.id,
  provider_id: it.providerId,
  checkout_id: it.checkoutId,
  customer_id: it.customerId,
  ref: of.ref,
  amount: formatMinor(of.minor, it.currency),
  currency: it.currency,
})
