/**
 * A browser that is signed in. Twelve hours idle let a session outlast a working day with its
 * pauses and end over night; seven days is the longest that a copied cookie can serve anybody.
 */
export interface Session {
  /** SHA-256 of the cookie's value. */
  readonly id: string
  readonly userId: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
}

export const SESSION_IDLE_SECONDS = 12 * 60 * 60
export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** Whether a session serves at `nowMs` (milliseconds since the epoch). */
export const isLive = (session: Session, nowMs: number): boolean =>
  nowMs < Date.parse(session.expiresAt) &&
  nowMs < Date.parse(session.lastUsedAt) + SESSION_IDLE_SECONDS * 1000
