import { type Kysely, sql } from 'kysely'

/** For the list and the sum of refunds due: few invoices have a balance below zero. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index invoices_refund_due on invoices (issue_date, id)
    where total_minor < paid_minor + credited_minor`.execute(db)
}
