import { table } from '../../../kernel/table.ts'
import type { Facts, PaymentFacts, RefundFacts } from '../port.ts'

/* The objects of GoCardless, and the facts that they tell. */

export interface BillingRequest {
  readonly id: string
  readonly status: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly payment_request?: { readonly links?: { readonly payment?: string } } | null
  readonly mandate_request?: {
    readonly scheme?: string
    readonly links?: { readonly mandate?: string }
  } | null
}

export interface Payment {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly scheme?: string | null
  /** A day. */
  readonly charge_date?: string | null
  readonly created_at: string
  readonly metadata?: Readonly<Record<string, string>>
  /** Of all its refunds. */
  readonly amount_refunded?: number
}

export interface Refund {
  readonly id: string
  readonly status?: string
  readonly amount: number
  readonly metadata?: Readonly<Record<string, string>>
  readonly links?: { readonly payment?: string }
}

/** Statuses of a billing request without payment. A fulfilled one waits for the payment that we make. */
export const STATUSES = table<Facts['status']>({
  ...{ pending: 'open', ready_to_fulfil: 'open', fulfilled: 'open' },
  ...{ fulfilling: 'pending', cancelled: 'canceled' },
})

/** `failed` and `charged_back` also come after `confirmed`: the money is gone again. */
const PAYMENT_STATUSES = table<PaymentFacts['status']>({
  ...{ confirmed: 'paid', paid_out: 'paid', failed: 'failed', charged_back: 'failed' },
  ...{ cancelled: 'failed', customer_approval_denied: 'failed' },
})

export const paymentOf = (it: Payment, refunds: readonly RefundFacts[]): PaymentFacts => {
  const status = PAYMENT_STATUSES[it.status] ?? 'pending'
  const day = it.charge_date ?? it.created_at.slice(0, 10)
  return {
    ref: it.id,
    status,
    ...{ minor: BigInt(it.amount), currency: it.currency, asked: String(it.amount) },
    // GoCardless gives only the day. Noon in UTC is on that day nearly everywhere.
    paidAt: status === 'paid' ? `${day}T12:00:00.000Z` : null,
    method: it.scheme ?? null,
    // It reports fees in payouts only.
    fee: null,
    refunds,
    disputes: [],
  }
}

const REFUND_STATUSES = table<RefundFacts['status']>({
  ...{ paid: 'done', bounced: 'failed', funds_returned: 'failed', cancelled: 'canceled' },
})

export const refundOf = ({ id, status, amount, metadata }: Refund): RefundFacts => ({
  ref: id,
  key: metadata?.refund ?? null,
  status: REFUND_STATUSES[status ?? ''] ?? 'pending',
  minor: BigInt(amount),
})
