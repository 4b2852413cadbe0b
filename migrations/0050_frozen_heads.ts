import { type Kysely, sql } from 'kysely'

/** Since when nothing may be recorded, while a company moves to another installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table heads add column frozen_at text`.execute(db)
}
