import { type Kysely, sql } from 'kysely'

/** The bytes of larger assets may lie in the object store; null: all bytes are in the row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table template_assets add column size int8`.execute(db)
}
