import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** Reminder plans, the reminders of invoices, what stops them, and the charges for paying late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'reminder_plans',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      name text not null,
      enabled int8 not null,
      is_default int8 not null,
      rules text not null,
      remind_from text,
      looked_on text,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
  })
  await createCompanyTable(db, {
    name: 'reminder_states',
    columns: `company_id int8 not null,
      invoice_id text not null,
      version int8 not null,
      plan text,
      pause_reason text,
      pause_note text,
      paused_until text,
      paused_at text,
      primary key (company_id, invoice_id)`,
    foreignKeys: [OF_INVOICE],
  })
  await createCompanyTable(db, {
    name: 'reminders',
    columns: `company_id int8 not null,
      id text not null,
      invoice_id text not null,
      customer_id text not null,
      plan_id text not null,
      level int8 not null,
      n int8 not null,
      status text not null,
      day text not null,
      content text not null,
      message_id text,
      problem text,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
    foreignKeys: [OF_INVOICE],
  })
  await createCompanyTable(db, {
    name: 'late_charges',
    columns: `company_id int8 not null,
      id text not null,
      version int8 not null,
      invoice_id text not null,
      reminder_id text not null,
      kind text not null,
      level int8 not null,
      amount_minor int8 not null,
      from_day text,
      to_day text,
      days int8,
      spans text,
      status text not null,
      settled_by text,
      created_at text not null,
      updated_at text not null,
      primary key (company_id, id)`,
    foreignKeys: [OF_INVOICE],
  })
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const OF_INVOICE = '(company_id, invoice_id) references invoices (company_id, id) on delete cascade'

const STATEMENTS = [
  `create index reminder_states_paused on reminder_states (company_id, pause_reason, paused_until)
    where pause_reason is not null`,
  `create index reminder_states_plan on reminder_states (company_id, plan) where plan is not null`,
  `create unique index reminders_occasion on reminders (company_id, invoice_id, level, n)`,
  `create index reminders_status on reminders (company_id, status, created_at, id)`,
  `create index reminders_message on reminders (company_id, message_id)
    where message_id is not null`,
  `create index late_charges_invoice on late_charges (company_id, invoice_id, created_at)`,
  `alter table customers add column kind text`,
  `alter table customers add column reminder_plan text`,
  `create index customers_reminder_plan on customers (company_id, reminder_plan)
    where reminder_plan is not null`,
]
