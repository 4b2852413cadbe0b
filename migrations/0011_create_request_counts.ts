import type { Kysely } from 'kysely'

/** How often callers asked in a minute, as the processes tell one another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_counts')
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('count', 'int8', (column) => column.notNull())
    .addPrimaryKeyConstraint('request_counts_key', ['window_ends_at', 'caller'])
    .execute()
}
