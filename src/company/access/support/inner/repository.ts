import type { Selectable } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/lists/sorted-page.ts'
import type { Db, Trx } from '../../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../../platform/database/tables.ts'
import type { SupportAccess, SupportGrant } from './grant.ts'

/** A company at an instant. */
export interface Now {
  readonly company: CompanyId
  readonly now: string
}

export async function insertGrant(trx: Trx, grant: SupportGrant): Promise<void> {
  const row = {
    id: grant.id,
    company: grant.company,
    access: grant.access,
    granted_by: grant.grantedBy,
    created_at: grant.createdAt,
    expires_at: grant.expiresAt,
    revoked_at: grant.revokedAt,
  }
  await trx.insertInto('support_grants').values(row).execute()
}

/** The active grant; there is at most one. */
export async function findActive(db: Db, at: Now): Promise<SupportGrant | undefined> {
  const row = await activeOnes(db, at)
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toGrant(row)
}

export async function findGrant(
  db: Db,
  company: CompanyId,
  id: string,
): Promise<SupportGrant | undefined> {
  const row = await grantsOf(db, company).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toGrant(row)
}

/** One row more than the page. */
export const listGrants = async (
  db: Db,
  company: CompanyId,
  page: PageRequest,
): Promise<readonly SupportGrant[]> =>
  (await sortedPage(grantsOf(db, company).selectAll(), page)).map(toGrant)

export const countGrants = (db: Db, company: CompanyId): Promise<number> =>
  countRows(grantsOf(db, company))

/** The companies that give operators access now. */
export async function listOpenCompanies(
  db: Db,
  now: string,
  limit: number,
): Promise<readonly CompanyId[]> {
  const rows = await db
    .selectFrom('support_grants')
    .select('company')
    .distinct()
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('company')
    .limit(limit)
    .execute()
  return rows.map(({ company }) => company as CompanyId)
}

/** Ends the active grant. */
export async function revokeActive(trx: Trx, { company, now }: Now): Promise<void> {
  await trx
    .updateTable('support_grants')
    .set({ revoked_at: now })
    .where('company', '=', company)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Deletes the grants; the events of their companies still record what operators did. */
export async function deleteOldGrants(db: Db, before: string): Promise<void> {
  await db.deleteFrom('support_grants').where('expires_at', '<', before).execute()
}

const grantsOf = (db: Db, company: CompanyId) =>
  db.selectFrom('support_grants').where('company', '=', company)

const activeOnes = (db: Db, { company, now }: Now) =>
  grantsOf(db, company).where('revoked_at', 'is', null).where('expires_at', '>', now)

const toGrant = (row: Selectable<Tables['support_grants']>): SupportGrant => ({
  id: row.id,
  company: row.company as CompanyId,
  access: row.access as SupportAccess,
  grantedBy: row.granted_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})
