import { type Kysely, sql } from 'kysely'

/** The ids that other systems have for resources, and the indexes that find what changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table external_ids (
    company_id int8 not null,
    kind text not null,
    system text not null,
    external_id text not null,
    resource_id text not null,
    primary key (company_id, kind, system, external_id)
  )`,
  `create index external_ids_resource on external_ids (company_id, kind, resource_id)`,
  `alter table customers add column external_ids text not null default '[]'`,
  `create index customers_updated on customers (company_id, updated_at, id)`,
  `create index customers_email on customers (company_id, lower(email)) where email is not null`,
  `create index customers_tax_id on customers (company_id, tax_id) where tax_id is not null`,
  `create index invoices_updated on invoices (company_id, updated_at, id)`,
  `create index invoices_order_reference on invoices (company_id, order_reference, issue_date, id)
    where order_reference is not null`,
  `create index payments_paid on payments (company_id, paid_at, id)`,
  `create index payments_created on payments (company_id, created_at, id)`,
]
