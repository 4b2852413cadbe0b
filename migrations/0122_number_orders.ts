import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../src/platform/database/inner/concurrent-index.ts'

export const outsideTransaction = true

/** The orders by number. That of invoices replaces the order of numbers as text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['invoices', 'quotes', 'delivery_notes', 'supplier_invoices'])
    await createIndexConcurrently(db, {
      name: `${table}_number_order`,
      table,
      columns: 'company_id, number_order, id',
    })
  await sql`drop index if exists invoices_number_or_none`.execute(db)
}
