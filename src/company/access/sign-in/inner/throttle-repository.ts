import { sql } from 'kysely'
import { type Db, engineOf, type Trx } from '../../../../platform/database/db.ts'

/** Attempts counted under one key. */
export interface Bucket {
  readonly key: string
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly windowEndsMs: number
}

/** The buckets of those keys, created where absent, and locked until the transaction ends. */
export async function lockBuckets(
  trx: Trx,
  keys: readonly string[],
  now: string,
): Promise<readonly Bucket[]> {
  // Everyone locks in the order of the keys, which avoids deadlocks.
  const ordered = [...keys].sort()
  for (const key of ordered) {
    await trx
      .insertInto('throttles')
      .values({ key, count: 0n, window_ends_at: now })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  }
  const rows = await trx
    .selectFrom('throttles')
    .selectAll()
    .where('key', 'in', ordered)
    .orderBy('key')
    .$if(engineOf(trx) === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map((row) => ({
    key: row.key,
    count: Number(row.count),
    windowEndsMs: Date.parse(row.window_ends_at),
  }))
}

export async function saveBuckets(trx: Trx, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, count, windowEndsMs } of buckets) {
    await trx
      .updateTable('throttles')
      .set({ count: BigInt(count), window_ends_at: new Date(windowEndsMs).toISOString() })
      .where('key', '=', key)
      .execute()
  }
}

export async function removeBuckets(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('key', 'in', [...keys])
    .execute()
}

/**
 * Gives one attempt back unless the bucket is full. Otherwise a sign-in to one's own account would
 * free it for guessing.
 */
export async function giveBack(db: Db, key: string, full: number): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ count: sql<bigint>`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0n)
    .where('count', '<', BigInt(full))
    .execute()
}

export async function remember(db: Db, key: string, until: string): Promise<void> {
  await db
    .insertInto('throttles')
    .values({ key, count: 0n, window_ends_at: until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ window_ends_at: until }))
    .execute()
}

/** False: it was stored already. Of two concurrent requests, one gets true. */
export async function rememberFirst(db: Db, key: string, until: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('throttles')
    .values({ key, count: 0n, window_ends_at: until })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The keys that are stored at the instant `now`. */
export async function findRemembered(
  db: Db,
  keys: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('throttles')
    .select('key')
    .where('key', 'in', [...keys])
    .where('window_ends_at', '>', now)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Rows that ended before `instant` no longer limit anything. */
export async function forgetEnded(db: Db, instant: string): Promise<void> {
  await db.deleteFrom('throttles').where('window_ends_at', '<', instant).execute()
}
