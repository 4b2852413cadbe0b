import { type Kysely, sql } from 'kysely'

/** With the id, by which they are sorted: SQLite read all invoices of the company in that order instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index invoices_corrects`.execute(db)
  await sql`create index invoices_corrects on invoices (company_id, corrects_id, id)
    where corrects_id is not null`.execute(db)
}
