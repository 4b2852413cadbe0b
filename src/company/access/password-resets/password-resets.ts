import { timingSafeEqual } from 'node:crypto'
import { instant } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { requireSecret } from '../../../platform/database/secrets.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { hmacSha256 } from '../../../platform/ids.ts'
import type { Access, Source } from '../access.ts'
import { passwordResetNotFound } from '../errors.ts'
import {
  findUser,
  findUserByEmail,
  listMemberships,
  lockUser,
  saveUser,
} from '../inner/repository.ts'
import { proveAddress } from '../people/inner/proof.ts'
import { knownOf, requirePassword } from '../people/people.ts'
import { type Role, toEmail, type User } from '../people/user.ts'
import { deleteSessionsOf } from '../sign-in/inner/session-repository.ts'

/** The contents of a link. Any change of the account ends it, so it works once. */
interface Reset {
  readonly userId: string
  readonly userVersion: number
  readonly expiresAt: string
}

/** A person who may reset their password by mail, and a company that they belong to. */
interface Resettable {
  readonly user: User
  readonly memberships: readonly { readonly company: CompanyId; readonly role: Role }[]
}

const SECRET = 'password_resets'
const COMPANIES_MAX = 20

const signatureOf = async ({ db }: Access, body: string): Promise<string> =>
  hmacSha256(await requireSecret(db, SECRET), body)

async function read(access: Access, token: string): Promise<Reset | null> {
  const [body = '', signature = ''] = token.split('.')
  if (!isSame(signature, await signatureOf(access, body))) return null
  const reset = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Reset
  return reset.expiresAt > instant(access.clock) ? reset : null
}

/** The account of the link. Throws 404 `password_reset_not_found`. */
async function requireResettable(access: Access, token: string): Promise<User> {
  const reset = await read(access, token)
  const user = reset && (await findUser(access.db, reset.userId))
  if (!user || user.version !== reset?.userVersion) throw passwordResetNotFound()
  return user
}

/** Throws 404 `password_reset_not_found`. */
export async function lookAtReset(access: Access, token: string): Promise<void> {
  await requireResettable(access, token)
}

/** Throws `too_many_attempts`, whether or not the address has an account. */
export const countReset = (
  { throttle }: Access,
  email: string,
  { address, device }: Source,
): Promise<void> => throttle.take({ account: toEmail(email), address, device, step: 'reset' })

/** Undefined also for people who sign in only with another provider. */
export async function findResettable(
  { db }: Access,
  email: string,
): Promise<Resettable | undefined> {
  const user = await findUserByEmail(db, toEmail(email))
  if (!user || user.passwordHash === null) return undefined
  return { user, memberships: await listMemberships(db, user.id, COMPANIES_MAX) }
}

/** A reset always gives one token. */
export async function resetTokenOf(access: Access, reset: Reset): Promise<string> {
  const body = Buffer.from(JSON.stringify(reset)).toString('base64url')
  return `${body}.${await signatureOf(access, body)}`
}

/** Whether the link still works, and goes to the person whose account it opens. */
export async function isResetOpen(
  { clock, db }: Access,
  { userId, userVersion, expiresAt }: Reset,
  to: string,
): Promise<boolean> {
  const user = await findUser(db, userId)
  const isTheirs = user?.version === userVersion && user.email === to
  return isTheirs && expiresAt > instant(clock)
}

/** Sets the password, ends all sessions and proves the address. Throws 404 `password_reset_not_found`. */
export async function acceptReset(
  access: Access,
  given: { readonly token: string; readonly password: string },
): Promise<void> {
  const user = await requireResettable(access, given.token)
  requirePassword(given.password, knownOf(user.email, access.config))
  const passwordHash = await access.hashing.hash(given.password)
  await inTransaction(access.db, async (trx) => {
    const before = await lockUser(trx, user.id)
    if (before.version !== user.version) throw passwordResetNotFound()
    const at = instant(access.clock)
    if (before.provenAt === null) {
      await proveAddress(trx, before, { at, passwordHash })
      return
    }
    await saveUser(trx, { ...before, version: before.version + 1, passwordHash, updatedAt: at })
    await deleteSessionsOf(trx, user.id, null)
  })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
