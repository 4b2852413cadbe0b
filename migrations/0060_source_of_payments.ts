import { type Kysely, sql } from 'kysely'

/** Where a payment comes from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column source text`.execute(db)
}
