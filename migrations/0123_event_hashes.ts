import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Each table on its own, so that no transaction holds two. */
export const outsideTransaction = true

/** The hash of each event, and that of the last one at the head. Earlier events have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const missing = sql.raw(isPostgres ? 'if not exists' : '')
  await sql`alter table events add column ${missing} hash ${sql.raw(isPostgres ? 'bytea' : 'blob')}`.execute(
    db,
  )
  await sql`alter table heads add column ${missing} event_hash text`.execute(db)
}
