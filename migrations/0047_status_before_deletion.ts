import { type Kysely, sql } from 'kysely'

/** A suspended company that is called back is suspended again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column status_before text`.execute(db)
}
