import { type Clock, instantAfter } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/seal.ts'
import type { User } from '../people/user.ts'

/** The question for a code, between the proof of who somebody is and their session. */
export interface Challenge {
  /** To be sent back with the code. It opens nothing by itself. */
  readonly token: string
  readonly expiresAt: string
}

const SECONDS = 5 * 60
const PLACE = 'challenge'

/**
 * A challenge is kept by the browser, sealed, and in no table. It ends with whatever changes the
 * person's record: another password, another second factor.
 */
export function writeChallenge(secret: string, user: User, clock: Clock): Challenge {
  const expiresAt = instantAfter(clock, SECONDS)
  const text = JSON.stringify([user.id, user.version, expiresAt])
  return { token: seal(secret, PLACE, text), expiresAt }
}

/** Whose challenge it is; null: it is none, or not any more. */
export function readChallenge(
  secret: string,
  token: string,
  clock: Clock,
): { readonly userId: string; readonly userVersion: number } | null {
  const text = unseal(secret, PLACE, token)
  if (text === null) return null
  const [userId, userVersion, expiresAt] = JSON.parse(text) as [string, number, string]
  return expiresAt > instantAfter(clock, 0) ? { userId, userVersion } : null
}
