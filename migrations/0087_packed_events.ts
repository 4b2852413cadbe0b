import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The data of an event as packed bytes; on SQLite, events within their key. Older data stay text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const bytes = sql.raw(isPostgres ? 'bytea' : 'blob')
  await sql`alter table events add column data_packed ${bytes}`.execute(db)
  if (!isPostgres) await storeInKey(db)
}

/** Makes the table anew without `rowid`: one tree instead of the rows and an index on them. */
async function storeInKey(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where tbl_name = 'events' and sql is not null order by type = 'table' desc`.execute(db)
  const [made = '', ...indexes] = rows.map((row) => row.sql)
  const columns = made.slice(made.indexOf('('))
  await sql.raw(`create table events_in_key ${columns} without rowid`).execute(db)
  await sql`insert into events_in_key select * from events`.execute(db)
  await sql`drop table events`.execute(db)
  await sql`alter table events_in_key rename to events`.execute(db)
  for (const index of indexes) await sql.raw(index).execute(db)
}
