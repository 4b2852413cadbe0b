import type { OnlinePaymentWords } from '../words/online-payment/en.ts'
import type { Checkout, ProviderPayment } from './queries.ts'

/** What happened to an online payment, for the history of its invoice. */
export interface OnlineMoment {
  readonly key: string
  readonly title: string
  readonly at: string
  readonly amount: string
  readonly details: readonly string[]
}

type Words = Pick<OnlinePaymentWords, 'moments' | 'closedBecause'>

/** Each checkout was opened, and ended unless it was paid: that is a payment. */
export const momentsOfCheckout = (
  it: Checkout,
  words: Words,
  nameOf: (method: string) => string,
): readonly OnlineMoment[] => {
  const method = it.method === null ? [] : [nameOf(it.method)]
  const opened = {
    key: `${it.id} opened`,
    title: words.moments.opened,
    at: it.created_at,
    amount: it.amount,
    details: method,
  }
  const pending = it.pending_since !== null && {
    key: `${it.id} pending`,
    title: words.moments.pending,
    at: it.pending_since,
    amount: it.amount,
    details: method,
  }
  const hasEnded = it.status === 'failed' || it.status === 'expired' || it.status === 'canceled'
  const reason =
    it.closed_because === null ? it.failure : (words.closedBecause[it.closed_because] ?? null)
  const ended = hasEnded && {
    key: `${it.id} ended`,
    title: words.moments[it.status as 'failed' | 'expired' | 'canceled'],
    at: it.updated_at,
    amount: it.amount,
    details: reason === null ? [] : [reason],
  }
  return [opened, pending, ended].filter((moment) => moment !== false)
}

/** The refunds that a person requested; a refund that is done has its own booking. */
export const momentsOfRefunds = (
  { refunds }: ProviderPayment,
  { refund: words }: Pick<OnlinePaymentWords, 'refund'>,
): readonly OnlineMoment[] =>
  refunds
    .filter(({ by }) => by === 'person')
    .map(({ id, amount, created_at: at, reason, status }) => ({
      key: id,
      title: words.states[status === 'failed' ? status : 'requested'] ?? '',
      at,
      amount,
      details: reason === null ? [] : [reason],
    }))

/** The booking that made a payment of an invoice, and the payment at the provider. */
export const bookingOf = (paymentId: string, payments: readonly ProviderPayment[]) =>
  payments
    .flatMap((payment) => payment.booked.map((booking) => ({ payment, booking })))
    .find(({ booking }) => booking.payment_id === paymentId)
