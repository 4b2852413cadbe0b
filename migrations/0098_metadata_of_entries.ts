import { type Kysely, sql } from 'kysely'

/** Metadata of entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entries add column metadata text not null default '{}'`.execute(db)
}
