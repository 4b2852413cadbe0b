import { formatMinor } from '@billwright/money'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import { type Checkout, isSaving } from '../checkout.ts'
import {
  type Booking,
  type Dispute,
  isDisputed,
  type ProviderPayment,
  type Refund,
  refundableMinor,
} from '../provider-payment.ts'

export const checkoutView = (it: Checkout) => ({
  id: it.id,
  kind: isSaving(it) ? 'save' : 'pay',
  invoices: it.shares.map(({ invoiceId, amountMinor, discountMinor }) => ({
    id: invoiceId,
    amount: formatMinor(amountMinor, it.currency),
    discount: formatMinor(discountMinor, it.currency),
  })),
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  provider_id: it.providerId,
  method: it.method,
  status: it.status,
  live: it.isLive,
  url: it.isLive && it.status === 'open' ? it.url : null,
  opened_by: it.openedBy,
  collection_id: it.charged?.collectionId ?? null,
  save: it.consent !== null,
  expires_at: it.expiresAt,
  pending_since: it.pendingSince,
  failure: it.failure,
  closed_because: it.closedBecause,
  ...stampsOf(it),
})

/** Without the address of the page. */
export const checkoutEventData = (it: Checkout) => ({
  id: it.id,
  kind: isSaving(it) ? 'save' : 'pay',
  status: it.status,
  invoice_ids: it.shares.map(({ invoiceId }) => invoiceId),
  customer_id: it.customerId,
  provider_id: it.providerId,
  method: it.method,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  closed_because: it.closedBecause,
})

const feeView = (fee: Refund['fee']) =>
  fee && { amount: formatMinor(fee.minor, fee.currency), currency: fee.currency }

type Currency = Pick<ProviderPayment, 'currency'>

const refundPart = ({ currency }: Currency, it: Refund) => ({
  id: it.id,
  ref: it.ref,
  status: it.status,
  amount: formatMinor(it.minor, currency),
  invoice_id: it.invoiceId,
  by: it.by,
  reason: it.reason,
  failure: it.failure,
  provider_fee: feeView(it.fee),
  created_at: it.createdAt,
})

const disputePart = ({ currency }: Currency, it: Dispute) => ({
  id: it.id,
  ref: it.ref,
  status: it.status,
  amount: formatMinor(it.minor, currency),
  withdrawn: it.withdrawn,
  reason: it.reason,
  answer_by: it.answerBy,
  provider_fee: feeView(it.fee),
})

export const refundView = (payment: ProviderPayment, it: Refund) => ({
  ...refundPart(payment, it),
  provider_payment_id: payment.id,
  currency: payment.currency,
  ...stampsOf(it),
})

export const disputeView = (payment: ProviderPayment, it: Dispute, url: string | null) => ({
  ...disputePart(payment, it),
  provider_payment_id: payment.id,
  provider_id: payment.providerId,
  customer_id: payment.customerId,
  currency: payment.currency,
  url,
  ...stampsOf(it),
})

export const paymentView = (it: ProviderPayment, bookings: readonly Booking[]) => ({
  id: it.id,
  provider_id: it.providerId,
  ref: it.ref,
  checkout_id: it.checkoutId,
  collection_id: it.collectionId,
  customer_id: it.customerId,
  status: it.status,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  paid_at: it.paidAt,
  method: it.method,
  provider_fee: feeView(it.fee),
  refundable: formatMinor(isDisputed(it) ? 0n : refundableMinor(it), it.currency),
  refunds: it.refunds.map((refund) => refundPart(it, refund)),
  disputes: it.disputes.map((dispute) => disputePart(it, dispute)),
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
  of: { readonly ref: string | null; readonly minor: bigint } = {
    ref: it.ref,
    minor: it.amountMinor,
  },
) => ({
  id: it.id,
  provider_id: it.providerId,
  checkout_id: it.checkoutId,
  customer_id: it.customerId,
  ref: of.ref,
  amount: formatMinor(of.minor, it.currency),
  currency: it.currency,
})
