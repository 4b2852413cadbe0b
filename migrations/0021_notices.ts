import type { Kysely } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Until where a company was told by mail what happened, and of which matters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'notices',
    columns: `company_id int8 not null primary key,
      event_sequence int8 not null,
      told text not null,
      sent_at text`,
  })
}
