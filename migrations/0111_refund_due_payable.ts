import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** Finds refunds by what was payable; the index before compared with the total. Repeatable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const concurrently = sql.raw(isPostgres ? 'concurrently' : '')
  await sql`drop index ${concurrently} if exists invoices_refund_due`.execute(db)
  await createIndexConcurrently(db, {
    name: 'invoices_refund_due',
    table: 'invoices',
    columns: 'company_id, issue_date, id',
    where: 'coalesce(payable_minor, total_minor) < paid_minor + credited_minor',
  })
}
