/** Accepts messages instead of a mail server. */
export interface MailSink {
  take(bytes: Uint8Array): void
}
