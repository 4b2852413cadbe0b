import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The changes of a revision as packed bytes; on SQLite, the parts of invoices within their key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const bytes = sql.raw(isPostgres ? 'bytea' : 'blob')
  await sql`alter table revisions add column changes_packed ${bytes}`.execute(db)
  if (isPostgres) return
  for (const table of ['invoice_items', 'invoice_adjustments', 'invoice_taxes'])
    await storeInKey(db, table)
}

/** Makes the table anew without `rowid`: one tree instead of the rows and an index on them. */
async function storeInKey(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = ${table} and sql is not null order by type = 'table' desc`.execute(db)
  const [made = '', ...others] = rows.map((row) => row.sql)
  const columns = made.slice(made.indexOf('('))
  await sql.raw(`create table ${table}_in_key ${columns} without rowid`).execute(db)
  await sql.raw(`insert into ${table}_in_key select * from ${table}`).execute(db)
  await sql.raw(`drop table ${table}`).execute(db)
  await sql.raw(`alter table ${table}_in_key rename to ${table}`).execute(db)
  for (const statement of others) await sql.raw(statement).execute(db)
}
