import { type Kysely, sql } from 'kysely'

/** When a mailed link or single sign-on first proved the address of a person. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`alter table users add column proven_at text`.execute(db))
