import type { Fault } from './fault.ts'

/** `pending` is sent, or sent again, in time; `failed` was given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One event, or a test, to send to a webhook. */
export interface NewDelivery {
  readonly id: string
  readonly webhookId: string
  /** Deliveries of one lane are sent one after the other. */
  readonly lane: string
  /** Becomes the header `webhook-id`, in every attempt. */
  readonly eventId: string
  readonly eventType: string
  readonly eventSequence: bigint
  readonly resource: { readonly type: string; readonly id: string }
  readonly body: string
  readonly createdAt: string
}

export interface DeliveryState {
  readonly status: DeliveryStatus
  /** Attempts since it was put in line. */
  readonly tries: number
  /** Attempts since ever. */
  readonly attempts: number
  /** Not earlier than that; null once it is finished. */
  readonly nextAttemptAt: string | null
  readonly lastHttpStatus: number | null
  readonly lastError: Fault | null
  readonly finishedAt: string | null
}

export interface Delivery extends NewDelivery, DeliveryState {
  readonly version: number
}

/** One attempt, as it is kept. */
export interface Attempt {
  readonly number: number
  readonly at: string
  readonly durationMs: number
  /** Null: no answer came. */
  readonly httpStatus: number | null
  /** Null when it succeeded. */
  readonly error: Fault | null
  /** How the answer's body began, at most 1 KB of it. */
  readonly answer: string | null
}

/** What an attempt came to. */
export interface AttemptResult extends Omit<Attempt, 'number'> {
  /** `gone`: the receiver answered 410; `unsent`: this process could not send; the receiver did not fail. */
  readonly outcome: 'delivered' | 'failed' | 'gone' | 'unsent'
  /** What the receiver asked for by `Retry-After`. */
  readonly retryAfterMs: number | null
}

export const FRESH: DeliveryState = {
  status: 'pending',
  tries: 0,
  attempts: 0,
  nextAttemptAt: null,
  lastHttpStatus: null,
  lastError: null,
  finishedAt: null,
}

/** The lane of a resource: its events arrive in the order in which they happened. */
export const laneOf = ({ resource }: Pick<NewDelivery, 'resource'>): string =>
  `${resource.type}/${resource.id}`

/** A delivery that a person repeats neither waits for others nor delays them. */
export const laneOfItsOwn = (id: string): string => `again/${id}`
