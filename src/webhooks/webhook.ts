import { tooManySecrets } from './errors.ts'

/**
 * `enabled` is sent to; for `paused` deliveries are collected and wait; for `disabled` none are
 * collected.
 */
export const WEBHOOK_STATUSES = ['enabled', 'paused', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** A person paused it, no delivery arrived for days, or the receiver answered 410. */
export const PAUSE_REASONS = ['manual', 'failing', 'gone'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export interface Webhook {
  readonly id: string
  readonly version: number
  readonly url: string
  readonly description: string | null
  /** Types, patterns as `invoice.*`, or `*`. */
  readonly eventTypes: readonly string[]
  readonly status: WebhookStatus
  readonly pausedReason: PauseReason | null
  readonly pausedAt: string | null
  readonly secretNonce: string
  readonly previousSecrets: readonly PreviousSecret[]
  readonly health: WebhookHealth
  readonly createdAt: string
  readonly updatedAt: string
}

/** A secret that was replaced and signs beside the new one until then. */
export interface PreviousSecret {
  readonly nonce: string
  readonly until: string
}

/** Since when nothing but failures was recorded, and how many. */
export interface Streak {
  readonly failingSince: string | null
  readonly failures: number
}

/** How its deliveries fare. */
export interface WebhookHealth extends Streak {
  readonly attempts: number
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
}

export const NO_HEALTH: WebhookHealth = {
  attempts: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  failingSince: null,
  failures: 0,
}

export const WEBHOOKS_MAX = 25
export const ROTATION_SECONDS = 24 * 60 * 60
const PREVIOUS_SECRETS_MAX = 4
const FAILING_MS = 3 * 24 * 60 * 60 * 1000
const FAILURES_MIN = 10

/** Nothing has succeeded for three days, and that was tried often enough to be believed. */
export const isFailing = ({ failingSince, failures }: Streak, nowMs: number): boolean =>
  failingSince !== null &&
  failures >= FAILURES_MIN &&
  nowMs - Date.parse(failingSince) >= FAILING_MS

/**
 * The webhook with a new secret; those before go on signing until their time is over. Throws
 * `too_many_secrets` when one would have to stop before.
 */
export function rotate(
  webhook: Webhook,
  { nonce, now, until }: { readonly nonce: string; readonly now: string; readonly until: string },
): Webhook {
  const replaced = { nonce: webhook.secretNonce, until }
  const signing = validSecrets(webhook, now)
  const oldest = signing[PREVIOUS_SECRETS_MAX - 1]
  if (oldest) throw tooManySecrets(oldest.until)
  return { ...webhook, secretNonce: nonce, previousSecrets: [replaced, ...signing] }
}

/** The earlier secrets that sign at this instant. */
export const validSecrets = ({ previousSecrets }: Webhook, now: string) =>
  previousSecrets.filter(({ until }) => until > now)

/** Stopped by the service itself: for good where the receiver said so, else until it works again. */
export const pause = (
  webhook: Webhook,
  { reason, now }: { readonly reason: PauseReason; readonly now: string },
): Webhook => ({
  ...webhook,
  version: webhook.version + 1,
  status: reason === 'gone' ? 'disabled' : 'paused',
  pausedReason: reason,
  pausedAt: now,
  updatedAt: now,
})

/** A person pauses or resumes it. */
export function withStatus(webhook: Webhook, status: WebhookStatus, now: string): Webhook {
  if (status === webhook.status) return webhook
  if (status === 'enabled') return { ...webhook, status, pausedReason: null, pausedAt: null }
  return { ...webhook, status, pausedReason: 'manual', pausedAt: now }
}

/** What the event `webhook.paused` says. No URL: some carry a secret. */
export const noticeOf = ({ id, description, status, pausedReason, health }: Webhook) => ({
  id,
  description,
  status,
  paused_reason: pausedReason,
  last_success_at: health.lastSuccessAt,
  last_failure_at: health.lastFailureAt,
})
