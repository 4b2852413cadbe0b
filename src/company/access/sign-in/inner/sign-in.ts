import type { Company } from '../../../../core/companies/company.ts'
import type { Actor } from '../../../../core/http/actor.ts'
import { instant, instantAfter } from '../../../../platform/clock.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import { requireSecret } from '../../../../platform/database/secrets.ts'
import type { CompanyId } from '../../../../platform/database/tables.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import type { Access, Source } from '../../access.ts'
import { challengeExpired, wrongCode, wrongCredentials } from '../../errors.ts'
import {
  countCompaniesOf,
  findMember,
  findUser,
  findUserByEmail,
  lockUser,
  replacePasswordHash,
} from '../../inner/repository.ts'
import { type Standing, standingOf } from '../../inner/standing.ts'
import { isOutdated } from '../../people/inner/hashing.ts'
import { type Role, toEmail, type User } from '../../people/user.ts'
import { useSecondFactor } from '../../second-factor/second-factors.ts'
import { type Challenge, readChallenge, writeChallenge } from './challenge.ts'
import type { SignInCookies } from './cookies.ts'
import { isLive, SESSION_SECONDS, SESSIONS_MAX, type Session } from './session.ts'
import {
  deleteSession,
  deleteSessions,
  type FoundSession,
  findSession,
  insertSession,
  listSessions,
  touchSession,
} from './session-repository.ts'

export interface SignedIn {
  readonly user: User
  readonly session: Session
  /** Values for the cookies; the database has only hashes of them. */
  readonly cookies: SignInCookies
}

/** The next step after the proof of identity: a session, or the request for a code. */
export type Admission =
  | (SignedIn & { readonly challenge: null })
  | { readonly challenge: Challenge; readonly cookies: null }

/** The caller of a request; `signedIn` is null for an API key. */
export interface Current {
  readonly actor: Actor
  readonly signedIn: Omit<SignedIn, 'cookies'> | null
}

/** The secret that seals challenges, and the browser's state during single sign-on. */
export const SIGN_IN_SECRET = 'sign_in'

const TOUCH_SECONDS = 60

/**
 * Starts a new session and ends the browser's previous one: against session fixation, and so
 * that no session stays open unnoticed.
 */
export async function openSession(
  { clock, db, throttle }: Access,
  user: User,
  source: Source,
): Promise<SignedIn> {
  const secret = newSecret()
  const now = instant(clock)
  const session: Session = {
    id: sha256(secret),
    userId: user.id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: instantAfter(clock, SESSION_SECONDS),
    browser: source.browser,
    address: source.address,
  }
  if (source.session !== null) await deleteSession(db, sha256(source.session))
  await inTransaction(db, async (trx) => {
    // The proof must still be valid: a password that was just replaced is worthless.
    const { version } = await lockUser(trx, user.id)
    if (version !== user.version) throw challengeExpired()
    await insertSession(trx, session)
  })
  const surplus = (await listSessions(db, user.id)).slice(SESSIONS_MAX)
  await deleteSessions(
    db,
    surplus.map(({ id }) => id),
  )
  const device = await throttle.trust({ account: user.email, ...source })
  return { user, session, cookies: { session: secret, device } }
}

async function find(
  { clock, db }: Access,
  cookie: string,
  company: CompanyId | null,
): Promise<FoundSession | null> {
  const found = await findSession(db, sha256(cookie), company)
  return found && isLive(found.session, clock.now()) ? found : null
}

/** The second step for people who set one up, however they signed in; else a session. */
export async function admitPerson(access: Access, user: User, source: Source): Promise<Admission> {
  if (!user.hasSecondFactor)
    return { ...(await openSession(access, user, source)), challenge: null }
  const secret = await requireSecret(access.db, SIGN_IN_SECRET)
  return { challenge: writeChallenge(secret, user, access.clock), cookies: null }
}

/**
 * Throws `wrong_credentials` or `too_many_attempts`; takes as long for unknown people as for
 * known ones.
 */
export async function signIn(
  access: Access,
  given: Source & { readonly email: string; readonly password: string },
) {
  const account = toEmail(given.email)
  const attempt = { account, address: given.address, device: given.device }
  await access.throttle.take(attempt)
  const user = await findUserByEmail(access.db, account)
  const passwordHash = user?.passwordHash ?? null
  const isRight = await access.hashing.matches(given.password, passwordHash)
  if (!user || !isRight) throw wrongCredentials()
  await access.throttle.release(attempt)
  if (isOutdated(passwordHash ?? '')) access.later(() => rehash(access, user, given.password))
  return admitPerson(access, user, given)
}

/**
 * The second step: a code of the authenticator app, or a recovery code. Throws
 * `challenge_expired`, `wrong_code` or `too_many_attempts`.
 */
export async function answerChallenge(
  access: Access,
  given: Source & { readonly challenge: string; readonly code: string },
) {
  const secret = await requireSecret(access.db, SIGN_IN_SECRET)
  const asked = readChallenge(secret, given.challenge, access.clock)
  const user = asked && (await findUser(access.db, asked.userId))
  if (!user || user.version !== asked?.userVersion) throw challengeExpired()
  const { address, device } = given
  const attempt = { account: user.email, address, device, step: 'code' } as const
  await access.throttle.take(attempt)
  if (!(await useSecondFactor(access, user.id, given.code))) throw wrongCode()
  await access.throttle.release(attempt)
  return openSession(access, user, given)
}

export const signOut = ({ db }: Access, cookie: string) => deleteSession(db, sha256(cookie))

/** The company and role of a person whose request names no company. */
export const standingOfUser = ({ db, directory }: Access, user: User): Promise<Standing> =>
  standingOf(directory, db, user)

export const countOwnCompanies = ({ db }: Access, userId: string): Promise<number> =>
  countCompaniesOf(db, userId)

export const roleIn = async (
  { db }: Access,
  actor: Actor,
  company: Company | null,
): Promise<Role | null> =>
  company === null || actor.kind !== 'user'
    ? null
    : ((await findMember(db, company.number, actor.id))?.role ?? null)

/** The session in which the person makes this request. */
export const currentSignIn = async (
  access: Access,
  actor: Actor,
  cookie: string | null,
): Promise<Current> => ({
  actor,
  signedIn: actor.kind === 'user' && cookie !== null ? await find(access, cookie, null) : null,
})

/**
 * The caller of a request with that cookie, or null. Their role is read each time.
 *
 * @param company the one that they named; null: none
 */
export async function identifySession(
  access: Access,
  cookie: string,
  company: CompanyId | null,
): Promise<FoundSession | null> {
  const found = await find(access, cookie, company)
  if (!found) return null
  const { session } = found
  if (session.lastUsedAt <= instantAfter(access.clock, -TOUCH_SECONDS))
    access.later(() => touchSession(access.db, session.id, instant(access.clock)))
  return found
}

/** Only a sign-in knows the password, so it replaces a hash with an old cost. */
async function rehash({ db, hashing }: Access, user: User, password: string): Promise<void> {
  await replacePasswordHash(db, user, await hashing.hash(password))
}
