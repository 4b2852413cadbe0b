import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Files of invoices, quotes, customers and entries. Equal bytes are stored once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
  await createCompanyTable(db, {
    name: 'file_contents',
    columns: `company_id int8 not null,
      sha256 text not null,
      bytes ${bytes} not null,
      stored_at text not null,
      primary key (company_id, sha256)`,
  })
  await createCompanyTable(db, {
    name: 'files',
    columns: `company_id int8 not null,
      id text not null,
      owner_kind text not null,
      owner_id text not null,
      name text not null,
      media_type text not null,
      size int8 not null,
      sha256 text not null,
      visible text not null,
      created_at text not null,
      primary key (company_id, id),
      unique (company_id, owner_kind, owner_id, name)`,
    foreignKeys: ['(company_id, sha256) references file_contents (company_id, sha256)'],
  })
  await sql.raw(`create index files_sha256 on files (company_id, sha256)`).execute(db)
}
