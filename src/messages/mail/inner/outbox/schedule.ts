import { secondsAfter } from '../../../../platform/clock.ts'
import type { SmtpResult } from '../../../../platform/mail/smtp.ts'
import type { Message, Recipient } from '../../message.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Pauses after the first, second, … temporary failure: 48 hours in all. */
const PAUSES = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  20 * HOUR,
]
/**
 * It is unknown whether it arrived: the same bytes are sent once more, late enough to be noticed.
 */
const UNKNOWN_PAUSE = 15 * MINUTE
/** A failed print is no attempt. */
const PRINT_PAUSE = 5 * MINUTE
const PRINT_LIMIT_MS = 24 * HOUR * 1000
/** The server or the connection to it is at fault, so all messages wait. */
const REST_MINUTES = [1, 2, 5, 10, 30]

type After = Pick<
  Message,
  'status' | 'recipients' | 'nextAttemptAt' | 'tries' | 'uncertain' | 'reason' | 'sentAt'
>

/** The message after an attempt whose outcome is known. A fault of the transport changes nothing. */
export function afterResult(message: Message, result: SmtpResult, now: string): After {
  const isEnded = result.outcome === 'accepted' || result.outcome === 'refused'
  if (result.outcome === 'transport') return { ...message, status: 'queued', nextAttemptAt: null }
  if (result.outcome === 'unknown') return afterUnknown(message, now)
  const recipients = isEnded ? judged(message.recipients, result) : message.recipients
  const sentAt = result.outcome === 'accepted' ? (message.sentAt ?? now) : message.sentAt
  const isOpen = recipients.some(({ state }) => state === 'waiting')
  const after = { ...message, recipients, sentAt, nextAttemptAt: null, reason: null }
  if (!isOpen) return { ...after, ...ended(recipients, result.reply) }
  const pause = PAUSES[message.tries]
  if (pause !== undefined)
    return {
      ...after,
      status: 'queued',
      tries: message.tries + 1,
      nextAttemptAt: secondsAfter(now, pause),
    }
  const givenUp = recipients.map((it) =>
    it.state === 'waiting' ? { ...it, state: 'rejected' as const, detail: result.reply } : it,
  )
  return { ...after, recipients: givenUp, ...ended(givenUp, result.reply) }
}

/** Once more after 15 minutes; if the outcome is unknown again, a person must ask the recipient. */
export function afterUnknown(message: Message, now: string): After {
  if (!message.uncertain)
    return {
      ...message,
      status: 'queued',
      uncertain: true,
      nextAttemptAt: secondsAfter(now, UNKNOWN_PAUSE),
    }
  return { ...message, status: 'failed', nextAttemptAt: null, reason: 'outcome_unknown' }
}

/** The message after its documents could not be printed. */
export function afterPrintFault(message: Message, now: string): After {
  const isOver = Date.parse(now) - startOf(message) >= PRINT_LIMIT_MS
  if (isOver) return { ...message, status: 'failed', nextAttemptAt: null, reason: 'not_printed' }
  return { ...message, status: 'queued', nextAttemptAt: secondsAfter(now, PRINT_PAUSE) }
}

const startOf = ({ createdAt, sendAfter }: Message) => Date.parse(sendAfter ?? createdAt)

/** How long all messages wait after so many consecutive transport faults. */
export const restUntil = (failures: number, now: string): string =>
  secondsAfter(now, (REST_MINUTES[failures - 1] ?? 30) * MINUTE)

/** The states of the recipients after the answers of the server. */
function judged(recipients: readonly Recipient[], result: SmtpResult): readonly Recipient[] {
  const refused = new Map(result.refused.map((it) => [it.address.toLowerCase(), it]))
  const isWhole = result.outcome === 'refused' && result.refused.length === 0
  return recipients.map((it) => {
    if (it.state !== 'waiting') return it
    const fault = isWhole
      ? { code: 500, reply: result.reply }
      : refused.get(it.address.toLowerCase())
    if (fault) {
      // 4xx for one recipient, e.g. greylisting: the service retries only this one.
      return fault.code < 500
        ? { ...it, detail: fault.reply }
        : { ...it, state: 'rejected' as const, detail: fault.reply }
    }
    return result.outcome === 'accepted' ? { ...it, state: 'accepted' as const, detail: null } : it
  })
}

function ended(recipients: readonly Recipient[], reply: string): Pick<After, 'status' | 'reason'> {
  const isSent = recipients.some(({ state }) => state === 'accepted')
  return isSent ? { status: 'sent', reason: null } : { status: 'failed', reason: reply }
}
