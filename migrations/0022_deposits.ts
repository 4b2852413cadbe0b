import { type Kysely, sql } from 'kysely'

/** Deposits, the final invoices that deduct them, and the percentage of a quote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table invoices add column deposit_for text`,
  `create index invoices_deposit on invoices (company_id, deposit_for, id)
    where deposit_for is not null`,
  `alter table invoice_items add column deducts_id text`,
  `create index invoice_items_deducts on invoice_items (company_id, deducts_id, invoice_id)
    where deducts_id is not null`,
  `alter table quotes add column deposit_percent_micro int8`,
]
