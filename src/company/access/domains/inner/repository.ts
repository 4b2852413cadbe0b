import type { Selectable } from 'kysely'
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/database/db.ts'
import type { CompanyId, Tables } from '../../../../platform/database/tables.ts'
import { domainExists } from '../../errors.ts'
import type { Domain } from '../domain.ts'

export async function insertDomain(db: Db, domain: Domain): Promise<void> {
  try {
    await db.insertInto('company_domains').values(toRow(domain)).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? domainExists(domain.host) : error
  }
}

/** Unless the company has it already, or another company has verified it. */
export async function keepDomain(db: Db, domain: Domain): Promise<void> {
  await db
    .insertInto('company_domains')
    .values(toRow(domain))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveDomain(trx: Trx, domain: Domain): Promise<void> {
  try {
    await trx
      .updateTable('company_domains')
      .set(toRow(domain))
      .where('company', '=', domain.company)
      .where('host', '=', domain.host)
      .execute()
  } catch (error) {
    // Another company verified the domain at the same instant.
    throw isUniqueViolation(error) ? domainExists(domain.host) : error
  }
}

/** The last company that verified a name owns it; the previous one keeps no verification. */
export async function unverifyElsewhere(trx: Trx, { company, host }: Domain): Promise<void> {
  await trx
    .updateTable('company_domains')
    .set({ verified_at: null })
    .where('host', '=', host)
    .where('company', '<>', company)
    .where('verified_at', 'is not', null)
    .execute()
}

export async function findDomain(
  db: Db,
  company: CompanyId,
  host: string,
): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('company_domains')
    .selectAll()
    .where('company', '=', company)
    .where('host', '=', host)
    .executeTakeFirst()
  return row && toDomain(row)
}

export async function findVerified(db: Db, host: string): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('company_domains')
    .selectAll()
    .where('host', '=', host)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row && toDomain(row)
}

/** The domains of a company, oldest first. There are few. */
export async function listDomains(db: Db, company: CompanyId): Promise<readonly Domain[]> {
  const rows = await db
    .selectFrom('company_domains')
    .selectAll()
    .where('company', '=', company)
    .orderBy('created_at')
    .orderBy('host')
    .execute()
  return rows.map(toDomain)
}

export interface Stale {
  /** Last checked before this instant. */
  readonly checkedBefore: string
  /** Domains with a missing record are due if the last check was before this. */
  readonly missedBefore: string
}

/** Verified domains whose record is due for a check. */
export async function listStale(
  db: Db,
  { checkedBefore, missedBefore }: Stale,
  limit: number,
): Promise<readonly Domain[]> {
  const rows = await db
    .selectFrom('company_domains')
    .selectAll()
    .where('verified_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('checked_at', '<', checkedBefore),
        eb.and([eb('failing_since', 'is not', null), eb('checked_at', '<', missedBefore)]),
      ]),
    )
    .orderBy('checked_at')
    .limit(limit)
    .execute()
  return rows.map(toDomain)
}

export async function deleteDomain(trx: Trx, company: CompanyId, host: string): Promise<void> {
  await trx
    .deleteFrom('company_domains')
    .where('company', '=', company)
    .where('host', '=', host)
    .execute()
}

const toDomain = (row: Selectable<Tables['company_domains']>): Domain => ({
  company: row.company as CompanyId,
  host: row.host,
  token: row.token,
  createdAt: row.created_at,
  verifiedAt: row.verified_at,
  checkedAt: row.checked_at,
  failingSince: row.failing_since,
  forLinks: row.for_links === 1n,
})

const toRow = (domain: Domain): Selectable<Tables['company_domains']> => ({
  company: domain.company,
  host: domain.host,
  token: domain.token,
  created_at: domain.createdAt,
  verified_at: domain.verifiedAt,
  checked_at: domain.checkedAt,
  failing_since: domain.failingSince,
  for_links: domain.forLinks ? 1n : 0n,
})
