import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Each table on its own, so that no transaction holds two. */
export const outsideTransaction = true

const TABLES = ['invoices', 'quotes', 'delivery_notes', 'supplier_invoices']

/** A form of the number that sorts numerically, by bytes in every locale; 0121 fills it. Repeatable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const [missing, collation] = isPostgres
    ? [sql.raw('if not exists'), sql.raw('collate "C"')]
    : [sql.raw(''), sql.raw('')]
  for (const table of TABLES)
    await sql`alter table ${sql.table(table)}
      add column ${missing} number_order text ${collation} not null default ''`.execute(db)
}
