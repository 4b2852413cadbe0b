import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Makes the partial indexes of invoices again. Of equally good indexes SQLite takes the newest, and that
 * of `updated_at` hid those that hold only what a filter asks for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  const { rows } = await sql<{ name: string; statement: string }>`
    select name, sql as statement from sqlite_master
    where type = 'index' and tbl_name = 'invoices' and lower(sql) like '% where %'
    order by rowid`.execute(db)
  for (const { name, statement } of rows) {
    await sql`drop index ${sql.ref(name)}`.execute(db)
    await sql.raw(statement).execute(db)
  }
}
