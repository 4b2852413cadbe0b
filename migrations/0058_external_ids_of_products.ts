import { type Kysely, sql } from 'kysely'

/** External ids of products. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table products add column external_ids text not null default '[]'`.execute(db)
}
