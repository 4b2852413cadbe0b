import { type Kysely, sql } from 'kysely'

/** What the customer transfers, where a withholding or split payment makes it differ from the total. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column payable_minor int8`.execute(db)
}
