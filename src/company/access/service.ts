import type { AccessContext } from './access.ts'
import { createCompanies } from './companies/companies.ts'
import { createDomains } from './domains/inner/domains.ts'
import { createSecondFactors } from './inner/second-factor/second-factors.ts'
import { createInvitations } from './invitations/inner/invitations.ts'
import { createKeys } from './keys/keys.ts'
import { createOidcSignIn } from './oidc/inner/sign-in.ts'
import { createPasswordResets } from './password-resets/inner/password-resets.ts'
import { createHashing } from './people/inner/hashing.ts'
import { createPeople } from './people/people.ts'
import { createSetup } from './set-up/inner/set-up.ts'
import { createCookies } from './sign-in/inner/cookies.ts'
import { createSessions } from './sign-in/inner/sessions.ts'
import { createSignIn } from './sign-in/inner/sign-in.ts'
import { createThrottle } from './sign-in/inner/throttle.ts'
import { createSupport } from './support/inner/support.ts'

export type AccessDeps = Omit<AccessContext, 'throttle' | 'hashing' | 'later'>

export type AccessService = ReturnType<typeof createAccessService>

/** API keys, people, their sessions and the first run. */
export function createAccessService(deps: AccessDeps) {
  const background = createBackground()
  const context: AccessContext = {
    ...deps,
    throttle: createThrottle(deps),
    hashing: createHashing(),
    later: background.later,
  }
  const secondFactors = createSecondFactors(context)
  const signIn = createSignIn(context, secondFactors)
  const support = createSupport(context)
  return {
    invitations: createInvitations(context, signIn),
    keys: createKeys(context),
    companies: createCompanies(context, support),
    support,
    domains: createDomains(context),
    people: createPeople(context),
    passwordResets: createPasswordResets(context),
    signIn,
    oidc: createOidcSignIn(context, signIn),
    sessions: createSessions(context),
    secondFactors,
    setup: createSetup(context, signIn),
    cookies: createCookies(deps.config),
    /** Runs what a request need not wait for. */
    later: background.later,
    /** Resolves when no background write is running. Await it before closing the database. */
    settled: background.settled,
    /** As `settled`, and closes the connection to the other provider. */
    close: async () => {
      await Promise.all([background.settled(), deps.oidc?.close()])
    },
  }
}

function createBackground() {
  const underWay = new Set<Promise<void>>()
  return {
    later(write: () => Promise<unknown>): void {
      // The time of the last visit is only displayed, so a failed write does not matter. Requests
      // notice a failing database themselves.
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
