import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

interface NewIndex {
  readonly name: string
  readonly table: string
  /** Columns in SQL, `company_id` first. */
  readonly columns: string
  readonly isUnique?: boolean
  /** The condition of a partial index. */
  readonly where?: string
}

/**
 * For migrations with `outsideTransaction`: creates an index of a large table while others write to
 * it. Replaces the unfinished index of a killed run. SQLite has one writer, which waits.
 */
export async function createIndexConcurrently(
  db: QueryExecutorProvider,
  { name, table, columns, isUnique = false, where }: NewIndex,
): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const concurrently = sql.raw(isPostgres ? 'concurrently' : '')
  if (isPostgres && (await isInvalid(db, name)))
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
  await sql`create ${sql.raw(isUnique ? 'unique' : '')} index ${concurrently} if not exists ${sql.id(name)}
    on ${sql.id(table)} (${sql.raw(columns)}) ${sql.raw(where === undefined ? '' : `where ${where}`)}`.execute(
    db,
  )
}

/** The server keeps an unfinished index and does not use it. */
async function isInvalid(db: QueryExecutorProvider, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace
      and not i.indisvalid`.execute(db)
  return rows.length > 0
}
