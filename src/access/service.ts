import type { AccessContext } from './access.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { createKeys, type Keys } from './keys.ts'
import { createPeople, type People } from './people.ts'
import { createSetup, type Setup } from './setup.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

export type AccessDeps = Omit<AccessContext, 'throttle' | 'later'>

export interface AccessService {
  readonly keys: Keys
  readonly people: People
  readonly signIn: SignIn
  readonly setup: Setup
  readonly cookies: Cookies
  /**
   * Resolves when no write is under way that no request waits for. To be awaited before the
   * database closes.
   */
  settled(): Promise<void>
}

/** API keys, people, their sessions and the first run. */
export function createAccessService(deps: AccessDeps): AccessService {
  const background = createBackground()
  const context: AccessContext = {
    ...deps,
    throttle: createThrottle(deps),
    later: background.later,
  }
  const signIn = createSignIn(context)
  return {
    keys: createKeys(context),
    people: createPeople(context),
    signIn,
    setup: createSetup(context, signIn),
    cookies: createCookies(deps.config),
    settled: background.settled,
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
