import { type Kysely, sql } from 'kysely'

/** What is known of a company beyond its rows: its archive, its end, and where its chain begins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['genesis', 'archive', 'last_head', 'delete_at'])
    await sql`alter table companies add column ${sql.id(column)} text`.execute(db)
}
