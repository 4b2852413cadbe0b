import { type Kysely, sql } from 'kysely'

/** Finds what waits for a person by index; notes who may read what leaves by a mail server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create index customers_email_problem on customers (company_id, updated_at)
    where email_problem is not null`,
  `create index recurring_attention on recurring_invoices (company_id, updated_at)
    where attention_code is not null`,
  `create index quotes_answered on quotes (company_id, answered_at)
    where answered_at is not null`,
  `alter table mail_transports add column set_by_owner int8 not null default 0`,
]
