import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Searches of the list of invoices that people keep under a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'invoice_views',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      owner_id text not null,
      name text not null,
      filters text not null,
      shared int8 not null,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
  })
  await sql`create index invoice_views_owner on invoice_views (company_id, owner_id, id)`.execute(
    db,
  )
}
