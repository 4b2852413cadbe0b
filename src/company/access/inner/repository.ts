import type { ExpressionBuilder, Selectable } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import { type Db, engineOf, isUniqueViolation, type Trx } from '../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import { emailTaken, userNotFound } from '../errors.ts'
import type { Member, Role, User } from '../people/user.ts'

export async function insertUser(db: Db, user: User): Promise<void> {
  try {
    await db.insertInto('users').values(toUserRow(user)).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken(user.email) : error
  }
}

export async function saveUser(db: Db, user: User): Promise<void> {
  await db.updateTable('users').set(toUserRow(user)).where('id', '=', user.id).execute()
}

/** Only if the hash is still the verified one. */
export async function replacePasswordHash(
  db: Db,
  { id, passwordHash }: User,
  next: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash ?? '')
    .execute()
}

/** Changes the ETag after a change of data beside the row. */
export async function touchUser(db: Db, id: string, updatedAt: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1n), updated_at: updatedAt }))
    .where('id', '=', id)
    .execute()
}

export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

/** As `requireUser`, but locked until the transaction ends. */
export async function lockUser(trx: Trx, id: string): Promise<User> {
  const row = await selectUsers(trx)
    .where('users.id', '=', id)
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (row) return toUser(row)
  throw userNotFound()
}

export async function requireUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (user) return user
  throw userNotFound()
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await selectUsers(db).where('email', '=', email).executeTakeFirst()
  return row && toUser(row)
}

/** Some operators of the installation. */
export async function listOperators(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', OPERATOR)
    .orderBy('created_at')
    .limit(OPERATORS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A person's membership in a company, with the role. */
export interface Membership {
  readonly company: CompanyId
  readonly userId: string
  readonly role: Role
}

export async function insertMembership(
  db: Db,
  { company, userId, role, createdAt }: Membership & { readonly createdAt: string },
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ company, user_id: userId, role, created_at: createdAt })
    .execute()
}

export async function saveRole(trx: Trx, { company, userId, role }: Membership): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('company', '=', company)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMembership(
  trx: Trx,
  { company, userId }: Omit<Membership, 'role'>,
): Promise<void> {
  await trx
    .deleteFrom('memberships')
    .where('company', '=', company)
    .where('user_id', '=', userId)
    .execute()
}

/** Up to `limit` companies that a person belongs to. */
export async function listMemberships(
  db: Db,
  userId: string,
  limit: number,
): Promise<readonly Membership[]> {
  const rows = await db
    .selectFrom('memberships')
    .select(['company', 'role'])
    .where('user_id', '=', userId)
    .orderBy('company')
    .limit(limit)
    .execute()
  return rows.map(({ company, role }) => ({
    company: company as CompanyId,
    userId,
    role: role as Role,
  }))
}

export const countCompaniesOf = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom('memberships').where('user_id', '=', userId))

/** All owners of a company, locked until the transaction ends, so that their count stays right. */
export async function lockOwners(trx: Trx, company: CompanyId): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('company', '=', company)
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function findMember(
  db: Db,
  company: CompanyId,
  userId: string,
): Promise<Member | undefined> {
  const row = await selectMembers(db, company).where('users.id', '=', userId).executeTakeFirst()
  return row && toMember(row)
}

export async function requireMember(db: Db, company: CompanyId, userId: string): Promise<Member> {
  const member = await findMember(db, company, userId)
  if (member) return member
  throw userNotFound()
}

/** One row more than the page, by creation time. */
export async function listMembers(
  db: Db,
  company: CompanyId,
  page: PageRequest,
): Promise<readonly Member[]> {
  const sorting = { ...page, by: 'users.created_at', unique: 'users.id' }
  return (await sortedPage(selectMembers(db, company), sorting)).map(toMember)
}

export const countMembers = (db: Db, company: CompanyId): Promise<number> =>
  countRows(db.selectFrom('memberships').where('company', '=', company))

const selectMembers = (db: Db, company: CompanyId) =>
  selectUsers(db)
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('memberships.role as member_role')
    .where('memberships.company', '=', company)

const toMember = (row: UserRow & { readonly member_role: string }): Member => ({
  ...toUser(row),
  role: row.member_role as Role,
})

const OPERATOR = 'operator'
const OPERATORS_MAX = 10

type UserRow = Selectable<Tables['users']> & { readonly second_factor_at: string | null }

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .selectAll('users')
    .select((eb) => secondFactorAt(eb).as('second_factor_at'))

/** Column for a query of users: when the person confirmed their second factor. */
export const secondFactorAt = (eb: ExpressionBuilder<Tables, 'users'>) =>
  eb
    .selectFrom('second_factors')
    .select('second_factors.confirmed_at')
    .whereRef('second_factors.user_id', '=', 'users.id')

export const toUser = (row: UserRow): User => ({
  id: row.id,
  version: Number(row.version),
  email: row.email,
  name: row.name,
  isOperator: row.role === OPERATOR,
  passwordHash: row.password_hash === '' ? null : row.password_hash,
  hasSecondFactor: row.second_factor_at !== null,
  provenAt: row.proven_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toUserRow = (user: User): Selectable<Tables['users']> => ({
  id: user.id,
  version: BigInt(user.version),
  email: user.email,
  name: user.name,
  role: user.isOperator ? OPERATOR : '',
  password_hash: user.passwordHash ?? '',
  proven_at: user.provenAt,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
})

/** A person's identity at a provider. Their address there may change; the identity does not. */
interface Subject {
  readonly issuer: string
  readonly subject: string
}

export async function findUserIdBySubject(
  db: Db,
  { issuer, subject }: Subject,
): Promise<string | null> {
  const row = await db
    .selectFrom('oidc_subjects')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Ends the sign-in of a person with every provider. */
export async function unlinkSubjects(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('oidc_subjects').where('user_id', '=', userId).execute()
}

/** False: that person is already linked to another identity there. */
export async function linkSubject(
  db: Db,
  { issuer, subject }: Subject,
  { userId, createdAt }: { readonly userId: string; readonly createdAt: string },
): Promise<boolean> {
  try {
    await db
      .insertInto('oidc_subjects')
      .values({ issuer, subject, user_id: userId, created_at: createdAt })
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
