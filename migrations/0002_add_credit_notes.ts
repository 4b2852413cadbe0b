import type { Kysely } from 'kysely'

/** What credit notes took off a claim, and which item of the invoice each of their lines credits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('invoices')
    .addColumn('credited_minor', 'int8', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const [name, type] of [
    ['credits_item_id', 'text'],
    ['credits_quantity_micro', 'int8'],
  ] as const) {
    await db.schema.alterTable('invoice_items').addColumn(name, type).execute()
  }
}
