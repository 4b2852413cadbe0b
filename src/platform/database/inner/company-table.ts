import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'
import { isDistributed } from '../postgres/distribution.ts'

interface NewCompanyTable {
  readonly name: string
  /** Columns and keys in SQL, `company_id int8 not null` first. */
  readonly columns: string
  /** Such as `(company_id, invoice_id) references invoices (company_id, id)`. */
  readonly foreignKeys?: readonly string[]
}

/**
 * For migrations: creates a table of companies. If the others are distributed over several machines,
 * so is this one; Citus accepts its foreign keys only afterwards.
 */
export async function createCompanyTable(
  db: QueryExecutorProvider,
  { name, columns, foreignKeys = [] }: NewCompanyTable,
): Promise<void> {
  const keys = foreignKeys.map((key) => `foreign key ${key}`)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  if (!isPostgres || !(await isDistributed(db, 'invoices'))) {
    await sql.raw(`create table ${name} (${[columns, ...keys].join(', ')})`).execute(db)
    return
  }
  await sql.raw(`create table ${name} (${columns})`).execute(db)
  await sql`select create_distributed_table(${name}, 'company_id', colocate_with => 'invoices')`.execute(
    db,
  )
  for (const key of keys) await sql.raw(`alter table ${name} add ${key}`).execute(db)
}
