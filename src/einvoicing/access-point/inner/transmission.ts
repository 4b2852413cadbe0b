/** `failed`: the provider reported it. `lost`: it never reported a result. */
export const STATUSES = ['queued', 'sent', 'delivered', 'failed', 'lost'] as const
type TransmissionStatus = (typeof STATUSES)[number]

export const FORMATS = ['peppol', 'xrechnung'] as const
export type TransmissionFormat = (typeof FORMATS)[number]

/** A transmission of an invoice through the access point. */
export interface Transmission {
  /** The key with which the provider accepts the document once. */
  readonly id: string
  readonly version: number
  readonly invoiceId: string
  readonly number: string
  readonly format: TransmissionFormat
  /** `scheme:id`. */
  readonly recipient: string
  readonly status: TransmissionStatus
  /** SHA-256 of the bytes of the first attempt; null before it. */
  readonly xmlSha256: string | null
  /** The provider's message, or why the last attempt failed. */
  readonly detail: string | null
  /** When it was last queued. */
  readonly queuedAt: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether it is final unless a person acts. */
export const isFinal = ({ status }: Pick<Transmission, 'status'>): boolean =>
  status !== 'queued' && status !== 'sent'

const LOOK_SECONDS_MIN = 60
const LOOK_SECONDS_MAX = 6 * 60 * 60
const DAY_SECONDS = 86_400
const GIVEN_UP_SECONDS = { queued: 2 * DAY_SECONDS, sent: 14 * DAY_SECONDS }

/** Seconds until the next attempt or question; null: give up. */
export function nextLookSeconds(
  { queuedAt, status }: Pick<Transmission, 'queuedAt' | 'status'>,
  at: string,
): number | null {
  const age = (Date.parse(at) - Date.parse(queuedAt)) / 1000
  if (age > GIVEN_UP_SECONDS[status === 'sent' ? 'sent' : 'queued']) return null
  return Math.min(Math.max(age / 2, LOOK_SECONDS_MIN), LOOK_SECONDS_MAX)
}
