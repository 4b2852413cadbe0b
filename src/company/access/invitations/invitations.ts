import type { Company } from '../../../core/companies/company.ts'
import {
  hasSeveralCompanies,
  lockCompany,
  requireCompanyByNumber,
} from '../../../core/companies/directory.ts'
import { requireRoom } from '../../../core/companies/limits.ts'
import { type Page, type PageRequest, toPage } from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { instant, secondsAfter } from '../../../platform/clock.ts'
import { inTransaction, type Trx } from '../../../platform/database/db.ts'
import { requireSecret } from '../../../platform/database/secrets.ts'
import { hmacSha256, newId, sha256 } from '../../../platform/ids.ts'
import type { Access, Source } from '../access.ts'
import {
  invitationForOther,
  invitationNotFound,
  passwordRequired,
  signInFirst,
  tooManyInvitations,
} from '../errors.ts'
import {
  countMembers,
  findMember,
  findUserByEmail,
  insertMembership,
  insertUser,
} from '../inner/repository.ts'
import { requireGivable } from '../keys/keys.ts'
import { requireOwnerFor, toNewUser } from '../people/people.ts'
import { ROLE_SCOPES, type Role, toEmail, type User } from '../people/user.ts'
import type { SignedIn } from '../sign-in/inner/sign-in.ts'
import { identifySession, openSession } from '../sign-in/inner/sign-in.ts'
import { INVITATION_SECONDS, type Invitation } from './inner/invitation.ts'
import {
  countOpen,
  countSince,
  deleteInvitation,
  findByToken,
  findOpen,
  insertInvitation,
  listOpen,
  markAccepted,
} from './inner/repository.ts'

interface NewInvitation {
  readonly email: string
  readonly role: Role
}

/** The input of the person with the link. */
interface Acceptance extends Source {
  readonly token: string
  /** They confirm that they join with another address than the invited one. */
  readonly isOtherAccount: boolean
  /** Of a new account. */
  readonly name: string | null
  readonly password: string | null
}

/** An invitation as the person with the link sees it. */
export interface Offer {
  readonly invitation: Invitation
  readonly company: Company
  /** Who is signed in; null: nobody. */
  readonly person: User | null
}

export interface Joined {
  readonly company: Company
  /** Null: they were signed in already. */
  readonly signedIn: SignedIn | null
}

/** The secret that link tokens derive from. */
const SECRET = 'invitations'

const DAY_SECONDS = 24 * 60 * 60
/** A company younger than this may be made for spam, so it invites fewer people. */
const YOUNG_SECONDS = 30 * DAY_SECONDS
const PER_DAY_MAX = 100
const PER_DAY_MAX_YOUNG = 10

/** Derived from the id, so that a message gets the link only when it is sent. */
const tokenOf = async ({ db }: Access, id: string): Promise<string> =>
  hmacSha256(await requireSecret(db, SECRET), id)

/** A link that its inviter saw proves no address, so it ends when a second company comes. */
const isUsable = async ({ directory }: Access, { isShown }: Invitation): Promise<boolean> =>
  !isShown || !(await hasSeveralCompanies(directory))

async function requireInvitation(access: Access, token: string): Promise<Invitation> {
  const found = await findByToken(access.db, sha256(token), instant(access.clock))
  if (found && (await isUsable(access, found))) return found
  throw invitationNotFound()
}

const personOf = async (
  access: Access,
  { session }: Pick<Source, 'session'>,
): Promise<User | null> =>
  session === null ? null : ((await identifySession(access, session, null))?.user ?? null)

async function join(
  { clock }: Access,
  trx: Trx,
  { id, company, role }: Invitation,
  userId: string,
) {
  const createdAt = instant(clock)
  if (!(await markAccepted(trx, id, createdAt))) throw invitationNotFound()
  // Existing members keep their role.
  if (await findMember(trx, company, userId)) return
  await insertMembership(trx, { company, userId, role, createdAt })
}

