import type { Kysely } from 'kysely'

/** How many numbers a series passed over, because they were used before it began or were brought in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('number_series')
    .addColumn('skipped', 'int8', (column) => column.notNull().defaultTo(0))
    .execute()
}
