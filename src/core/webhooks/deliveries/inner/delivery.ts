import type { Fault } from './fault.ts'

/** `pending` will be sent, or sent again; `failed`: the service gave up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** An event or a test for a webhook. */
export interface NewDelivery {
  readonly id: string
  readonly webhookId: string
  /** Deliveries of one lane are sent one after the other. */
  readonly lane: string
  /** The header `webhook-id`, the same in every attempt. */
  readonly eventId: string
  readonly eventType: string
  readonly eventSequence: bigint
  readonly resource: { readonly type: string; readonly id: string }
  readonly body: string
  readonly createdAt: string
}

export interface DeliveryState {
  readonly status: DeliveryStatus
  /** Attempts since it was queued. */
  readonly tries: number
  /** Total attempts. */
  readonly attempts: number
  /** The earliest time of the next attempt; null once it is finished. */
  readonly nextAttemptAt: string | null
  readonly lastHttpStatus: number | null
  readonly lastError: Fault | null
  readonly finishedAt: string | null
}

export interface Delivery extends NewDelivery, DeliveryState {
  readonly version: number
}

/** A stored attempt. */
export interface Attempt {
  readonly number: number
  readonly at: string
  readonly durationMs: number
  /** Null: no answer. */
  readonly httpStatus: number | null
  /** Null after success. */
  readonly error: Fault | null
  /** The first KB of the response body. */
  readonly answer: string | null
}

/** The outcome of an attempt. */
export interface AttemptResult extends Omit<Attempt, 'number'> {
  /**
   * `gone`: the receiver answered 410; `unsent`: this process could not send, so the receiver did
   * not fail.
   */
  readonly outcome: 'delivered' | 'failed' | 'gone' | 'unsent'
  /** The pause that the receiver asked for by `Retry-After`. */
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

/** The lane of a resource: its events are sent in order. */
export const laneOf = ({ resource }: Pick<NewDelivery, 'resource'>): string =>
  `${resource.type}/${resource.id}`

/** A manual redelivery neither waits for others nor delays them. */
export const laneOfItsOwn = (id: string): string => `again/${id}`

/** The lane of failed deliveries of a resource that are sent again together, in order. */
export const laneAgain = (delivery: Pick<NewDelivery, 'resource'>): string =>
  `again/${laneOf(delivery)}`

/** The type of event of a test. */
export const TEST_TYPE = 'webhook.test'
