import type { Selectable } from 'kysely'
import type { PageRequest } from '../http/pagination.ts'
import { type Db, engineOf, isUniqueViolation, type Trx } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import { emailTaken, userNotFound } from './errors.ts'
import type { Session } from './session.ts'
import type { Role, User } from './user.ts'

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

export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export async function requireUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (user) return user
  throw userNotFound()
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  return row && toUser(row)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** All owners, who stay owners until the transaction ends: how many there are is then a fact. */
export async function lockOwners(trx: Trx): Promise<readonly User[]> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'owner')
    .orderBy('id')
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(toUser)
}

/** One row more than the page, by when they were made. */
export async function listUsers(db: Db, page: PageRequest): Promise<readonly User[]> {
  const { after, direction, limit } = page
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('created_at', 'id'),
          direction === 'asc' ? '>' : '<',
          eb.tuple(after?.value ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toUser)
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** A session and whose it is, in one read: every request of a browser makes it. */
export async function findSession(
  db: Db,
  id: string,
): Promise<{ readonly session: Session; readonly user: User } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select([
      'sessions.created_at as session_created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { session_created_at: createdAt, last_used_at: lastUsedAt, expires_at: expiresAt } = row
  return { session: { id, userId: row.id, createdAt, lastUsedAt, expiresAt }, user: toUser(row) }
}

export async function touchSession(db: Db, id: string, lastUsedAt: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: lastUsedAt }).where('id', '=', id).execute()
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends all sessions of somebody but the one to keep. */
export async function deleteSessionsOf(db: Db, userId: string, keep: string | null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keep ?? '')
    .execute()
}

export async function deleteEndedSessions(db: Db, now: string, idleSince: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', idleSince)]))
    .execute()
}

const toUser = (row: Selectable<Tables['users']>): User => ({
  id: row.id,
  version: Number(row.version),
  email: row.email,
  name: row.name,
  role: row.role as Role,
  passwordHash: row.password_hash,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toUserRow = (user: User): Selectable<Tables['users']> => ({
  id: user.id,
  version: BigInt(user.version),
  email: user.email,
  name: user.name,
  role: user.role,
  password_hash: user.passwordHash,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
})
