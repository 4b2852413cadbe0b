import { invalidRequest } from '../../errors.ts'
import { type Actor, requireScope } from '../../http/actor.ts'
import { checkIfMatch } from '../../http/etag.ts'
import { type Page, type PageRequest, toPage } from '../../http/pagination.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { AccessContext, Source } from '../access.ts'
import { lastOwner, ownerOnly } from '../errors.ts'
import { ENVIRONMENT_KEY_ID, requireGivable } from '../keys/keys.ts'
import {
  countUsers,
  deleteUser,
  findUser,
  insertUser,
  listUsers,
  lockOwners,
  lockUser,
  requireUser,
  saveUser,
} from '../repository.ts'
import { requirePasswordOf } from '../sign-in/reauthentication.ts'
import { type OwnSession, renewSessions } from '../sign-in/sessions.ts'
import { passwordFault } from './password.ts'
import { ROLE_SCOPES, type Role, toEmail, type User, userEtag } from './user.ts'

export interface NewUser {
  readonly email: string
  readonly password: string
  readonly name: string | null
  readonly role: Role
}

export interface UserChanges {
  readonly name?: string | null | undefined
  readonly role?: Role | undefined
  readonly password?: string | undefined
  /** Needed to change one's own password: a session left open is not enough for that. */
  readonly currentPassword?: string | undefined
}

/** Who asks, from where, and with which session (the cookie's value). */
export interface Requester extends Source, OwnSession {
  readonly ifMatch: string | undefined
}

export interface Changed {
  readonly user: User
  /** New value of the cookie of the session that asked; null: it stays as it is. */
  readonly session: string | null
}

export type People = ReturnType<typeof createPeople>

export function createPeople(context: AccessContext) {
  const { db, clock } = context

  return {
    list: async (request: PageRequest, counted: boolean): Promise<Page<User>> => {
      const total = counted ? await countUsers(db) : null
      const rows = await listUsers(db, request)
      return toPage(rows, request, (user) => ({ value: user.createdAt, id: user.id }), total)
    },

    get: (id: string) => requireUser(db, id),

    find: (id: string) => findUser(db, id),

    async create(actor: Actor, given: NewUser): Promise<User> {
      requireGivable(actor, ROLE_SCOPES[given.role])
      await requireOwnerFor(db, actor, given.role)
      const user = await toNewUser(context, given)
      // The result of the transaction names the resource to a repetition whose answer was lost.
      return inTransaction(db, async (trx) => {
        await insertUser(trx, user)
        return user
      })
    },

    /** Throws `last_owner` where nobody would be left who can decide about owners. */
    async change(requester: Requester, id: string, changes: UserChanges): Promise<Changed> {
      await requireMayChange(db, requester.actor, id, changes)
      const passwordHash = await newHash(context, requester, id, changes)
      return inTransaction(db, async (trx) => {
        const owners = await lockOwners(trx)
        const before = await lockUser(trx, id)
        // Again, as roles are now: somebody may have become an owner in the meantime.
        await requireMayChange(trx, requester.actor, id, changes)
        checkIfMatch(requester.ifMatch, userEtag(before))
        const after: User = {
          ...before,
          version: before.version + 1,
          name: changes.name === undefined ? before.name : changes.name,
          role: changes.role ?? before.role,
          passwordHash: passwordHash ?? before.passwordHash,
          updatedAt: instant(clock),
        }
        if (after.role !== 'owner') requireAnotherOwner(owners, id)
        await saveUser(trx, after)
        const isRenewed = passwordHash !== null
        return { user: after, session: isRenewed ? await renewSessions(trx, requester, id) : null }
      })
    },

    async delete(actor: Actor, id: string, ifMatch: string | undefined): Promise<void> {
      await inTransaction(db, async (trx) => {
        const owners = await lockOwners(trx)
        const user = await lockUser(trx, id)
        await requireOwnerFor(trx, actor, user.role)
        checkIfMatch(ifMatch, userEtag(user))
        requireAnotherOwner(owners, id)
        await deleteUser(trx, id)
      })
    },
  }
}

/** A user who is not stored yet. Throws `invalid_request` where the password breaks the rules. */
export async function toNewUser(
  { clock, config, hashing }: Pick<AccessContext, 'clock' | 'hashing'> & { readonly config: Hosts },
  given: NewUser,
): Promise<User> {
  const email = toEmail(given.email)
  requirePassword(given.password, knownOf(email, config))
  return newUser(clock, { ...given, email, passwordHash: await hashing.hash(given.password) })
}

/** @param given `email` as `toEmail` writes it */
export function newUser(
  clock: Clock,
  { email, name, role, passwordHash }: Omit<NewUser, 'password'> & Pick<User, 'passwordHash'>,
): User {
  const now = instant(clock)
  return {
    id: newId('usr'),
    version: 1,
    email,
    name,
    role,
    passwordHash,
    hasSecondFactor: false,
    createdAt: now,
    updatedAt: now,
  }
}

type Hosts = Pick<AccessContext['config'], 'host' | 'publicUrl'>

/**
 * Oneself may change one's name and password; all else is for `admin`, and owners are for owners. Who
 * sets a password can sign in with it, so they must have all that it opens.
 */
async function requireMayChange(db: Db, actor: Actor, id: string, changes: UserChanges) {
  if (!isSelf(actor, id) || changes.role !== undefined) requireScope(actor, 'admin')
  const user = await requireUser(db, id)
  if (!isSelf(actor, id)) await requireOwnerFor(db, actor, user.role)
  if (!isSelf(actor, id) && changes.password !== undefined)
    requireGivable(actor, ROLE_SCOPES[user.role])
  if (changes.role === undefined || changes.role === user.role) return
  requireGivable(actor, ROLE_SCOPES[changes.role])
  await requireOwnerFor(db, actor, changes.role)
}

/**
 * Owners are for owners to decide about. The operator's key counts as an owner; stored keys do not,
 * for every admin can make one.
 */
export async function requireOwnerFor(db: Db, actor: Actor, role: Role): Promise<void> {
  if (role !== 'owner' || actor.kind === 'system' || actor.id === ENVIRONMENT_KEY_ID) return
  const user = actor.kind === 'user' ? await findUser(db, actor.id) : undefined
  if (user?.role !== 'owner') throw ownerOnly()
}

function requireAnotherOwner(owners: readonly User[], id: string): void {
  const isOwner = owners.some((owner) => owner.id === id)
  if (isOwner && owners.length === 1) throw lastOwner()
}

async function newHash(
  context: AccessContext,
  requester: Requester,
  id: string,
  changes: UserChanges,
): Promise<string | null> {
  const { db, config, hashing } = context
  if (changes.password === undefined) return null
  const user = await requireUser(db, id)
  requirePassword(changes.password, knownOf(user.email, config))
  if (isSelf(requester.actor, id)) {
    const password = changes.currentPassword ?? ''
    const pointer = '/current_password'
    await requirePasswordOf(context, user, { password, pointer, source: requester })
  }
  return hashing.hash(changes.password)
}

function requirePassword(password: string, known: readonly string[]): void {
  const fault = passwordFault(password, known, '/password')
  if (fault) throw invalidRequest([fault])
}

const knownOf = (email: string, { host, publicUrl }: Hosts): readonly string[] => [
  email,
  host,
  ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
]

const isSelf = (actor: Actor, id: string): boolean => actor.kind === 'user' && actor.id === id
