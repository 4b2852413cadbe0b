import type { Actor } from '../http/actor.ts'
import { instant, instantAfter } from '../platform/clock.ts'
import { newSecret, sha256 } from '../platform/ids.ts'
import type { AccessContext, Source } from './access.ts'
import { wrongCredentials } from './errors.ts'
import { isPassword } from './password.ts'
import {
  deleteEndedSessions,
  deleteSession,
  findSession,
  findUserByEmail,
  insertSession,
  touchSession,
} from './repository.ts'
import { isLive, SESSION_IDLE_SECONDS, SESSION_SECONDS, type Session } from './session.ts'
import { ROLE_SCOPES, toEmail, type User } from './user.ts'

export interface SignedIn {
  readonly user: User
  readonly session: Session
  /** Values for the cookies; the database has only hashes of them. */
  readonly cookies: { readonly session: string; readonly device: string }
}

/** Who makes a request; `signedIn` is null where it is an API key. */
export interface Current {
  readonly actor: Actor
  readonly signedIn: Omit<SignedIn, 'cookies'> | null
}

const TOUCH_SECONDS = 60

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({ db, clock, throttle, later }: AccessContext) {
  /** A new session, whatever the browser had before: an id that was planted there opens nothing. */
  const open = async (user: User, source: Source): Promise<SignedIn> => {
    const secret = newSecret()
    const now = instant(clock)
    const session: Session = {
      id: sha256(secret),
      userId: user.id,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: instantAfter(clock, SESSION_SECONDS),
    }
    await insertSession(db, session)
    const device = await throttle.trust({ account: user.email, ...source })
    return { user, session, cookies: { session: secret, device } }
  }

  const find = async (cookie: string): Promise<Omit<SignedIn, 'cookies'> | null> => {
    const found = await findSession(db, sha256(cookie))
    return found && isLive(found.session, clock.now()) ? found : null
  }

  return {
    open,

    /**
     * Throws `wrong_credentials` or `too_many_attempts`; unknown people take as long as known ones.
     */
    async signIn(given: Source & { readonly email: string; readonly password: string }) {
      const account = toEmail(given.email)
      const attempt = { account, address: given.address, device: given.device }
      await throttle.take(attempt)
      const user = await findUserByEmail(db, account)
      const isRight = await isPassword(given.password, user?.passwordHash ?? null)
      if (!user || !isRight) throw wrongCredentials()
      await throttle.release(attempt)
      await deleteEndedSessions(db, instant(clock), instantAfter(clock, -SESSION_IDLE_SECONDS))
      return open(user, given)
    },

    signOut: (cookie: string) => deleteSession(db, sha256(cookie)),

    /** The session of a person, with which they make this request. */
    current: async (actor: Actor, cookie: string | null): Promise<Current> => ({
      actor,
      signedIn: actor.kind === 'user' && cookie !== null ? await find(cookie) : null,
    }),

    /**
     * On whose behalf a request with that cookie is made, or null. Their role is read each time.
     */
    async identify(cookie: string): Promise<Actor | null> {
      const found = await find(cookie)
      if (!found) return null
      const { session, user } = found
      if (session.lastUsedAt <= instantAfter(clock, -TOUCH_SECONDS))
        later(() => touchSession(db, session.id, instant(clock)))
      return toActor(user)
    },
  }
}

export const toActor = (user: User): Actor => ({
  kind: 'user',
  id: user.id,
  name: user.name ?? user.email,
  scopes: new Set(ROLE_SCOPES[user.role]),
})
