import { type Kysely, sql } from 'kysely'

/** Whom a recurring invoice is mailed to, what the customer was told, and the message of each run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table recurring_invoices add column mail text not null default '{}'`,
  `alter table recurring_invoices add column notified_until text not null default ''`,
  `alter table recurring_runs add column message_id text`,
]
