import { type Kysely, sql } from 'kysely'

/** What the EU's service said of the tax id of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column tax_id_check text`.execute(db)
}
