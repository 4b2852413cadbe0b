import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Series of numbers besides those of the settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'document_series',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      kind text not null,
      key text not null,
      name text not null,
      pattern text not null,
      reset text not null,
      start int8 not null,
      archived int8 not null,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id),
      unique (company_id, kind, key)`,
  })
  await sql`alter table customers add column number_series text`.execute(db)
}
