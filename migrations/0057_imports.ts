import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Files that were uploaded to be imported, and the records in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'imports',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      kind text not null,
      format text not null,
      name text,
      digest text not null,
      committed_digest text,
      status text not null,
      issues int8 not null,
      rows int8 not null,
      valid int8 not null,
      faulty int8 not null,
      known int8 not null,
      imported int8 not null,
      failed int8 not null,
      undone int8 not null,
      kept int8 not null,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
  })
  await createCompanyTable(db, {
    name: 'import_records',
    columns: `company_id int8 not null,
      import_id text not null,
      position int8 not null,
      line int8 not null,
      status text not null,
      source text,
      faults text not null,
      resource_id text,
      resource_version int8,
      primary key (company_id, import_id, position)`,
    foreignKeys: ['(company_id, import_id) references imports (company_id, id)'],
  })
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
}

const INDEXES = [
  // A file comes in once, unless it is undone.
  `create unique index imports_committed on imports (company_id, kind, committed_digest)
    where committed_digest is not null`,
  `create index imports_created on imports (company_id, created_at, id)`,
  `create index imports_status on imports (company_id, status, created_at, id)`,
  `create index import_records_status on import_records (company_id, import_id, status, position)`,
]
