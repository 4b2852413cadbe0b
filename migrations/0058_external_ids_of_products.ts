import { type Kysely, sql } from 'kysely'

/** External ids of products, and where payments come from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table products add column external_ids text not null default '[]'`,
  `alter table payments add column source text`,
  // A provider that tells twice of a payment books it once.
  `create unique index payments_source on payments (company_id, source, reference)
    where source is not null`,
  `create index payments_reference on payments (company_id, reference, paid_at, id)
    where reference is not null`,
]
