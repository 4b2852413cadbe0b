import { type Clock, instantAfter } from '../../../../platform/clock.ts'
import type { User } from '../../people/user.ts'
import { sealUntil, unsealInTime } from './sealed.ts'

/** The request for a code, between the password and the session. */
export interface Challenge {
  /** The client sends it back with the code. It grants no access by itself. */
  readonly token: string
  readonly expiresAt: string
}

const SECONDS = 5 * 60
const PLACE = 'challenge'

/**
 * The browser keeps a challenge, sealed; no table has it. Any change of the person's account ends it,
 * such as a new password or second factor.
 */
export function writeChallenge(secret: string, user: User, clock: Clock): Challenge {
  const expiresAt = instantAfter(clock, SECONDS)
  const asked: Asked = { userId: user.id, userVersion: user.version }
  return { token: sealUntil(secret, PLACE, { ...asked, expiresAt }), expiresAt }
}

/** The person of a challenge; null: it is invalid or has ended. */
export const readChallenge = (secret: string, token: string, clock: Clock): Asked | null =>
  unsealInTime<Asked>(secret, PLACE, token, clock)

interface Asked {
  readonly userId: string
  readonly userVersion: number
}
