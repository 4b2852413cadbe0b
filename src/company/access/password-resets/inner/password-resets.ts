import { timingSafeEqual } from 'node:crypto'
import { instant } from '../../../../platform/clock.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import { requireSecret } from '../../../../platform/database/secrets.ts'
import type { CompanyId } from '../../../../platform/database/tables.ts'
import { hmacSha256 } from '../../../../platform/ids.ts'
import type { AccessContext, Source } from '../../access.ts'
import { passwordResetNotFound } from '../../errors.ts'
import {
  findUser,
  findUserByEmail,
  listMemberships,
  lockUser,
  saveUser,
} from '../../inner/repository.ts'
import { proveAddress } from '../../people/inner/proof.ts'
import { knownOf, requirePassword } from '../../people/people.ts'
import { type Role, toEmail, type User } from '../../people/user.ts'
import { deleteSessionsOf } from '../../sign-in/inner/session-repository.ts'

/** The contents of a link. Any change of the account ends it, so it works once. */
export interface Reset {
  readonly userId: string
  readonly userVersion: number
  readonly expiresAt: string
}

/** A person who may reset their password by mail, and a company that they belong to. */
export interface Resettable {
  readonly user: User
  readonly memberships: readonly { readonly company: CompanyId; readonly role: Role }[]
}

const SECRET = 'password_resets'
const COMPANIES_MAX = 20

/** Resets passwords by links that are not stored. */
export function createPasswordResets(context: AccessContext) {
  const { db, clock, throttle, hashing, config } = context

  const signatureOf = async (body: string): Promise<string> =>
    hmacSha256(await requireSecret(db, SECRET), body)

  const read = async (token: string): Promise<Reset | null> => {
    const [body = '', signature = ''] = token.split('.')
    if (!isSame(signature, await signatureOf(body))) return null
    const reset = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Reset
    return reset.expiresAt > instant(clock) ? reset : null
  }

  /** The account of the link. Throws 404 `password_reset_not_found`. */
  const requireUser = async (token: string): Promise<User> => {
    const reset = await read(token)
    const user = reset && (await findUser(db, reset.userId))
    if (!user || user.version !== reset?.userVersion) throw passwordResetNotFound()
    return user
  }

  return {
    /** Throws 404 `password_reset_not_found`. */
    async look(token: string): Promise<void> {
      await requireUser(token)
    },

    /** Throws `too_many_attempts`, whether or not the address has an account. */
    count: (email: string, { address, device }: Source): Promise<void> =>
      throttle.take({ account: toEmail(email), address, device, step: 'reset' }),

    /** Undefined also for people who sign in only with another provider. */
    async find(email: string): Promise<Resettable | undefined> {
      const user = await findUserByEmail(db, toEmail(email))
      if (!user || user.passwordHash === null) return undefined
      return { user, memberships: await listMemberships(db, user.id, COMPANIES_MAX) }
    },

    /** A reset always gives one token. */
    async tokenOf(reset: Reset): Promise<string> {
      const body = Buffer.from(JSON.stringify(reset)).toString('base64url')
      return `${body}.${await signatureOf(body)}`
    },

    /** Whether the link still works, and goes to the person whose account it opens. */
    async isOpen({ userId, userVersion, expiresAt }: Reset, to: string): Promise<boolean> {
      const user = await findUser(db, userId)
      const isTheirs = user?.version === userVersion && user.email === to
      return isTheirs && expiresAt > instant(clock)
    },

    /** Sets the password, ends all sessions and proves the address. Throws 404 `password_reset_not_found`. */
    async accept(given: { readonly token: string; readonly password: string }): Promise<void> {
      const user = await requireUser(given.token)
      requirePassword(given.password, knownOf(user.email, config))
      const passwordHash = await hashing.hash(given.password)
      await inTransaction(db, async (trx) => {
        const before = await lockUser(trx, user.id)
        if (before.version !== user.version) throw passwordResetNotFound()
        const at = instant(clock)
        if (before.provenAt === null) {
          await proveAddress(trx, before, { at, passwordHash })
          return
        }
        await saveUser(trx, { ...before, version: before.version + 1, passwordHash, updatedAt: at })
        await deleteSessionsOf(trx, user.id, null)
      })
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
