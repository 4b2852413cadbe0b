import { table } from '../../../kernel/table.ts'
import type { ChargeOrder, Facts, Order, PaymentFacts, RefundFacts, RefundOrder } from '../port.ts'

/* The objects of GoCardless: what we send, and the facts that they tell. */

/** Its schemes of direct debit. Any other method is a bank payment that the customer starts. */
export const DEBITS: ReadonlySet<string> = new Set(
  'ach autogiro bacs becs becs_nz betalingsservice pad sepa_core'.split(' '),
)

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

export interface Mandate {
  readonly reference?: string
  readonly scheme?: string
}

export interface Event {
  readonly id: string
  readonly resource_type?: unknown
  readonly action?: string
  readonly links?: Readonly<Record<string, string>>
  readonly details?: { readonly cause?: string }
}

export interface Creditor {
  readonly id: string
  readonly name?: string
  readonly scheme_identifiers?: readonly { readonly scheme: string; readonly currency?: string }[]
}

/** A page for a billing request. */
export interface Flow {
  readonly authorisation_url: string
}

export interface Refusal {
  readonly message?: string
  readonly type?: string
  readonly code?: number
  readonly errors?: readonly {
    readonly reason?: string
    readonly links?: { readonly conflicting_resource_id?: string }
  }[]
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

/** At most three keys of metadata are allowed. */
export function requestOf({ checkoutId, method, description, currency, asked, purpose }: Order) {
  const isDebit = method === null ? purpose !== 'pay' : DEBITS.has(method)
  const scheme = method !== null && { scheme: method }
  return {
    metadata: {
      checkout: checkoutId,
      ...(isDebit && purpose !== 'save' && { price: `${asked} ${currency}` }),
      ...(isDebit && purpose !== 'pay' && { saves: purpose === 'save' ? 'only' : 'yes' }),
    },
    ...(isDebit
      ? { mandate_request: { ...scheme, currency } }
      : {
          payment_request: {
            ...{ amount: Number(asked), currency, description, ...scheme },
            metadata: { checkout: checkoutId },
          },
        }),
  }
}

export const flowOf = ({ returnUrl, language }: Order, id: string) => ({
  ...{ redirect_uri: returnUrl, exit_uri: returnUrl, links: { billing_request: id } },
  ...(LANGUAGES.has(language) && { language }),
})

export const chargeOf = ({ asked, currency, description, ref, checkoutId }: ChargeOrder) => ({
  ...{ amount: Number(asked), currency, description, retry_if_possible: false },
  ...{ links: { mandate: ref }, metadata: { checkout: checkoutId, charge: 'saved' } },
})

/** GoCardless refuses a refund if its total of refunds is not the one that we state. */
export const refundBody = ({ refundId, payment, minor }: RefundOrder, before: Payment) => ({
  amount: Number(minor),
  total_amount_confirmation: Number(minor) + (before.amount_refunded ?? 0),
  ...{ metadata: { refund: refundId }, links: { payment } },
})

/** The languages of its page. */
const LANGUAGES = new Set('en fr de pt es it nl da nb sl sv'.split(' '))
