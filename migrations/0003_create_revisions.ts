import type { Kysely } from 'kysely'

const INTEGER = 'int8'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revisions')
    .addColumn('sequence', INTEGER, (column) => column.primaryKey())
    .addColumn('invoice_id', 'text', (column) => column.notNull())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('state_hash', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('revisions_invoice')
    .on('revisions')
    .columns(['invoice_id', 'sequence'])
    .execute()
  await db.schema
    .createTable('chain_heads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sequence', INTEGER, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('invoices').addColumn('series', 'text').execute()
  await db.schema.alterTable('invoices').addColumn('sequence', INTEGER).execute()
  await db.schema
    .createIndex('invoices_series')
    .on('invoices')
    .columns(['series', 'sequence'])
    .unique()
    .execute()
}
