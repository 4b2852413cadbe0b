import { PostgresAdapter, sql } from 'kysely'
import { every } from '../../clock.ts'
import { ConfigError } from '../../config.ts'
import { storageCode } from '../storage-error.ts'
import type { CompanyId, Db } from '../tables.ts'
import { isDistributed } from './distribution.ts'

/** A machine of Citus, as in `pg_dist_node`. */
export interface Machine {
  readonly host: string
  readonly port: number
}

interface Placement {
  readonly shard: bigint
  readonly machine: Machine
  /** False: the company already had a separate shard. */
  readonly isNew: boolean
}

interface Placing {
  /** Null: the shard stays where it is. */
  readonly target: Machine | null
  /**
   * Writes to the shard wait until its rows are copied. Otherwise Citus copies while the service
   * writes, and may wait without end for a company that is written to.
   */
  readonly blocksWrites: boolean
  /** Cancels the step on the server. */
  readonly signal: AbortSignal
  /** Called every few seconds while a step of Citus runs. */
  readonly onWait: (wait: PlacementWait) => void
}

interface PlacementWait {
  readonly step: 'split' | 'move'
  readonly seconds: number
  /** What its server process waits for, as in `pg_stat_activity`; null: it works. */
  readonly waitsFor: string | null
}

const WATCH_MS = 5_000
const CANCELED = '57014'

/**
 * Gives a company a separate shard of each table, and moves the shards to a machine if one is named.
 * Running it again continues a killed or canceled run.
 *
 * @throws ConfigError where the tables are not distributed, the machine is unknown, or it was canceled
 */
export async function placeOnOwnShard(
  db: Db,
  company: CompanyId,
  placing: Placing,
): Promise<Placement> {
  const { target } = placing
  const mode = sql.lit(placing.blocksWrites ? 'block_writes' : 'auto')
  if (!(await isDistributed(db, 'invoices')))
    throw new ConfigError('The tables are not distributed. Run "billwright distribute" first.')
  if (target) await requireMachine(db, target)
  const isNew = !(await isAlone(db, company))
  if (isNew)
    await watched(db, 'split', placing, (one) =>
      sql`select isolate_tenant_to_new_shard('invoices', ${sql.lit(company)}::int8, 'CASCADE', ${mode})`.execute(
        one,
      ),
    )
  const { shard, machine } = await findShard(db, company)
  if (!target || (target.host === machine.host && target.port === machine.port))
    return { shard, machine, isNew }
  // Its shards of the other tables follow the first.
  await watched(db, 'move', placing, (one) =>
    sql`select citus_move_shard_placement(${sql.lit(shard)}, ${machine.host}::text, ${sql.lit(machine.port)},
      ${target.host}::text, ${sql.lit(target.port)}, ${mode})`.execute(one),
  )
  return { shard, machine: target, isNew }
}

/** Runs a step on a connection of its own, reports how long it takes, and cancels it on the server. */
async function watched(
  db: Db,
  step: PlacementWait['step'],
  { signal, onWait }: Placing,
  run: (one: Db) => Promise<unknown>,
): Promise<void> {
  await db.connection().execute(async (one) => {
    const { rows } = await sql<{ pid: bigint | number }>`select pg_backend_pid() as pid`.execute(
      one,
    )
    const pid = sql.lit(Number(rows[0]?.pid))
    const watch = async () => {
      const { rows } = await sql<{ seconds: number; waits_for: string | null }>`
        select extract(epoch from clock_timestamp() - query_start)::int4 as seconds,
          wait_event_type || ' ' || wait_event as waits_for
        from pg_stat_activity where pid = ${pid}`.execute(db)
      for (const { seconds, waits_for: waitsFor } of rows) onWait({ step, seconds, waitsFor })
    }
    const cancel = () => void sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => {})
    const stopWatching = every(WATCH_MS, () => void watch().catch(() => {}))
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      await run(one)
    } catch (error) {
      if (signal.aborted || storageCode(error) === CANCELED)
        throw new ConfigError(
          'Canceled on the server. Citus deletes what it had copied. Run the command again, with --block-writes if the company is written to.',
        )
      throw error
    } finally {
      stopWatching()
      signal.removeEventListener('abort', cancel)
    }
  })
}

/** A shard with one company covers one hash value. */
async function isAlone(db: Db, company: CompanyId): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_dist_shard
    where shardid = ${shardOf(company)} and shardminvalue = shardmaxvalue`.execute(db)
  return rows.length > 0
}

async function findShard(db: Db, company: CompanyId): Promise<Omit<Placement, 'isNew'>> {
  const { rows } = await sql<{ shard: bigint; host: string; port: number | bigint }>`
    select p.shardid as shard, n.nodename as host, n.nodeport as port
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where p.shardid = ${shardOf(company)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Citus names no machine for company ${company}.`)
  return { shard: row.shard, machine: { host: row.host, port: Number(row.port) } }
}

/**
 * The companies of each machine, as the coordinator knows them; it asks no machine. One group: the
 * database is not distributed.
 */
export async function groupByMachine(
  db: Db,
  companies: readonly CompanyId[],
): Promise<ReadonlyMap<string, readonly CompanyId[]>> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  if (!isPostgres || !(await isDistributed(db, 'invoices'))) return new Map([['', companies]])
  const { rows } = await sql<{ machine: number | bigint; company: CompanyId }>`
    with placed as materialized (
      select number as company, get_shard_id_for_distribution_column('invoices', number) as shard
      from unnest(${companies}::int8[]) as given (number))
    select p.groupid as machine, placed.company from placed
    join pg_dist_placement p on p.shardid = placed.shard order by 1, 2`.execute(db)
  const groups = Map.groupBy(rows, ({ machine }) => String(machine))
  return new Map(
    [...groups].map(([machine, placed]) => [machine, placed.map(({ company }) => company)]),
  )
}

/** The machine of a company, by its number at the coordinator. */
export async function findMachine(db: Db, company: CompanyId): Promise<bigint> {
  const { rows } = await sql<{ machine: bigint | number }>`
    select groupid as machine from pg_dist_placement where shardid = ${shardOf(company)}`.execute(
    db,
  )
  return BigInt(rows[0]?.machine ?? 0)
}

/** Reads from the machine of a company. */
export const askMachine = (db: Db, company: CompanyId) =>
  sql`select 1 from ${sql.table('invoices')} where company_id = ${sql.lit(company)} limit 1`.execute(
    db,
  )

const shardOf = (company: CompanyId) =>
  sql`get_shard_id_for_distribution_column('invoices', ${sql.lit(company)}::int8)`

async function requireMachine(db: Db, { host, port }: Machine): Promise<void> {
  const { rows } = await sql`select 1 from pg_dist_node
    where nodename = ${host} and nodeport = ${sql.lit(port)} and isactive and shouldhaveshards`.execute(
    db,
  )
  if (rows.length === 0)
    throw new ConfigError(
      `Citus has no machine ${host}:${port} for shards. Add it with citus_add_node first.`,
    )
}
