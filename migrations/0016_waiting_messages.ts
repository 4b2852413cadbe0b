import { type Kysely, sql } from 'kysely'

/** Lets the operator's figures find what waits and what failed without reading every message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_open on messages (status, created_at)
    where status in ('queued', 'sending', 'failed')`.execute(db)
}