async function asNewPerson(
  access: Access,
  invitation: Invitation,
  given: Acceptance,
): Promise<SignedIn> {
  if (await findUserByEmail(access.db, invitation.email)) throw signInFirst()
  const { name, password } = given
  if (password === null) throw passwordRequired()
  const made = await toNewUser(access, { email: invitation.email, name, password })
  const user = { ...made, provenAt: invitation.isShown ? null : made.createdAt }
  await inTransaction(access.db, async (trx) => {
    await insertUser(trx, user)
    await join(access, trx, invitation, user.id)
  })
  return openSession(access, user, given)
}

/** Invitations of a company that can still be accepted. */
export async function listInvitations(
  { db, companyId, at: now }: ReadWork,
  request: PageRequest,
): Promise<Page<Invitation>> {
  const total = request.withTotal ? await countOpen(db, { company: companyId, now }) : null
  const rows = await listOpen(db, { company: companyId, now }, request)
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/**
 * Does not reveal whether the address has an account here. Only with one company does the inviter
 * get the token: elsewhere they could take the account of a stranger.
 */
export async function createInvitation(
  access: Access,
  work: ReadWork,
  { email, role }: NewInvitation,
): Promise<{ readonly invitation: Invitation; readonly token: string | null }> {
  const { actor, companyId, company, at: now } = work
  requireGivable(actor, ROLE_SCOPES[role])
  await requireOwnerFor(work, role)
  await requireRoom(work, 'members', () => countMembers(access.db, companyId))
  const isYoung = company.createdAt > secondsAfter(now, -YOUNG_SECONDS)
  const max = isYoung ? PER_DAY_MAX_YOUNG : PER_DAY_MAX
  const id = newId('ivt')
  const token = await tokenOf(access, id)
  const invitation: Invitation = {
    id,
    company: companyId,
    email: toEmail(email),
    role,
    isShown: !(await hasSeveralCompanies(access.directory)),
    invitedBy: actor.id,
    createdAt: now,
    expiresAt: secondsAfter(now, INVITATION_SECONDS),
  }
  return inTransaction(access.db, async (trx) => {
    // One at a time, so that the limit is exact.
    await lockCompany(trx, companyId)
    const recent = await countSince(trx, companyId, secondsAfter(now, -DAY_SECONDS))
    if (recent >= max) throw tooManyInvitations(max)
    await insertInvitation(trx, invitation, sha256(token))
    return { invitation, token: invitation.isShown ? token : null }
  })
}

/** An open invitation of a company, with the token of its link. */
export async function findInvitation(
  access: Access,
  { companyId, at: now }: ReadWork,
  id: string,
): Promise<{ readonly invitation: Invitation; readonly token: string } | null> {
  const invitation = await findOpen(access.db, { company: companyId, now }, id)
  if (!invitation || !(await isUsable(access, invitation))) return null
  return { invitation, token: await tokenOf(access, id) }
}

export async function withdrawInvitation(
  { db }: Access,
  { companyId, at: now }: ReadWork,
  id: string,
): Promise<void> {
  const isThere = await inTransaction(db, (trx) =>
    deleteInvitation(trx, { company: companyId, now }, id),
  )
  if (!isThere) throw invitationNotFound()
}

export async function lookAtInvitation(
  access: Access,
  given: Pick<Acceptance, 'token' | 'session'>,
): Promise<Offer> {
  const invitation = await requireInvitation(access, given.token)
  const company = await requireCompanyByNumber(access.directory, invitation.company)
  return { invitation, company, person: await personOf(access, given) }
}

/**
 * Joins the company with the signed-in account or a new one. Joining with another address than
 * the invited one needs the person's consent.
 */
export async function acceptInvitation(access: Access, given: Acceptance): Promise<Joined> {
  const invitation = await requireInvitation(access, given.token)
  const company = await requireCompanyByNumber(access.directory, invitation.company)
  const person = await personOf(access, given)
  if (person === null) return { company, signedIn: await asNewPerson(access, invitation, given) }
  if (person.email !== invitation.email && !given.isOtherAccount)
    throw invitationForOther(person.email)
  await inTransaction(access.db, (trx) => join(access, trx, invitation, person.id))
  return { company, signedIn: null }
}
