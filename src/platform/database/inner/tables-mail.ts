/** Messages and how they are sent; see `tables.ts` for the conventions. */
export interface MailTables {
  readonly mail_transports: MailTransportsTable
  readonly mail_pace: MailPaceTable
  readonly messages: MessagesTable
  readonly message_recipients: MessageRecipientsTable
  readonly message_attempts: MessageAttemptsTable
  readonly message_bytes: MessageBytesTable
  readonly message_templates: MessageTemplatesTable
  readonly notices: NoticesTable
}

/** Events up to this position were reported to people of the company. */
interface NoticesTable {
  readonly event_sequence: bigint
  /** JSON: keys of the problems that were reported to them. */
  readonly told: string
  readonly sent_at: string | null
}

interface MailTransportsTable {
  readonly version: bigint
  /** JSON without secrets. */
  readonly document: string
  /** JSON with the secrets, encrypted; null: none. */
  readonly secrets_sealed: string | null
  /** PEM of the DKIM key, encrypted. */
  readonly dkim_sealed: string | null
  /** 1: an owner or the operator set it, so owners can get password links over it. */
  readonly set_by_owner: bigint
  readonly updated_at: string
}

/** The sending rate, and the pause after a fault of the mail server. */
interface MailPaceTable {
  /** When the next message may be sent. */
  readonly next_at: string
  /** The day that `day_count` counts, in UTC. */
  readonly day: string
  readonly day_count: bigint
  /** Consecutive attempts in which the server was at fault. */
  readonly failures: bigint
  readonly failing_since: string | null
  readonly waits_until: string | null
  readonly last_error: string | null
}

interface MessagesTable {
  readonly id: string
  readonly version: bigint
  readonly kind: string
  /** The one occasion of an automatic message; null: a person sent it. */
  readonly occasion: string | null
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly customer_id: string | null
  readonly automatic: bigint
  readonly status: string
  readonly subject_line: string
  /** JSON: all fixed fields of the message that no query needs. */
  readonly content: string
  /** JSON: the attachments; null until the message is built. */
  readonly attachments: string | null
  readonly message_id: string
  readonly raw_sha256: string | null
  readonly raw_bytes: bigint | null
  readonly send_after: string | null
  /** Null while it waits for the outbox, and at the end. */
  readonly next_attempt_at: string | null
  /** Definite refusals so far. */
  readonly tries: bigint
  readonly uncertain: bigint
  /** Why it failed or was canceled. */
  readonly reason: string | null
  readonly search_text: string
  readonly created_at: string
  readonly sent_at: string | null
}

interface MessageRecipientsTable {
  readonly message_id: string
  readonly position: bigint
  readonly role: string
  readonly name: string | null
  readonly address: string
  readonly state: string
  readonly detail: string | null
}

interface MessageAttemptsTable {
  readonly message_id: string
  readonly number: bigint
  readonly at: string
  /** Null while it is running. */
  readonly outcome: string | null
  readonly code: bigint | null
  readonly reply: string | null
  /** JSON: commands, answers and their durations. */
  readonly steps: string | null
}

/** The sent bytes; equal ones are stored once. */
interface MessageBytesTable {
  readonly sha256: string
  readonly bytes: Uint8Array
}

interface MessageTemplatesTable {
  readonly kind: string
  readonly language: string
  readonly version: bigint
  readonly subject: string
  /** Empty: the built-in text is used again. */
  readonly body: string
  readonly updated_at: string
}
