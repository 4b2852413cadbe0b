import { type Kysely, sql } from 'kysely'

/** How much a company has, once a day, and of which limits it was warned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table usage_days add column row_count int8`.execute(db)
  await sql`alter table usage_days add column byte_count int8`.execute(db)
  await sql`alter table figures_at add column limits_near text`.execute(db)
}
