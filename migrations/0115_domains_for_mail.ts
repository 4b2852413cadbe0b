import { type Kysely, sql } from 'kysely'

/** A domain may be proven for e-mail alone; links do not open under it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company_domains add column for_links int8 not null default 1`.execute(db)
}
