import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** The access point of a company, and the invoices that went through it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'access_points',
    columns: `company_id int8 not null,
      version int8 not null,
      url text not null,
      token_sealed text not null,
      refused_since text,
      refused_detail text,
      updated_at text not null,
      primary key (company_id)`,
  })
  await createCompanyTable(db, {
    name: 'transmissions',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      invoice_id text not null,
      number text not null,
      format text not null,
      recipient text not null,
      status text not null,
      xml_sha256 text,
      detail text,
      queued_at text not null,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
  })
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
}

const INDEXES = [
  // A failed one may be followed by another; two at once never.
  `create unique index transmissions_open on transmissions (company_id, invoice_id) where status != 'failed'`,
  `create index transmissions_invoice on transmissions (company_id, invoice_id, id)`,
  `create index transmissions_status on transmissions (company_id, status, updated_at)`,
]
