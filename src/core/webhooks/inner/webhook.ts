import { tooManySecrets } from './errors.ts'

/**
 * `enabled`: deliveries are sent; `paused`: they are stored and wait; `disabled`: they are not
 * stored.
 */
export const WEBHOOK_STATUSES = ['enabled', 'paused', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** A person paused it, no delivery succeeded for days, or the receiver answered 410. */
export const PAUSE_REASONS = ['manual', 'failing', 'gone'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export interface Webhook {
  readonly id: string
  readonly version: number
  readonly url: string
  readonly description: string | null
  /** Types, patterns such as `invoice.*`, or `*`. */
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

/** A replaced secret, which also signs until then. */
interface PreviousSecret {
  readonly nonce: string
  readonly until: string
}

/** Since when only failures were recorded, and their number. */
export interface Streak {
  readonly failingSince: string | null
  readonly failures: number
}

/** The state of its deliveries. */
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

/** No success for three days, in enough attempts. */
export const isFailing = ({ failingSince, failures }: Streak, nowMs: number): boolean =>
  failingSince !== null &&
  failures >= FAILURES_MIN &&
  nowMs - Date.parse(failingSince) >= FAILING_MS

/**
 * The webhook with a new secret; earlier ones keep signing until they expire. Throws
 * `too_many_secrets` if one would have to stop earlier.
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

/** The earlier secrets that are valid at this instant. */
export const validSecrets = ({ previousSecrets }: Webhook, now: string) =>
  previousSecrets.filter(({ until }) => until > now)

/**
 * Stopped by the service: for good if the receiver answered 410, else until a person resumes it.
 */
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

/** The data of the event `webhook.paused`. No URL, because some contain a secret. */
export const noticeOf = ({ id, description, status, pausedReason, health }: Webhook) => ({
  id,
  description,
  status,
  paused_reason: pausedReason,
  last_success_at: health.lastSuccessAt,
  last_failure_at: health.lastFailureAt,
})
