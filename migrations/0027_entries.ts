import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Time, expenses and other items to bill, and the invoice that bills each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'entries',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      kind text not null,
      customer_id text not null,
      date text not null,
      description text not null,
      quantity_micro int8 not null,
      unit text,
      unit_price_micro int8,
      product_id text,
      currency text not null,
      tax text,
      reference text,
      search_text text not null,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
    foreignKeys: [
      '(company_id, customer_id) references customers (company_id, id)',
      '(company_id, product_id) references products (company_id, id)',
    ],
  })
  await createCompanyTable(db, {
    name: 'entry_billings',
    columns: `company_id int8 not null,
      entry_id text not null,
      invoice_id text not null,
      item_id text not null,
      primary key (company_id, entry_id)`,
    foreignKeys: [
      '(company_id, entry_id) references entries (company_id, id)',
      '(company_id, invoice_id) references invoices (company_id, id) on delete cascade',
    ],
  })
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
}

const INDEXES = [
  `create index entries_date on entries (company_id, date, id)`,
  `create index entries_created on entries (company_id, created_at, id)`,
  `create index entries_customer on entries (company_id, customer_id, date, id)`,
  `create index entries_product on entries (company_id, product_id)`,
  `create index entry_billings_invoice on entry_billings (company_id, invoice_id)`,
]
