import { type Kysely, sql } from 'kysely'

/** Whether the open time and expenses of the customer join each invoice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recurring_invoices
    add column include_entries int8 not null default 0`.execute(db)
}
