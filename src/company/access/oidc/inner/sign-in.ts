import { FIRST_COMPANY } from '../../../../core/companies/company.ts'
import { isStorable } from '../../../../core/http/text.ts'
import { instant } from '../../../../platform/clock.ts'
import type { OidcConfig } from '../../../../platform/config.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import { requireSecret } from '../../../../platform/database/secrets.ts'
import type { Access, Source } from '../../access.ts'
import { oidcNotConfigured } from '../../errors.ts'
import {
  findUserByEmail,
  findUserIdBySubject,
  insertMembership,
  insertUser,
  linkSubject,
  lockUser,
  requireUser,
} from '../../inner/repository.ts'
import { proveAddress } from '../../people/inner/proof.ts'
import { newUser } from '../../people/people.ts'
import { toEmail, type User } from '../../people/user.ts'
import type { SignInCookies } from '../../sign-in/inner/cookies.ts'
import { admitPerson, SIGN_IN_SECRET } from '../../sign-in/inner/sign-in.ts'
import type { Identity, OidcProvider } from '../provider.ts'
import { FLOW_SECONDS, newFlow, OidcDenied, readFlow, writeFlow } from './flow.ts'

/** Why a sign-in failed. The sign-in page has a sentence for each. */
type OidcRefusal =
  /** The person canceled, or the provider refused. */
  | 'oidc_denied'
  /** The answer does not belong to a sign-in of this browser, or it came too late. */
  | 'oidc_expired'
  /** The provider could not be reached, or its answer is invalid. */
  | 'oidc_failed'
  /** The provider gives no verified address. */
  | 'oidc_email_unverified'
  /** Nobody has this address, and its domain is not allowed to join. */
  | 'oidc_unknown_person'
  /** The person with that address is linked to another account of the provider. */
  | 'oidc_other_account'

/** Where the browser goes next: always a page of this service, or the provider's. */
interface Forward {
  readonly location: string
  readonly cookies: SignInCookies | null
}

const HOME = '/'
const EMAIL_LENGTH_MAX = 254

class Refused extends Error {
  readonly code: OidcRefusal

  constructor(code: OidcRefusal, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

function required({ config, oidc }: Access): {
  readonly provider: OidcProvider
  readonly rules: OidcConfig
} {
  if (oidc === null || config.oidc === null) throw oidcNotConfigured()
  return { provider: oidc, rules: config.oidc }
}

function refused({ warn }: Access, error: unknown): Forward {
  const { code, cause } = toRefused(error)
  // Only the messages: some errors carry answers with codes and claims.
  if (cause instanceof Error) warn('single sign-on failed', { code, reason: sentencesOf(cause) })
  return { location: `${HOME}#sign-in-error=${code}`, cookies: null }
}

/** The button's label; null: no button. */
export const oidcLabel = ({ oidc }: Access) => oidc?.label ?? null

/** The URL to go to, and the cookie that the browser must send when it returns. */
export async function beginOidc(
  access: Access,
): Promise<{ readonly location: string; readonly flow: string }> {
  const { provider } = required(access)
  const flow = newFlow()
  try {
    const location = await provider.begin(flow)
    return {
      location,
      flow: writeFlow(await requireSecret(access.db, SIGN_IN_SECRET), flow, access.clock),
    }
  } catch (error) {
    return { location: refused(access, error).location, flow: '' }
  }
}

/** The request does not choose the next page, so there is no open redirect. */
export async function finishOidc(
  access: Access,
  given: Source & { readonly flow: string | null; readonly query: string },
) {
  const { provider, rules } = required(access)
  try {
    const flow = readFlow(await requireSecret(access.db, SIGN_IN_SECRET), given.flow, access.clock)
    if (!flow || new URLSearchParams(given.query).get('state') !== flow.state)
      throw new Refused('oidc_expired')
    // Before the code is redeemed, so that of two concurrent requests only one creates a
    // session.
    if (!(await access.throttle.useOnce(flow.state, FLOW_SECONDS)))
      throw new Refused('oidc_expired')
    const identity = await provider.finish(flow, given.query)
    const { challenge, cookies } = await admitPerson(
      access,
      await personOf(access, rules, identity),
      given,
    )
    // After the `#`, so that it reaches no server and no log.
    const step = challenge === null ? '' : `#second-factor=${challenge.token}`
    return { location: `${HOME}${step}`, cookies }
  } catch (error) {
    return refused(access, error)
  }
}

/**
 * Finds the account by issuer and subject; the first time by the verified address. Unknown people are
 * added only if the operator allowed their domain.
 */
async function personOf(
  { db, clock }: Access,
  { allowedDomains, role }: OidcConfig,
  identity: Identity,
): Promise<User> {
  const told = identity.verifiedEmail ?? ''
  const linked = await findUserIdBySubject(db, identity)
  if (linked !== null) {
    const user = requireAllowed(await requireUser(db, linked), allowedDomains)
    if (user.provenAt !== null || !isAddress(told) || toEmail(told) !== user.email) return user
  }
  if (!isAddress(told)) throw new Refused('oidc_email_unverified')
  const email = toEmail(told)
  if (!isAllowed(email, allowedDomains)) throw new Refused('oidc_unknown_person')
  const name = identity.name !== null && isStorable(identity.name) ? identity.name : null
  return inTransaction(db, async (trx) => {
    const known = await findUserByEmail(trx, email)
    if (!known && role === null) throw new Refused('oidc_unknown_person')
    const at = instant(clock)
    const user = known
      ? await proveAddress(trx, await lockUser(trx, known.id), { at, passwordHash: null })
      : { ...newUser(clock, { email, name, passwordHash: null }), provenAt: at }
    const link = { userId: user.id, createdAt: at }
    if (!known) {
      await insertUser(trx, user)
      // People from the provider belong to the first company of the installation.
      await insertMembership(trx, { company: FIRST_COMPANY, role: role ?? 'viewer', ...link })
    }
    if (!(await linkSubject(trx, identity, link))) throw new Refused('oidc_other_account')
    return user
  })
}

/** Checked again, because the operator may change the domains after people joined. */
function requireAllowed(user: User, domains: readonly string[]): User {
  if (isAllowed(user.email, domains)) return user
  throw new Refused('oidc_unknown_person')
}

/**
 * Exactly one `@`: a quoted local part with another one could imitate an address of another
 * domain.
 */
const isAddress = (email: string): boolean =>
  /^[^\s@"]+@[^\s@"]+$/.test(email) &&
  email.length <= EMAIL_LENGTH_MAX &&
  isStorable(email) &&
  [...email].every(isSameMailbox)

/** Whether lower-casing keeps the letters: the Kelvin sign would become a plain `k`. */
const isSameMailbox = (letter: string): boolean =>
  letter <= ASCII_LAST || letter.toLowerCase() > ASCII_LAST

const ASCII_LAST = '\u007f'

/** Without domains, any domain is allowed. */
const isAllowed = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.some((domain) => email.endsWith(`@${domain}`))

/** The message of an error and of its causes. */
const sentencesOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${sentencesOf(cause)}` : message

function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (error instanceof OidcDenied) return new Refused('oidc_denied', { cause: error })
  return new Refused('oidc_failed', { cause: error })
}
