import type { Db } from '../../platform/database/db.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { findVerified, keepDomain, listDomains } from './domains/inner/repository.ts'
import { userNotFound } from './errors.ts'
import { findMember, findUserByEmail, insertMembership } from './inner/repository.ts'
import { type Role, toEmail, type User } from './people/user.ts'

/** A key in the archive of its company: with the hash of its secret, never the secret. */
export interface ArchivedKey {
  readonly id: string
  readonly name: string
  readonly secret_hash: string
  readonly scopes: string
  readonly created_at: string
  readonly expires_at: string | null
}

/** The keys of a company that are not revoked. */
export const listArchivedKeys = (db: Db, company: CompanyId): Promise<readonly ArchivedKey[]> =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'secret_hash', 'scopes', 'created_at', 'expires_at'])
    .where('company', '=', company)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()

/** A key that exists here already, in any company, stays as it is. */
export async function insertArchivedKeys(
  db: Db,
  company: CompanyId,
  keys: readonly ArchivedKey[],
): Promise<void> {
  const rest = { company, version: 1n, last_used_at: null, revoked_at: null }
  for (const { id, name, secret_hash, scopes, created_at, expires_at } of keys)
    await db
      .insertInto('api_keys')
      .values({ id, name, secret_hash, scopes, created_at, expires_at, ...rest })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

interface CompanyAt {
  readonly db: Db
  readonly companyId: CompanyId
}

/** Gives the members of a company their roles in another installation, where it knows their addresses. */
export async function copyMembers(from: CompanyAt, to: CompanyAt): Promise<void> {
  const members = await from.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'memberships.role', 'memberships.created_at as createdAt'])
    .where('memberships.company', '=', from.companyId)
    .execute()
  for (const { email, role, createdAt } of members) {
    const user = await findUserByEmail(to.db, email)
    if (!user || (await findMember(to.db, to.companyId, user.id))) continue
    const membership = { company: to.companyId, userId: user.id, role: role as Role }
    await insertMembership(to.db, { ...membership, createdAt })
  }
}

/**
 * Gives the company its own domains in another installation. Their TXT records stay valid. A domain
 * that another company there has verified stays there.
 */
export async function copyDomains(from: CompanyAt, to: CompanyAt): Promise<void> {
  for (const domain of await listDomains(from.db, from.companyId))
    await keepDomain(to.db, { ...domain, company: to.companyId })
}

/** Whether the company has proven that this domain is its own. */
export const isVerifiedBy = async ({ db, companyId }: CompanyAt, host: string): Promise<boolean> =>
  (await findVerified(db, host))?.company === companyId

/** Makes a person of this installation an owner of the company. Throws if the person does not exist. */
export async function addOwner(
  db: Db,
  {
    company,
    email,
    at,
  }: { readonly company: CompanyId; readonly email: string; readonly at: string },
): Promise<void> {
  const { id: userId } = await requirePerson(db, email)
  if (await findMember(db, company, userId)) return
  await insertMembership(db, { company, userId, role: 'owner', createdAt: at })
}

export async function requirePerson(db: Db, email: string): Promise<User> {
  const user = await findUserByEmail(db, toEmail(email))
  if (user) return user
  throw userNotFound()
}

/** Deletes all memberships and keys of a company. */
export async function deleteAccess(db: Db, company: CompanyId): Promise<void> {
  for (const table of INSIDE) await db.deleteFrom(table).where('company', '=', company).execute()
}

const INSIDE = [
  'api_keys',
  'invitations',
  'support_grants',
  'company_domains',
  'memberships',
] as const
