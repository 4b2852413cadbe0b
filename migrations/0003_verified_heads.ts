import type { Kysely } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Up to where the chain of a company was verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'verified_heads',
    columns: `company_id int8 primary key,
      revision_sequence int8 not null,
      revision_hash text not null,
      verified_at text not null`,
  })
}
