import type { Kysely } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Of companies that move here from another installation: up to where their changes have arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'arrivals',
    columns: `company_id int8 not null,
      applied_lsn text not null,
      primary key (company_id)`,
  })
}
