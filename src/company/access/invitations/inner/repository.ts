import type { Selectable } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/lists/sorted-page.ts'
import type { Db, Trx } from '../../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../../platform/database/tables.ts'
import type { Role } from '../../people/user.ts'
import type { Invitation } from './invitation.ts'

/** Limits a query to the open invitations of a company. */
interface Open {
  readonly company: CompanyId
  readonly now: string
}

/** A newer invitation replaces an older one of the same address. */
export async function insertInvitation(
  trx: Trx,
  { id, company, email, role, invitedBy, isShown, createdAt, expiresAt }: Invitation,
  tokenHash: string,
): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('company', '=', company)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .execute()
  const row = {
    id,
    company,
    email,
    role,
    token_hash: tokenHash,
    invited_by: invitedBy,
    shown: isShown ? 1n : 0n,
    created_at: createdAt,
    expires_at: expiresAt,
    accepted_at: null,
  }
  await trx.insertInto('invitations').values(row).execute()
}

/** One row more than the page. */
export const listOpen = async (
  db: Db,
  open: Open,
  page: PageRequest,
): Promise<readonly Invitation[]> =>
  (await sortedPage(openOnes(db, open).selectAll(), page)).map(toInvitation)

export const countOpen = (db: Db, open: Open): Promise<number> => countRows(openOnes(db, open))

/** How many a company has created since this instant, accepted or not. */
export const countSince = (db: Db, company: CompanyId, since: string): Promise<number> =>
  countRows(
    db.selectFrom('invitations').where('company', '=', company).where('created_at', '>', since),
  )

export async function findByToken(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && toInvitation(row)
}

export async function findOpen(db: Db, open: Open, id: string): Promise<Invitation | undefined> {
  const row = await openOnes(db, open).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toInvitation(row)
}

/** False: another request accepted or deleted it first. */
export async function markAccepted(trx: Trx, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether there was one. */
export async function deleteInvitation(
  db: Db,
  { company, now }: Open,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('company', '=', company)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the open invitations that a person made, in any company. */
export async function deleteInvitationsBy(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .execute()
}

export async function deleteEndedInvitations(db: Db, before: string): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).execute()
}

const openOnes = (db: Db, { company, now }: Open) =>
  db
    .selectFrom('invitations')
    .where('company', '=', company)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)

const toInvitation = (row: Selectable<Tables['invitations']>): Invitation => ({
  id: row.id,
  company: row.company as CompanyId,
  email: row.email,
  role: row.role as Role,
  invitedBy: row.invited_by,
  isShown: row.shown === 1n,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
