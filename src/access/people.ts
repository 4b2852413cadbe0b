import { type Fault, invalidRequest } from '../errors.ts'
import { type Actor, requireScope } from '../http/actor.ts'
import { checkIfMatch } from '../http/etag.ts'
import { type Page, type PageRequest, toPage } from '../http/pagination.ts'
import { instant } from '../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../platform/database.ts'
import { newId, sha256 } from '../platform/ids.ts'
import type { AccessContext, Source } from './access.ts'
import { lastOwner, ownerOnly } from './errors.ts'
import { ENVIRONMENT_KEY_ID, requireGivable } from './keys.ts'
import { hashPassword, isPassword, passwordFault } from './password.ts'
import {
  countUsers,
  deleteSessionsOf,
  deleteUser,
  findUser,
  insertUser,
  listUsers,
  lockOwners,
  requireUser,
  saveUser,
} from './repository.ts'
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
export interface Requester extends Source {
  readonly actor: Actor
  readonly session: string | null
  readonly ifMatch: string | undefined
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
      if (given.role === 'owner') await requireOwner(db, actor)
      const user = await toNewUser(context, given)
      await insertUser(db, user)
      return user
    },

    /** Throws `last_owner` where nobody would be left who can decide about owners. */
    async change(requester: Requester, id: string, changes: UserChanges): Promise<User> {
      await requireMayChange(db, requester.actor, id, changes)
      const passwordHash = await newHash(context, requester, id, changes)
      return inTransaction(db, async (trx) => {
        const owners = await lockOwners(trx)
        const before = await requireUser(trx, id)
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
        if (passwordHash !== null) await endOtherSessions(trx, requester, id)
        return after
      })
    },

    async delete(actor: Actor, id: string): Promise<void> {
      const user = await requireUser(db, id)
      if (user.role === 'owner') await requireOwner(db, actor)
      await inTransaction(db, async (trx) => {
        requireAnotherOwner(await lockOwners(trx), id)
        await deleteUser(trx, id)
      })
    },
  }
}

/** A user who is not stored yet. Throws `invalid_request` where the password breaks the rules. */
export async function toNewUser(
  { clock, config }: Pick<AccessContext, 'clock' | 'config'>,
  given: NewUser,
): Promise<User> {
  const email = toEmail(given.email)
  requirePassword(given.password, knownOf(email, config))
  const now = instant(clock)
  return {
    id: newId('usr'),
    version: 1,
    email,
    name: given.name,
    role: given.role,
    passwordHash: await hashPassword(given.password),
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Oneself may change one's name and password; all else is for `admin`, and owners are for owners.
 */
async function requireMayChange(db: Db, actor: Actor, id: string, changes: UserChanges) {
  if (!isSelf(actor, id) || changes.role !== undefined) requireScope(actor, 'admin')
  const user = await requireUser(db, id)
  if (!isSelf(actor, id) && user.role === 'owner') await requireOwner(db, actor)
  if (changes.role === undefined || changes.role === user.role) return
  requireGivable(actor, ROLE_SCOPES[changes.role])
  if (changes.role === 'owner') await requireOwner(db, actor)
}

/** The operator's key counts as an owner; stored keys do not, for every admin can make one. */
async function requireOwner(db: Db, actor: Actor): Promise<void> {
  if (actor.kind === 'system' || actor.id === ENVIRONMENT_KEY_ID) return
  const user = actor.kind === 'user' ? await findUser(db, actor.id) : undefined
  if (user?.role !== 'owner') throw ownerOnly()
}

function requireAnotherOwner(owners: readonly User[], id: string): void {
  const isOwner = owners.some((owner) => owner.id === id)
  if (isOwner && owners.length === 1) throw lastOwner()
}

async function newHash(
  { db, config, throttle }: AccessContext,
  requester: Requester,
  id: string,
  changes: UserChanges,
): Promise<string | null> {
  if (changes.password === undefined) return null
  const user = await requireUser(db, id)
  requirePassword(changes.password, knownOf(user.email, config))
  if (isSelf(requester.actor, id)) {
    const attempt = { account: user.email, address: requester.address, device: requester.device }
    await throttle.take(attempt)
    const isRight = await isPassword(changes.currentPassword ?? '', user.passwordHash)
    if (!isRight) throw invalidRequest([WRONG_CURRENT_PASSWORD])
    await throttle.release(attempt)
  }
  return hashPassword(changes.password)
}

function endOtherSessions(trx: Trx, { actor, session }: Requester, id: string): Promise<void> {
  const keep = isSelf(actor, id) && session !== null ? sha256(session) : null
  return deleteSessionsOf(trx, id, keep)
}

function requirePassword(password: string, known: readonly string[]): void {
  const fault = passwordFault(password, known, '/password')
  if (fault) throw invalidRequest([fault])
}

const knownOf = (
  email: string,
  { host, publicUrl }: AccessContext['config'],
): readonly string[] => [email, host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]

const isSelf = (actor: Actor, id: string): boolean => actor.kind === 'user' && actor.id === id

const WRONG_CURRENT_PASSWORD: Fault = {
  pointer: '/current_password',
  code: 'wrong_password',
  message: 'This is not your current password.',
}
