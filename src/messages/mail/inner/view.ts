import { causeOf } from '../cause.ts'
import type { Box, Message } from '../message.ts'
import type { MessageDetail } from '../messages.ts'
import { dkimName } from '../transport/inner/check.ts'
import type { Dkim, Pace } from '../transport/inner/transport.ts'
import type { TransportView } from '../transport/transport.ts'

export const messageEntryView = (message: Message) => ({
  id: message.id,
  kind: message.kind,
  subject: message.subject,
  customer_id: message.customerId,
  automatic: message.automatic,
  status: message.status,
  from: message.content.from,
  reply_to: message.content.replyTo,
  recipients: message.recipients.map((it) => ({ ...it, cause: causeOrNull(it.detail) })),
  subject_line: message.subjectLine,
  text: message.content.text,
  language: message.content.language,
  attachments:
    message.attachments?.map(({ name, mediaType, bytes, sha256 }) => ({
      name,
      media_type: mediaType,
      bytes,
      sha256,
    })) ??
    message.content.attach.map(({ name }) => ({
      name,
      media_type: null,
      bytes: null,
      sha256: null,
    })),
  warnings: hasLeftOut(message) ? ['attachment_left_out'] : [],
  link: message.content.link !== null,
  message_id: message.messageId,
  raw_sha256: message.rawSha256,
  raw_bytes: message.rawBytes,
  send_after: message.sendAfter,
  next_attempt_at: message.nextAttemptAt,
  uncertain: message.uncertain,
  reason: message.reason,
  cause: causeOrNull(isOurs(message.reason) ? null : message.reason),
  version: message.version,
  created_at: message.createdAt,
  sent_at: message.sentAt,
})

export const messageView = ({ message, html, attempts }: MessageDetail) => ({
  ...messageEntryView(message),
  html,
  attempts: attempts.map(({ number: _, steps, ...attempt }) => ({
    ...attempt,
    cause: attempt.outcome === 'accepted' ? null : causeOrNull(attempt.reply),
    steps: [...steps],
  })),
})

const causeOrNull = (words: string | null) => (words === null ? null : causeOf(words))

/** A reason is a code of ours, or the words of the mail server. */
const isOurs = (reason: string | null): boolean => /^[a-z_]+$/.test(reason ?? '')

const hasLeftOut = ({ attachments, content }: Message): boolean =>
  attachments !== null && attachments.length < content.attach.length

export const dkimView = (dkim: Dkim) => ({
  domain: dkim.domain,
  selector: dkim.selector,
  name: dkimName(dkim),
  record: dkim.record,
})

interface Shown extends TransportView {
  readonly from: Box | null
  readonly pace: Pace
  readonly isPaused: boolean
  readonly environment: {
    readonly host: string
    readonly port: number
    readonly security: string
  } | null
}

export function transportView({ stored, source, from, pace, isPaused, environment }: Shown) {
  const { transport, secrets, version, updatedAt } = stored
  const server = source === 'environment' ? environment : transport
  return {
    source,
    host: server?.host ?? null,
    port: server?.port ?? null,
    security: server?.security ?? null,
    auth: source === 'settings' && transport?.auth ? authView(transport.auth, secrets) : null,
    envelope_from: transport?.envelopeFrom ?? null,
    from,
    dkim: transport?.dkim ? dkimView(transport.dkim) : null,
    outbox: {
      paused: isPaused,
      waits_until: pace.waitsUntil,
      failing_since: pace.failingSince,
      last_error: pace.lastError,
      last_error_cause: causeOrNull(pace.lastError),
    },
    version,
    updated_at: updatedAt,
  }
}

function authView(
  auth: NonNullable<NonNullable<TransportView['stored']['transport']>['auth']>,
  secrets: TransportView['stored']['secrets'],
) {
  const has_secret = (secrets.password ?? secrets.refreshToken) !== undefined
  if (auth.kind === 'password') return { kind: auth.kind, username: auth.username, has_secret }
  const { kind, username, clientId: client_id, tokenUrl: token_url } = auth
  return { kind, username, client_id, token_url, has_secret }
}
