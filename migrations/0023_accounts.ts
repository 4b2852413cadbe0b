import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Money on account of customers, and the payments that came from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'account_entries',
    columns: `company_id int8 not null,
      id text not null,
      customer_id text not null,
      currency text not null,
      sequence int8 not null,
      kind text not null,
      amount_minor int8 not null,
      balance_minor int8 not null check (balance_minor >= 0),
      invoice_id text,
      payment_id text,
      paid_at text not null,
      method text,
      reference text,
      note text,
      created_at text not null,
      primary key (company_id, id),
      unique (company_id, customer_id, currency, sequence)`,
    foreignKeys: ['(company_id, customer_id) references customers (company_id, id)'],
  })
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create index account_entries_day on account_entries (company_id, customer_id, paid_at, id)`,
  `create index account_entries_month on account_entries (company_id, paid_at)`,
  `alter table payments add column account_entry_id text`,
]
