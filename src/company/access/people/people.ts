import { hasSeveralCompanies } from '../../../core/companies/directory.ts'
import { requireRoom } from '../../../core/companies/limits.ts'
import { type Actor, requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch } from '../../../core/http/etag.ts'
import { type Page, type PageRequest, toPage } from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { type Clock, instant } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Access, Source } from '../access.ts'
import { inviteInstead, lastOwner, ownAccountOnly, ownerOnly } from '../errors.ts'
import {
  countMembers,
  deleteMembership,
  deleteUser,
  findMember,
  insertMembership,
  insertUser,
  listMembers,
  listMemberships,
  lockOwners,
  lockUser,
  requireMember,
  requireUser,
  saveRole,
  saveUser,
} from '../inner/repository.ts'
import { ENVIRONMENT_KEY_ID, requireGivable } from '../keys/keys.ts'
import { requirePasswordOf } from '../sign-in/inner/reauthentication.ts'
import { type OwnSession, renewSessions } from '../sign-in/inner/sessions.ts'
import { passwordFault } from './inner/password.ts'
import { type Member, ROLE_SCOPES, type Role, toEmail, type User, userEtag } from './user.ts'

export interface NewUser {
  readonly email: string
  readonly password: string
  readonly name: string | null
  readonly role: Role
}

interface UserChanges {
  readonly name?: string | null | undefined
  readonly role?: Role | undefined
  readonly password?: string | undefined
  /** Required to change your own password, because an open session is not enough. */
  readonly currentPassword?: string | undefined
}

/** The caller, their address, and their session (the cookie's value). */
export interface Requester extends Source, OwnSession {
  readonly ifMatch: string | undefined
}

interface Changed {
  readonly user: Member
  /** New value of the cookie of the calling session; null: unchanged. */
  readonly session: string | null
}

/** The people of the company. */
export const countPeople = ({ db, companyId }: ReadWork): Promise<number> =>
  countMembers(db, companyId)

/** The people of a company. */
export async function listPeople(
  { db, companyId }: ReadWork,
  request: PageRequest,
): Promise<Page<Member>> {
  const total = request.withTotal ? await countMembers(db, companyId) : null
  const rows = await listMembers(db, companyId, request)
  return toPage(rows, request, (user) => ({ value: user.createdAt, id: user.id }), total)
}

export const getPerson = ({ db, companyId }: ReadWork, id: string) =>
  requireMember(db, companyId, id)

/** Anyone who sets a password can sign in with it, so with several companies only operators may. */
export async function createPerson(
  access: Access,
  work: ReadWork,
  given: NewUser,
): Promise<Member> {
  const { actor, companyId } = work
  requireGivable(actor, ROLE_SCOPES[given.role])
  await requireOwnerFor(work, given.role)
  if (!(await mayChangeAccounts(access, actor))) throw inviteInstead()
  await requireRoom(work, 'members', () => countMembers(access.db, companyId))
  const user = await toNewUser(access, given)
  // If the answer was lost, a retry finds the resource by the result of the transaction.
  return inTransaction(access.db, async (trx) => {
    await insertUser(trx, user)
    const { id: userId, createdAt } = user
    await insertMembership(trx, { company: companyId, userId, role: given.role, createdAt })
    return { ...user, role: given.role }
  })
}

/** Throws `last_owner` if no owner would be left. */
export async function changePerson(
  access: Access,
  work: ReadWork,
  requester: Requester,
  { id, changes }: { readonly id: string; readonly changes: UserChanges },
): Promise<Changed> {
  const { companyId, actor } = work
  const isOfAccount = changes.name !== undefined || changes.password !== undefined
  if (isOfAccount && !isSelf(actor, id) && !(await mayChangeAccounts(access, actor)))
    throw ownAccountOnly()
  await requireMayChange(work, id, changes)
  const passwordHash = await newHash(access, requester, id, changes)
  return inTransaction(access.db, async (trx) => {
    const owners = await lockOwners(trx, companyId)
    await lockUser(trx, id)
    // Checked again with the current roles: the person may have become an owner meanwhile.
    await requireMayChange({ ...work, db: trx }, id, changes)
    const before = await requireMember(trx, companyId, id)
    checkIfMatch(requester.ifMatch, userEtag(before))
    const after: Member = {
      ...before,
      version: before.version + 1,
      name: changes.name === undefined ? before.name : changes.name,
      role: changes.role ?? before.role,
      passwordHash: passwordHash ?? before.passwordHash,
      updatedAt: instant(access.clock),
    }
    if (after.role !== 'owner') requireAnotherOwner(owners, id)
    await saveUser(trx, after)
    if (after.role !== before.role)
      await saveRole(trx, { company: companyId, userId: id, role: after.role })
    const isRenewed = passwordHash !== null
    return { user: after, session: isRenewed ? await renewSessions(trx, requester, id) : null }
  })
}

