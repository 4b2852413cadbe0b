import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Tables of the installation: what requests that change people and keys came to, and the anchors of all
 * chains with the heads that moved since the anchor before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
  for (const statement of tables(bytes)) await sql.raw(statement).execute(db)
}

const tables = (bytes: string) => [
  `create table installation_idempotency_keys (
    id text primary key,
    fingerprint text not null,
    resource_id text,
    answer ${bytes},
    created_at text not null
  )`,
  `create index installation_idempotency_keys_created
    on installation_idempotency_keys (created_at)`,
  `create table anchors (
    number int8 primary key,
    day text not null unique,
    at text not null,
    heads int8 not null,
    previous_root text not null,
    root text not null
  )`,
  `create table anchored_heads (
    anchor int8 not null references anchors (number),
    company int8 not null references companies (number),
    sequence int8 not null,
    hash text not null,
    primary key (company, anchor)
  )`,
  `create index anchored_heads_anchor on anchored_heads (anchor, company)`,
]
