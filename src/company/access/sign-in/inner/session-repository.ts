import type { Selectable } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../../platform/database/tables.ts'
import { type Membership, secondFactorAt, toUser } from '../../inner/repository.ts'
import type { Role, User } from '../../people/user.ts'
import type { Session } from './session.ts'

const MEMBERSHIPS_READ = 2

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
      user_agent: session.browser,
      address: session.address,
    })
    .execute()
}

export interface FoundSession {
  readonly session: Session
  readonly user: User
  /** The membership in the named company; else at most two, to detect whether there are several. */
  readonly memberships: readonly Membership[]
}

/**
 * A session with its person and their companies, in one query: every request of a browser needs it.
 *
 * @param company only the membership in this one; null: any
 */
export async function findSession(
  db: Db,
  id: string,
  company: CompanyId | null,
): Promise<FoundSession | undefined> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('memberships', (join) => {
      const theirs = join.onRef('memberships.user_id', '=', 'users.id')
      return company === null ? theirs : theirs.on('memberships.company', '=', company)
    })
    .selectAll('users')
    .select((eb) => [
      secondFactorAt(eb).as('second_factor_at'),
      'sessions.created_at as session_created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.user_agent',
      'sessions.address',
      'memberships.company as member_of',
      'memberships.role as member_role',
    ])
    .where('sessions.id', '=', id)
    .limit(MEMBERSHIPS_READ)
    .execute()
  const [row] = rows
  if (!row) return undefined
  const session = toSession({ ...row, id, user_id: row.id, created_at: row.session_created_at })
  const memberships = rows.flatMap(({ member_of: company, member_role: role }) =>
    company === null || role === null
      ? []
      : [{ company: company as CompanyId, userId: row.id, role: role as Role }],
  )
  return { session, user: toUser(row), memberships }
}

/** Newest first. */
export async function listSessions(db: Db, userId: string): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSession)
}

export async function touchSession(db: Db, id: string, lastUsedAt: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: lastUsedAt }).where('id', '=', id).execute()
}

/** Gives the session another id, so that the previous cookie is worthless. */
export async function renameSession(db: Db, id: string, next: string): Promise<void> {
  await db.updateTable('sessions').set({ id: next }).where('id', '=', id).execute()
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await deleteSessions(db, [id])
}

export async function deleteSessions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('sessions')
    .where('id', 'in', [...ids])
    .execute()
}

/** Ends all sessions of a person except the one to keep. */
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

const toSession = (row: Selectable<Tables['sessions']>): Session => ({
  id: row.id,
  userId: row.user_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  browser: row.user_agent,
  address: row.address,
})
