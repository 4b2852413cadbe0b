import { PostgresAdapter, sql } from 'kysely'
import { ConfigError } from '../../config.ts'
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

/**
 * Gives a company a separate shard of each table, and moves the shards to a machine if one is named.
 * Citus copies the rows while the service runs. Running it again continues a killed run.
 *
 * @throws ConfigError where the tables are not distributed, or the machine is unknown
 */
export async function placeOnOwnShard(
  db: Db,
  company: CompanyId,
  target: Machine | null,
): Promise<Placement> {
  if (!(await isDistributed(db, 'invoices')))
    throw new ConfigError('The tables are not distributed. Run "billwright distribute" first.')
  if (target) await requireMachine(db, target)
  const isNew = !(await isAlone(db, company))
  if (isNew)
    await sql`select isolate_tenant_to_new_shard('invoices', ${sql.lit(company)}::int8, 'CASCADE')`.execute(
      db,
    )
  const { shard, machine } = await findShard(db, company)
  if (!target || (target.host === machine.host && target.port === machine.port))
    return { shard, machine, isNew }
  // Its shards of the other tables follow the first.
  await sql`select citus_move_shard_placement(${sql.lit(shard)}, ${machine.host}::text, ${sql.lit(machine.port)},
    ${target.host}::text, ${sql.lit(target.port)})`.execute(db)
  return { shard, machine: target, isNew }
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
