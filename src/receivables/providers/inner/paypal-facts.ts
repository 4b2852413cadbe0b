import { table } from '../../../kernel/table.ts'
import type { Amount, DisputeFacts, Order, PaymentFacts, RefundFacts } from '../port.ts'
import { amountOf as amountIn } from './decimals.ts'

/* The objects of PayPal: what we send, and the facts that they tell. */

export interface Link {
  readonly rel: string
  readonly href: string
}

export const hrefOf = (links: readonly Link[] | undefined, rel: string): string | undefined =>
  links?.find((it) => it.rel === rel)?.href

interface Money {
  readonly value: string
  readonly currency_code: string
}

export interface PayPalOrder {
  readonly id: string
  readonly status: string
  readonly links?: readonly Link[]
  readonly purchase_units?: readonly {
    readonly custom_id?: string
    readonly payments?: {
      readonly captures?: readonly Capture[]
      readonly refunds?: readonly Refund[]
    }
  }[]
}

export interface Capture {
  readonly id: string
  readonly status: string
  readonly amount: Money
  readonly create_time: string
  readonly seller_receivable_breakdown?: { readonly paypal_fee?: Money }
}

export interface Refund {
  readonly id: string
  readonly status: string
  readonly amount: Money
  readonly custom_id?: string
  readonly links?: readonly Link[]
}

export interface Dispute {
  readonly dispute_id: string
  readonly status: string
  readonly reason?: string
  readonly dispute_amount: Money
  readonly dispute_life_cycle_stage?: string
  readonly dispute_outcome?: { readonly outcome_code?: string }
  readonly seller_response_due_date?: string
  readonly money_movements?: readonly {
    readonly affected_party: string
    readonly type: string
    readonly amount: Money
  }[]
}

const amountOf = ({ value, currency_code: currency }: Money): Amount => amountIn(value, currency)

/** Statuses of captures. A refunded or disputed capture stays paid; refunds and disputes are separate facts. */
export const CAPTURES = table<PaymentFacts['status']>({
  ...{ COMPLETED: 'paid', PARTIALLY_REFUNDED: 'paid', REFUNDED: 'paid' },
  ...{ DECLINED: 'failed', FAILED: 'failed', REVERSED: 'failed' },
})

export function paymentOf(
  it: Capture,
  refunds: readonly RefundFacts[],
  disputes: readonly DisputeFacts[],
): PaymentFacts {
  const status = CAPTURES[it.status] ?? 'pending'
  const fee = it.seller_receivable_breakdown?.paypal_fee
  return {
    ...{ ref: it.id, status, ...amountOf(it.amount), asked: it.amount.value, method: 'paypal' },
    paidAt: status === 'paid' ? new Date(it.create_time).toISOString() : null,
    fee: fee ? amountOf(fee) : null,
    ...{ refunds, disputes },
  }
}

const REFUNDS = table<RefundFacts['status']>({
  ...{ COMPLETED: 'done', FAILED: 'failed', CANCELLED: 'canceled' },
})

export const refundOf = ({ id, status, amount, custom_id: key }: Refund): RefundFacts => ({
  ...{ ref: id, key: key?.startsWith('rfd_') ? key : null },
  ...{ status: REFUNDS[status] ?? 'pending', minor: amountOf(amount).minor },
})

export function disputeOf(it: Dispute): DisputeFacts {
  const moved = (it.money_movements ?? [])
    .filter(({ affected_party: party }) => party === 'SELLER')
    .map(({ type, amount }) => (type === 'DEBIT' ? 1n : -1n) * amountOf(amount).minor)
  const withdrawn = moved.reduce((sum, minor) => sum + minor, 0n) > 0n
  return {
    ...{ ref: it.dispute_id, status: statusOf(it, withdrawn), withdrawn },
    minor: amountOf(it.dispute_amount).minor,
    reason: it.reason?.toLowerCase() ?? null,
    answerBy: it.seller_response_due_date ?? null,
  }
}

function statusOf(it: Dispute, withdrawn: boolean): DisputeFacts['status'] {
  if (it.status === 'RESOLVED') {
    const isLost = /BUYER_FAVOU?R|ACCEPTED/.test(it.dispute_outcome?.outcome_code ?? '')
    return isLost || withdrawn ? 'lost' : 'won'
  }
  if (it.dispute_life_cycle_stage === 'INQUIRY') return 'warning'
  return it.status === 'UNDER_REVIEW' ? 'review' : 'open'
}

const DESCRIPTION_MAX = 127

export const orderBody = (order: Order) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: order.checkoutId,
      description: order.description.slice(0, DESCRIPTION_MAX),
      ...(order.statementText !== null && { soft_descriptor: order.statementText }),
      amount: { currency_code: order.currency, value: order.asked },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        ...{ return_url: order.returnUrl, cancel_url: order.returnUrl },
        ...{ user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
        ...(LOCALES[order.language] !== undefined && { locale: LOCALES[order.language] }),
      },
    },
  },
})

const LOCALES = table({
  ...{ en: 'en-US', de: 'de-DE', fr: 'fr-FR', it: 'it-IT', es: 'es-ES', nl: 'nl-NL' },
  ...{ pl: 'pl-PL', pt: 'pt-PT', sv: 'sv-SE', da: 'da-DK', cs: 'cs-CZ', fi: 'fi-FI' },
})
