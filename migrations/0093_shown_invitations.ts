import { type Kysely, sql } from 'kysely'

/** Whether the inviter saw the link. The links of older invitations were shown. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`alter table invitations add column shown int8 not null default 1`.execute(db))
