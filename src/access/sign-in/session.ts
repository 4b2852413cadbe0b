/**
 * A browser that is signed in. Half an hour idle ends it, so that a screen left alone serves nobody
 * for long; twelve hours are a working day, and the longest that a copied cookie can serve anybody.
 */
export interface Session {
  /** SHA-256 of the cookie's value. */
  readonly id: string
  readonly userId: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  /** As `browserName` tells it. */
  readonly browser: string | null
  readonly address: string | null
}

export const SESSION_IDLE_SECONDS = 30 * 60
export const SESSION_SECONDS = 12 * 60 * 60
/** Of one person; the oldest ends when one more begins. */
export const SESSIONS_MAX = 50

const HANDLE_LENGTH = 32

/** Whether a session serves at `nowMs` (milliseconds since the epoch). */
export const isLive = (session: Session, nowMs: number): boolean =>
  nowMs < Date.parse(session.expiresAt) &&
  nowMs < Date.parse(session.lastUsedAt) + SESSION_IDLE_SECONDS * 1000

/** By what its owner names a session to end it: part of a hash, so that it opens nothing. */
export const sessionHandle = ({ id }: Pick<Session, 'id'>): string =>
  `ses_${id.slice(0, HANDLE_LENGTH)}`
