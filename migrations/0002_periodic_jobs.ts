import { type Kysely, sql } from 'kysely'

/** Company 1 has many rows in `jobs`, but only some thirty with this key. */
export const outsideTransaction = true

/** Periodic jobs leave the jobs of company 1: they belong to the installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists periodic_jobs (
    kind text primary key,
    id text not null unique,
    due_at text not null,
    lease text,
    attempts int8 not null,
    last_error text,
    created_at text not null
  )`.execute(db)
  const { rows } = await sql<{ id: string; kind: string; due_at: string; created_at: string }>`
    select id, kind, coalesce(due_at, created_at) as due_at, created_at from jobs
    where company_id = 1 and key = 'periodic'`.execute(db)
  for (const { id, kind, due_at, created_at } of rows) {
    await sql`insert into periodic_jobs (kind, id, due_at, attempts, created_at)
      values (${kind}, ${id}, ${due_at}, 0, ${created_at}) on conflict do nothing`.execute(db)
    await sql`delete from jobs where company_id = 1 and id = ${id}`.execute(db)
  }
}
