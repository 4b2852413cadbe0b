import { sql } from 'kysely'
import type { Db } from '../../tables.ts'

/**
 * Whether a replica answers and is at most so many seconds behind. Throws for a server that is no
 * replica, because a wrong address must not return another database's rows.
 */
export async function isFresh(
  primary: Db,
  replica: Db,
  behindMaxSeconds: number,
): Promise<boolean> {
  const { rows } = await sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(
    primary,
  )
  try {
    const answer = await sql<{ ok: boolean }>`select pg_is_in_recovery() and (
      pg_last_wal_replay_lsn() >= ${rows[0]?.place}::pg_lsn
      or clock_timestamp() - pg_last_xact_replay_timestamp() <= ${behindMaxSeconds} * interval '1 second'
    ) as ok`.execute(replica)
    return answer.rows[0]?.ok === true
  } catch {
    // Only the operator needs the reason; the primary answers instead.
    return false
  }
}
