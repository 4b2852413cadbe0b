import { addDays } from '@billwright/rules/days'
import { instantOf } from '@billwright/rules/schedule'
import { dayOf, secondsAfter } from '../../../../platform/clock.ts'
import type { MailSecurity } from '../../../../platform/mail/smtp.ts'

/** The mail server of a company, without its secrets. */
export interface Transport {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  readonly auth: TransportAuth | null
  readonly envelopeFrom: string | null
  readonly dkim: Dkim | null
}

type TransportAuth =
  | { readonly kind: 'password'; readonly username: string }
  | {
      readonly kind: 'oauth2'
      readonly username: string
      readonly clientId: string
      readonly tokenUrl: string
    }

export interface TransportSecrets {
  readonly password?: string
  readonly clientSecret?: string
  readonly refreshToken?: string
}

export interface Dkim {
  readonly domain: string
  readonly selector: string
  /** The value of the DNS record at `<selector>._domainkey.<domain>`. */
  readonly record: string
}

export interface StoredTransport {
  readonly version: number
  /** Null: the company has only a DKIM key. */
  readonly transport: Transport | null
  readonly secrets: TransportSecrets
  /**
   * Whether an owner or the operator set it, so that owners can get links to their account over
   * it.
   */
  readonly isOwners: boolean
  readonly updatedAt: string
}

/** The sending rate, and the faults of the mail server. */
export interface Pace {
  readonly nextAt: string
  readonly day: string
  readonly dayCount: number
  readonly failures: number
  readonly failingSince: string | null
  readonly waitsUntil: string | null
  readonly lastError: string | null
}

export interface PaceLimits {
  readonly perMinute: number
  readonly perDay: number
  /** Of the days that `perDay` counts. */
  readonly timeZone: string
}

/** A message that is later than this has missed its slot. */
const LATE_SECONDS = 2

/**
 * Whether a message still has this slot. If all waiting messages kept theirs, they would be sent
 * at once.
 */
export const isPlace = (at: string, now: string): boolean => at > secondsAfter(now, -LATE_SECONDS)

/**
 * The slot of one more message: the next free one within both limits. No two messages of any processes
 * share a slot. A missed slot does not count. Slots are further apart than `perMinute` requires, because
 * a message may be late: so no minute has more than `perMinute`.
 */
export function nextPlace(
  pace: Pace,
  { now, missed }: { readonly now: string; readonly missed: string | null },
  { perMinute, perDay, timeZone }: PaceLimits,
): { readonly at: string; readonly pace: Pace } {
  const isMissedToday = missed !== null && dayOf(missed, timeZone) === pace.day
  const taken = isMissedToday ? pace.dayCount - 1 : pace.dayCount
  const wanted = pace.nextAt > now ? pace.nextAt : now
  const isSameDay = pace.day === dayOf(wanted, timeZone)
  const isFull = isSameDay && taken >= perDay
  const at = isFull ? instantOf(addDays(pace.day, 1), '00:00', timeZone) : wanted
  const day = dayOf(at, timeZone)
  const nextAt = new Date(Date.parse(at) + (60_000 + LATE_SECONDS * 1000) / perMinute).toISOString()
  const dayCount = day === pace.day ? taken + 1 : 1
  return { at, pace: { ...pace, nextAt, day, dayCount } }
}
