import { type Kysely, sql } from 'kysely'

/** The person who made a key. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`alter table api_keys add column created_by text`.execute(db))
