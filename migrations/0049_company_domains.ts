import { type Kysely, sql } from 'kysely'

/** Host names under which customers open the links of a company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table company_domains (
    company int8 not null references companies (number),
    host text not null,
    token text not null,
    created_at text not null,
    verified_at text,
    checked_at text,
    failing_since text,
    primary key (company, host)
  )`,
  `create unique index company_domains_host on company_domains (host) where verified_at is not null`,
  `alter table companies add column domain text`,
]
