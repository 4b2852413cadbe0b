import type { Kysely } from 'kysely'

/** What happened, in the order in which it was committed: the outbox that webhooks are sent from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('sequence', 'int8', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('resource_type', 'text', (column) => column.notNull())
    .addColumn('resource_id', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('events_resource')
    .on('events')
    .columns(['resource_id', 'type', 'sequence'])
    .execute()
  await db.schema.createIndex('events_type').on('events').columns(['type', 'sequence']).execute()
  // For the invoices that became overdue: few among many that are paid.
  await db.schema
    .createIndex('invoices_status_due')
    .on('invoices')
    .columns(['status', 'due_date'])
    .execute()
}
