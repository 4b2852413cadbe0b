import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** What each company uses by day, and its figures for the view of several companies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await createCompanyTable(db, table)
  await sql`create index figures_day on figures (company_id, day, currency)`.execute(db)
}

const TABLES = [
  {
    name: 'usage_days',
    columns: `company_id int8 not null, day text not null, requests int8 not null, pdfs int8 not null,
      primary key (company_id, day)`,
  },
  {
    name: 'figures_at',
    columns: `company_id int8 not null, counted_at text not null, day text not null,
      event_sequence int8 not null, drafts int8 not null, issued int8 not null, active_at text,
      primary key (company_id)`,
  },
  {
    name: 'figures',
    columns: `company_id int8 not null, currency text not null, day text not null,
      outstanding_count int8 not null, outstanding int8 not null,
      overdue_count int8 not null, overdue int8 not null,
      primary key (company_id, currency, day)`,
  },
]
