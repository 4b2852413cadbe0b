import type { AccessContext } from './access.ts'
import { createKeys, type Keys } from './keys/keys.ts'
import { createOidcSignIn, type OidcSignIn } from './oidc/sign-in.ts'
import { createHashing } from './people/hashing.ts'
import { createPeople, type People } from './people/people.ts'
import { createSecondFactors, type SecondFactors } from './second-factor/second-factors.ts'
import { createSetup, type Setup } from './set-up/set-up.ts'
import { type Cookies, createCookies } from './sign-in/cookies.ts'
import { createSessions, type Sessions } from './sign-in/sessions.ts'
import { createSignIn, type SignIn } from './sign-in/sign-in.ts'
import { createThrottle } from './sign-in/throttle.ts'

export type AccessDeps = Omit<AccessContext, 'throttle' | 'hashing' | 'later'>

export interface AccessService {
  readonly keys: Keys
  readonly people: People
  readonly signIn: SignIn
  readonly oidc: OidcSignIn
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  readonly setup: Setup
  readonly cookies: Cookies
  /**
   * Resolves when no write is under way that no request waits for. To be awaited before the
   * database closes.
   */
  settled(): Promise<void>
  /** As `settled`, and lets go of the provider elsewhere. */
  close(): Promise<void>
}

/** API keys, people, their sessions and the first run. */
export function createAccessService(deps: AccessDeps): AccessService {
  const background = createBackground()
  const context: AccessContext = {
    ...deps,
    throttle: createThrottle(deps),
    hashing: createHashing(),
    later: background.later,
  }
  const secondFactors = createSecondFactors(context)
  const signIn = createSignIn(context, secondFactors)
  return {
    keys: createKeys(context),
    people: createPeople(context),
    signIn,
    oidc: createOidcSignIn(context, signIn),
    sessions: createSessions(context),
    secondFactors,
    setup: createSetup(context, signIn),
    cookies: createCookies(deps.config),
    settled: background.settled,
    close: async () => {
      await Promise.all([background.settled(), deps.oidc?.close()])
    },
  }
}

function createBackground() {
  const underWay = new Set<Promise<void>>()
  return {
    later(write: () => Promise<unknown>): void {
      // When somebody was last here is only shown. A database that fails shows in what requests
      // wait for.
      const ended = () => {
        underWay.delete(task)
      }
      const task: Promise<void> = write().then(ended, ended)
      underWay.add(task)
    },
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}
