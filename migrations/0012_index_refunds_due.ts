import { type Kysely, sql } from 'kysely'

/** Few invoices among all: those on which more was paid than credit notes left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index invoices_refund_due on invoices (issue_date, id)
    where total_minor < paid_minor + credited_minor`.execute(db)
}