/** Removes a person from a company. A person without another company is deleted, except an operator. */
export async function deletePerson(
  access: Access,
  work: ReadWork,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const { companyId } = work
  const hasSeveral = await hasSeveralCompanies(access.directory)
  await inTransaction(access.db, async (trx) => {
    const owners = await lockOwners(trx, companyId)
    await lockUser(trx, id)
    const member = await requireMember(trx, companyId, id)
    await requireOwnerFor({ ...work, db: trx }, member.role)
    checkIfMatch(ifMatch, userEtag(member))
    requireAnotherOwner(owners, id)
    await deleteMembership(trx, { company: companyId, userId: id })
    const isElsewhere = (await listMemberships(trx, id, 1)).length > 0
    const isKept = isElsewhere || (member.isOperator && hasSeveral)
    if (!isKept) await deleteUser(trx, id)
  })
}

/** A user who is not stored yet. Throws `invalid_request` if the password breaks the rules. */
export async function toNewUser(
  { clock, config, hashing }: Pick<Access, 'clock' | 'hashing'> & { readonly config: Hosts },
  given: Omit<NewUser, 'role'>,
): Promise<User> {
  const email = toEmail(given.email)
  requirePassword(given.password, knownOf(email, config))
  return newUser(clock, { ...given, email, passwordHash: await hashing.hash(given.password) })
}

/** @param given `email` as `toEmail` writes it */
export function newUser(
  clock: Clock,
  { email, name, passwordHash }: Pick<User, 'email' | 'name' | 'passwordHash'>,
): User {
  const now = instant(clock)
  return {
    id: newId('usr'),
    version: 1,
    email,
    name,
    isOperator: false,
    passwordHash,
    hasSecondFactor: false,
    provenAt: null,
    createdAt: now,
    updatedAt: now,
  }
}

type Hosts = Pick<Access['config'], 'host' | 'publicUrl'>

/**
 * Everyone may change their own name and password. Other changes need `admin`, and only owners
 * change owners. A new password gives access to everything of the person, so the caller needs
 * access to all of it.
 */
async function requireMayChange(work: ReadWork, id: string, changes: UserChanges) {
  const { actor } = work
  if (!isSelf(actor, id) || changes.role !== undefined) requireScope(actor, 'admin')
  const user = await requireMember(work.db, work.companyId, id)
  if (!isSelf(actor, id)) await requireOwnerFor(work, user.role)
  if (!isSelf(actor, id) && changes.password !== undefined)
    requireGivable(actor, ROLE_SCOPES[user.role])
  if (changes.role === undefined || changes.role === user.role) return
  requireGivable(actor, ROLE_SCOPES[changes.role])
  await requireOwnerFor(work, changes.role)
}

/**
 * Only owners change owners. The operator's key counts as an owner; stored keys do not, because every
 * admin can create one.
 */
export async function requireOwnerFor(work: Caller, role: Role): Promise<void> {
  if (role === 'owner' && !(await isOwner(work))) throw ownerOnly()
}

type Caller = Pick<ReadWork, 'db' | 'companyId' | 'actor'>

export async function isOwner({ db, companyId, actor }: Caller): Promise<boolean> {
  if (actor.kind === 'system' || actor.id === ENVIRONMENT_KEY_ID) return true
  const member = actor.kind === 'user' ? await findMember(db, companyId, actor.id) : undefined
  return member?.role === 'owner'
}

function requireAnotherOwner(owners: readonly string[], id: string): void {
  if (owners.includes(id) && owners.length === 1) throw lastOwner()
}

/**
 * Whether an actor may change the account of another person, which opens all companies of that
 * person. In an installation with one company, its admins may.
 */
export const mayChangeAccounts = async (
  { directory }: Pick<Access, 'directory'>,
  actor: Actor,
): Promise<boolean> => actor.scopes.has('companies') || !(await hasSeveralCompanies(directory))

async function newHash(
  context: Access,
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

export function requirePassword(password: string, known: readonly string[]): void {
  const fault = passwordFault(password, known, '/password')
  if (fault) throw invalidRequest([fault])
}

export const knownOf = (email: string, { host, publicUrl }: Hosts): readonly string[] => [
  email,
  host,
  ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
]

const isSelf = (actor: Actor, id: string): boolean => actor.kind === 'user' && actor.id === id
