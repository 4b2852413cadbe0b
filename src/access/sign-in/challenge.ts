import { type Clock, instantAfter } from '../../platform/clock.ts'
import type { User } from '../people/user.ts'
import { sealUntil, unsealInTime } from './sealed.ts'

/** The question for a code, between the first proof of identity and the session. */
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
  const asked: Asked = { userId: user.id, userVersion: user.version }
  return { token: sealUntil(secret, PLACE, { ...asked, expiresAt }), expiresAt }
}

/** Whose challenge it is; null: it is none, or not any more. */
export const readChallenge = (secret: string, token: string, clock: Clock): Asked | null =>
  unsealInTime<Asked>(secret, PLACE, token, clock)

interface Asked {
  readonly userId: string
  readonly userVersion: number
}
