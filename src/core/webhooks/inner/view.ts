import { stampsOf } from '../../../kernel/fields/shapes.ts'
import type { Attempt, Delivery } from '../deliveries/inner/delivery.ts'
import { validSecrets, type Webhook } from './webhook.ts'

/** `now` determines whether an earlier secret still signs. */
export const webhookView = (webhook: Webhook, now: string) => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  event_types: [...webhook.eventTypes],
  status: webhook.status,
  paused_reason: webhook.pausedReason,
  paused_at: webhook.pausedAt,
  last_success_at: webhook.health.lastSuccessAt,
  last_failure_at: webhook.health.lastFailureAt,
  previous_secret_until: validSecrets(webhook, now)[0]?.until ?? null,
  ...stampsOf(webhook),
})

export const deliveryView = (delivery: Delivery) => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  resource: delivery.resource,
  status: delivery.status,
  attempt_count: delivery.attempts,
  next_attempt_at: delivery.nextAttemptAt,
  last_http_status: delivery.lastHttpStatus,
  last_error: delivery.lastError?.text ?? null,
  last_error_code: delivery.lastError?.reason ?? null,
  created_at: delivery.createdAt,
  finished_at: delivery.finishedAt,
})

export const deliveryDetailView = (delivery: Delivery, attempts: readonly Attempt[]) => ({
  ...deliveryView(delivery),
  body: delivery.body,
  attempts: attempts.map((attempt) => ({
    number: attempt.number,
    at: attempt.at,
    duration_ms: attempt.durationMs,
    http_status: attempt.httpStatus,
    error: attempt.error?.text ?? null,
    error_code: attempt.error?.reason ?? null,
    answer: attempt.answer,
  })),
})
