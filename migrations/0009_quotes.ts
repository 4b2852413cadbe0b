import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Quotes, and the invoices that were made from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'quotes',
    columns: `company_id int8 not null,
      id text not null,
      root_id text not null,
      revision int8 not null,
      version int8 not null,
      number text,
      series text,
      sequence int8,
      status text not null,
      customer_id text not null,
      customer_name text not null,
      issue_date text not null,
      valid_until text,
      currency text not null,
      total_minor int8 not null,
      terms_text text,
      on_accept text not null,
      content text not null,
      optional_items text not null,
      share_nonce text,
      share_hash text,
      document_hash text,
      pdf_sha256 text,
      answers text not null,
      search_text text not null,
      opened_at text,
      answered_at text,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
    foreignKeys: ['(company_id, customer_id) references customers (company_id, id)'],
  })
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create unique index quotes_number on quotes (company_id, number)`,
  `create unique index quotes_revision on quotes (company_id, root_id, revision)`,
  `create unique index quotes_share on quotes (company_id, share_hash)`,
  `create index quotes_customer on quotes (company_id, customer_id)`,
  `create index quotes_created on quotes (company_id, created_at, id)`,
  `create index quotes_status on quotes (company_id, status, valid_until)`,
  `alter table invoices add column quote_id text`,
  `create index invoices_quote on invoices (company_id, quote_id, id) where quote_id is not null`,
]
