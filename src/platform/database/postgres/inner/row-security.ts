import { sql } from 'kysely'
import { ConfigError } from '../../../config.ts'
import { storageCode } from '../../storage-error.ts'
import type { CompanyId, Db, Trx } from '../../tables.ts'

/** A role that owns nothing and cannot bypass policies; each transaction switches to it. */
const ROLE = 'billwright_company'
const SETTING = 'billwright.company'
const POLICY = 'of_company'
const NOT_ALLOWED = '42501'
/** Another process created the role at the same time. */
const MADE_BY_ANOTHER = ['23505', '42710', 'XX000']

/**
 * The first statements of a transaction, so that PostgreSQL shows only the rows of one company.
 * Without a company it shows no rows, because the setting is missing. Both last until the
 * transaction ends.
 */
export const restrictedTo = (company: CompanyId | null): readonly string[] => [
  `set local role ${ROLE}`,
  ...(company === null ? [] : [`set local ${SETTING} = '${company}'`]),
]

/** Creates the role, its rights and the missing policies. Repeating it changes nothing. */
export async function ensureRowSecurity(db: Db): Promise<void> {
  await ensureRole(db)
  await db.transaction().execute(async (trx) => {
    // One process at a time: the others find the policies complete.
    await sql`update kysely_migration_lock set is_locked = 0 where id = 'migration_lock'`.execute(
      trx,
    )
    for (const table of await tablesWithoutPolicy(trx)) await addPolicy(trx, table)
    await sql`grant select, insert, update, delete on all tables in schema ${sql.id(await schemaOf(trx))}
      to ${sql.id(ROLE)}`.execute(trx)
  })
}

async function ensureRole(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${ROLE}`.execute(db)
  try {
    if (rows.length === 0) await sql`create role ${sql.id(ROLE)}`.execute(db)
    await sql`grant ${sql.id(ROLE)} to current_user`.execute(db)
  } catch (error) {
    if (MADE_BY_ANOTHER.includes(storageCode(error))) return ensureRole(db)
    if (storageCode(error) !== NOT_ALLOWED) throw error
    throw new ConfigError(
      `DATABASE_ROW_SECURITY needs the role ${ROLE}. Let an administrator run: create role ${ROLE}; grant ${ROLE} to the user of DATABASE_URL.`,
    )
  }
}

async function tablesWithoutPolicy(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.relname as name from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
      and exists (select 1 from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped)
      and not exists (select 1 from pg_policy p
        where p.polrelid = t.oid and p.polname = ${POLICY})
    order by 1`.execute(trx)
  return rows.map(({ name }) => name)
}

/** One plain equality: an `or` would prevent the use of every index. */
async function addPolicy(trx: Trx, table: string): Promise<void> {
  await sql`alter table ${sql.id(table)} enable row level security`.execute(trx)
  await sql`create policy ${sql.id(POLICY)} on ${sql.id(table)} to ${sql.id(ROLE)}
    using (company_id = current_setting(${sql.lit(SETTING)})::int8)`.execute(trx)
}

async function schemaOf(trx: Trx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(trx)
  return rows[0]?.name ?? 'public'
}
