export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const
export const MESSAGE_KINDS = [
  'invoice',
  'credit_note',
  'quote',
  'delivery_note',
  'payment_notice',
  'reminder',
  'charge_failed',
  'mandate_copy',
  'receipt',
  'statement',
  'renewal_notice',
  'invitation',
  'password_reset',
  'notification',
] as const
type MessageKind = (typeof MESSAGE_KINDS)[number]
type MessageState = (typeof MESSAGE_STATES)[number]

/** The filters of the outbox, as in the URL. */
export interface OutboxSearch {
  readonly status?: MessageState
  readonly kind?: MessageKind
  /** Days, both inclusive. */
  readonly from?: string
  readonly to?: string
  readonly q?: string
  /** Messages about this document. */
  readonly subject_id?: string
  readonly customer_id?: string
  /** The open message. */
  readonly message?: string
}

const Q_LENGTH_MAX = 200

/** Keeps the valid parameters of a URL and drops the rest. */
export function toOutboxSearch(search: Readonly<Record<string, unknown>>): OutboxSearch {
  const status = MESSAGE_STATES.find((it) => it === search.status)
  const kind = MESSAGE_KINDS.find((it) => it === search.kind)
  const dayOf = (name: 'from' | 'to') => {
    const value = search[name]
    return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { [name]: value } : {}
  }
  const idOf = (name: 'subject_id' | 'customer_id' | 'message', pattern: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}
  }
  // The router parses a numeric parameter as a number.
  const q = ['string', 'number'].includes(typeof search.q)
    ? String(search.q).slice(0, Q_LENGTH_MAX)
    : ''
  return {
    ...(status && { status }),
    ...(kind && { kind }),
    ...dayOf('from'),
    ...dayOf('to'),
    ...(q !== '' && { q }),
    ...idOf('subject_id', /^[a-z]{3}_[\da-f-]{36}$/),
    ...idOf('customer_id', /^cus_[\da-f-]{36}$/),
    ...idOf('message', /^msg_[\da-f-]{36}$/),
  }
}
