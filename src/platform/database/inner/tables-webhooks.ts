/** Webhooks and their deliveries; see `tables.ts` for the conventions. */
export interface WebhookTables {
  readonly webhooks: WebhooksTable
  readonly webhook_deliveries: WebhookDeliveriesTable
  readonly webhook_attempts: WebhookAttemptsTable
}

interface WebhooksTable {
  readonly id: string
  readonly version: bigint
  readonly url: string
  readonly description: string | null
  /** JSON list of types and patterns. */
  readonly event_types: string
  readonly status: string
  readonly paused_reason: string | null
  readonly paused_at: string | null
  /** The signing secret is derived from it; see `signature.ts`. */
  readonly secret_nonce: string
  /** JSON list of previous secrets, each with the instant until which it also signs. */
  readonly previous_secrets: string
  /** State of deliveries. Not part of the version, because nobody edits it. */
  readonly attempts: bigint
  readonly last_success_at: string | null
  readonly last_failure_at: string | null
  /** First failed attempt since the last success, and the number of failures since. */
  readonly failing_since: string | null
  readonly failures: bigint
  readonly created_at: string
  readonly updated_at: string
}

interface WebhookDeliveriesTable {
  readonly id: string
  readonly version: bigint
  readonly webhook_id: string
  /** Deliveries of a lane are sent one after the other, by one job. */
  readonly lane: string
  readonly event_id: string
  readonly event_type: string
  /** Position of the event in the log, which orders a lane. */
  readonly event_sequence: bigint
  readonly resource_type: string
  readonly resource_id: string
  /** The exact bytes, the same in every attempt. */
  readonly body: string
  readonly status: string
  /** Attempts since it was queued, and in total. */
  readonly tries: bigint
  readonly attempts: bigint
  readonly next_attempt_at: string | null
  readonly last_http_status: bigint | null
  readonly last_error: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

interface WebhookAttemptsTable {
  readonly delivery_id: string
  readonly number: bigint
  readonly at: string
  readonly duration_ms: bigint
  readonly http_status: bigint | null
  readonly error: string | null
  /** First part of the response. */
  readonly answer: string | null
}
