import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** E-invoices that suppliers sent. Their bytes are files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'supplier_invoices',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      status text not null,
      reason text,
      paid_on text,
      format text not null,
      profile text not null,
      kind text not null,
      number text not null,
      issue_date text not null,
      due_date text,
      currency text not null,
      seller_name text not null,
      seller_key text not null,
      total_cents int8 not null,
      due_cents int8 not null,
      errors int8 not null,
      warnings int8 not null,
      content text not null,
      findings text not null,
      sha256 text not null,
      search_text text not null,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id),
      unique (company_id, sha256)`,
    foreignKeys: ['(company_id, sha256) references file_contents (company_id, sha256)'],
  })
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
}

const INDEXES = [
  `create index supplier_invoices_created on supplier_invoices (company_id, created_at, id)`,
  `create index supplier_invoices_issued on supplier_invoices (company_id, issue_date, id)`,
  `create index supplier_invoices_number on supplier_invoices (company_id, seller_key, number)`,
]
