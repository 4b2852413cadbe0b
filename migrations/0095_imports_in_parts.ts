import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Each column on its own, so that no transaction changes two tables. */
export const outsideTransaction = true

const COLUMNS = [
  ['imports', `options text not null default '{}'`],
  ['imports', 'duplicates int8 not null default 0'],
  ['imports', 'updated int8 not null default 0'],
  ['import_records', 'kind text'],
  ['import_records', 'label text'],
  ['import_records', `notes text not null default '[]'`],
] as const

/** Imports of programs, with records of several kinds; records that look like others; and notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const missing = sql.raw(isPostgres ? 'if not exists' : '')
  for (const [table, column] of COLUMNS)
    await sql`alter table ${sql.table(table)} add column ${missing} ${sql.raw(column)}`.execute(db)
}
