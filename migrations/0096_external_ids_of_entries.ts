import { type Kysely, sql } from 'kysely'

/** External ids of entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entries add column external_ids text not null default '[]'`.execute(db)
}
