import { AppError } from '../../../../kernel/errors.ts'
import type { OutboundResponse } from '../../../../platform/outbound/client.ts'
import { inSpan } from '../../../../platform/telemetry.ts'
import type { ReadWork } from '../../../record/work.ts'
import { createWebhookSecrets, signedHeaders } from '../../inner/signature.ts'
import type { Webhook } from '../../inner/webhook.ts'
import type { AttemptResult, Delivery } from './delivery.ts'
import type { Fault } from './fault.ts'
import { readRetryAfter } from './schedule.ts'

/** For the whole exchange, within the 15 to 30 s of Standard Webhooks 1.0. */
const ATTEMPT_TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 1_024
const GONE = 410
/** These errors mean that this process cannot send now; they say nothing about the receiver. */
const OUR_OWN = ['outbound_busy', 'outbound_closed']

type Sent = Pick<Delivery, 'eventId' | 'body'>

/** Sends a delivery once, signed for this moment, and returns the outcome; it never throws. */
export async function sendOnce(
  work: ReadWork,
  webhook: Webhook,
  delivery: Sent,
): Promise<AttemptResult> {
  const { clock, warn } = work.app
  const startedMs = clock.now()
  const result = await inSpan('deliver', {}, () => send(work, webhook, delivery)).then(
    (response) => ofAnswer(response, clock.now()),
    (error: unknown) => {
      // Of this service, not of the receiver.
      if (!(error instanceof AppError)) warn('a delivery could not be sent', { err: error })
      return ofError(error)
    },
  )
  const durationMs = Math.max(0, clock.now() - startedMs)
  return { ...result, at: new Date(startedMs).toISOString(), durationMs }
}

async function send(
  work: ReadWork,
  webhook: Webhook,
  { eventId: id, body }: Sent,
): Promise<OutboundResponse> {
  const { clock, secrets, webhookOutbound } = work.app
  const signing = createWebhookSecrets(await secrets.require(work, 'webhooks'))
  return webhookOutbound.send({
    url: webhook.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(webhook, { id, at: new Date(clock.now()), body }, signing),
    },
    body,
    limitBytes: ANSWER_BYTES_MAX,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    answerTimeoutMs: ATTEMPT_TIMEOUT_MS,
    redirects: 0,
  })
}

type Outcome = Omit<AttemptResult, 'at' | 'durationMs'>

function ofAnswer({ status, headers, body }: OutboundResponse, nowMs: number): Outcome {
  const isSuccess = status >= 200 && status < 300
  return {
    outcome: isSuccess ? 'delivered' : status === GONE ? 'gone' : 'failed',
    httpStatus: status,
    error: isSuccess ? null : faultOf(status),
    answer: readable(body),
    retryAfterMs: isSuccess ? null : readRetryAfter(headers['retry-after'], nowMs),
  }
}

const ofError = (error: unknown): Outcome => ({
  outcome: error instanceof AppError && OUR_OWN.includes(error.code) ? 'unsent' : 'failed',
  httpStatus: null,
  error:
    error instanceof AppError
      ? { reason: error.code, text: error.message }
      : { reason: 'failed', text: 'The request failed.' },
  answer: null,
  retryAfterMs: null,
})

function faultOf(status: number): Fault {
  if (status === GONE)
    return { reason: 'receiver_gone', text: 'The receiver wants no more deliveries (410).' }
  if (status >= 300 && status < 400)
    return {
      reason: 'receiver_redirect',
      text: `The receiver redirected (${status}); webhooks do not follow redirects.`,
    }
  return { reason: 'receiver_status', text: `The receiver answered with status ${status}.` }
}

/** Text that any database stores: control characters and invalid UTF-8 become U+FFFD. */
const readable = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString('utf8')
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
