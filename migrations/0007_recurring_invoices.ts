import { type Kysely, sql } from 'kysely'

/** Recurring invoices, what became of each of their days, and the invoices that they made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table recurring_invoices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    customer_id text not null,
    status text not null,
    action text not null,
    schedule text not null,
    period text not null,
    invoice text not null,
    skips text not null,
    extras text not null,
    changes text not null,
    from_date text not null,
    asked_until text,
    made int8 not null,
    next_date text,
    next_run_at text,
    due_at text,
    planned_for text not null,
    attention_code text,
    attention text,
    paused_until text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    ended_at text,
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id)
  )`,
  `create index recurring_invoices_customer on recurring_invoices (company_id, customer_id)`,
  `create index recurring_invoices_due on recurring_invoices (company_id, due_at)
    where due_at is not null`,
  `create index recurring_invoices_attention on recurring_invoices (company_id, attention_code)
    where attention_code is not null`,
  `create index recurring_invoices_name on recurring_invoices (company_id, name, id)`,
  `create index recurring_invoices_status on recurring_invoices (company_id, status, planned_for)`,
  `create table recurring_runs (
    company_id int8 not null,
    recurring_id text not null,
    date text not null,
    at text not null,
    outcome text not null,
    n int8,
    invoice_id text,
    problem text,
    tries int8 not null,
    primary key (company_id, recurring_id, date),
    foreign key (company_id, recurring_id)
      references recurring_invoices (company_id, id) on delete cascade
  )`,
  `create index recurring_runs_invoice on recurring_runs (company_id, invoice_id)
    where invoice_id is not null`,
  `alter table invoices add column recurring_id text`,
  `alter table invoices add column recurring_date text`,
  `alter table invoices add column recurring_n int8`,
  `create index invoices_recurring on invoices (company_id, recurring_id, issue_date, id)
    where recurring_id is not null`,
]
