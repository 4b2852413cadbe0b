import { sql } from 'kysely'
import { type Db, engineOf } from '../../../platform/database/db.ts'
import { sha256 } from '../../../platform/ids.ts'
import { type Interval, startInterval } from '../../../platform/interval.ts'
import { type RequestCounters, type Untold, WINDOW_MS } from './counters.ts'

const EVERY_MS = 1_000
/** Allows for small differences between the processes' clocks. */
const KEPT_MS = 5 * WINDOW_MS

interface RateLimitSyncOptions {
  readonly db: Db
  readonly counters: RequestCounters
  /** Called for the first of several failures in a row. */
  readonly warn: (error: unknown) => void
}

/**
 * Makes the limits apply across processes. Once a second, each sends the counts of callers that used
 * a noticeable part of their limit, and gets the totals of all. Requests never wait for it. If the
 * database fails, the last totals stay. With SQLite there is one process, which sends nothing.
 */
export function startRateLimitSync({ db, counters, warn }: RateLimitSyncOptions): Interval {
  if (engineOf(db) === 'sqlite') return { stop: async () => {} }
  const exchange = createRateLimitSync({ db, counters })
  let isFailing = false
  return startInterval({
    everyMs: EVERY_MS,
    async work() {
      await exchange()
      isFailing = false
    },
    onError(error) {
      if (!isFailing) warn(error)
      isFailing = true
    },
  })
}

/**
 * One exchange. After a lost answer the counts are sent again, so a caller may be counted twice,
 * never too little.
 */
export function createRateLimitSync({
  db,
  counters,
}: Pick<RateLimitSyncOptions, 'db' | 'counters'>): () => Promise<void> {
  let forgottenUntilMs = 0

  return async () => {
    const { windowEndsMs, counts } = counters.untold()
    if (counts.length === 0) return
    if (forgottenUntilMs !== windowEndsMs) {
      await forgetEnded(db, windowEndsMs - KEPT_MS)
      forgottenUntilMs = windowEndsMs
    }
    const totals = await addCounts(db, windowEndsMs, counts)
    for (const untold of counts) {
      const total = totals.get(callerOf(untold))
      if (total !== undefined) counters.learn({ ...untold, windowEndsMs, total })
    }
  }
}

/** Adds all counts in one statement; returns the totals of all processes, by caller. */
async function addCounts(
  db: Db,
  windowEndsMs: number,
  counts: readonly Untold[],
): Promise<ReadonlyMap<string, number>> {
  const window_ends_at = toInstant(windowEndsMs)
  const values = counts
    .map((untold) => ({ window_ends_at, caller: callerOf(untold), count: BigInt(untold.count) }))
    // All lock in the same order, which avoids deadlocks.
    .sort((a, b) => (a.caller < b.caller ? -1 : 1))
  const rows = await db
    .insertInto('request_counts')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['window_ends_at', 'caller'])
        .doUpdateSet({ count: sql`request_counts.count + excluded.count` }),
    )
    .returning(['caller', 'count'])
    .execute()
  return new Map(rows.map(({ caller, count }) => [caller, Number(count)]))
}

async function forgetEnded(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('request_counts').where('window_ends_at', '<', toInstant(beforeMs)).execute()
}

/** Hashes, so that the table has no addresses and no links. */
const callerOf = ({ key }: Untold): string => sha256(key)

const toInstant = (ms: number): string => new Date(ms).toISOString()
