/**
 * The session of a signed-in browser. It ends after half an hour without use, to protect an abandoned
 * screen. It also ends after twelve hours, a working day, to limit the use of a copied cookie.
 */
export interface Session {
  /** SHA-256 of the cookie's value. */
  readonly id: string
  readonly userId: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  /** As `browserName` returns it. */
  readonly browser: string | null
  readonly address: string | null
}

export const SESSION_IDLE_SECONDS = 30 * 60
export const SESSION_SECONDS = 12 * 60 * 60
/** Sessions of one person; one more ends the oldest. */
export const SESSIONS_MAX = 50

const HANDLE_LENGTH = 32

/** Whether a session is valid at `nowMs` (milliseconds since the epoch). */
export const isLive = (session: Session, nowMs: number): boolean =>
  nowMs < Date.parse(session.expiresAt) &&
  nowMs < Date.parse(session.lastUsedAt) + SESSION_IDLE_SECONDS * 1000

/** The id with which its owner ends a session: part of a hash, so it grants no access. */
export const sessionHandle = ({ id }: Pick<Session, 'id'>): string =>
  `ses_${id.slice(0, HANDLE_LENGTH)}`
