import pg from 'pg'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

interface Machine {
  /** What fails between the coordinator and it. */
  readonly proxy: TcpProxy
  drop(): Promise<void>
}

/**
 * A machine of a distributed database, which has the rows of one company: a second database behind a
 * proxy, whose tables are children of the first one's. As on Citus, a statement for another company
 * does not ask it, and a statement over all companies fails while it is away.
 */
export async function addMachine(
  { config }: Pick<TestDatabase, 'config'>,
  company: number,
): Promise<Machine> {
  const remote = await createMigratedDatabase('postgres')
  const [own, other] = [urlOf(config), urlOf(remote.config)]
  const proxy = await startTcpProxy({ port: Number(other.port) })
  const server = `machine_${company}`
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'company_id' and table_schema = 'public'`,
  )
  const names = rows.map(({ name }) => name)
  for (const statement of [
    'create extension if not exists postgres_fdw',
    `create server ${server} foreign data wrapper postgres_fdw options (host '127.0.0.1',
      port '${proxy.port}', dbname '${other.pathname.slice(1)}', connect_timeout '2')`,
    `create user mapping for current_user server ${server}
      options (user '${other.username}', password '${other.password}')`,
    `create schema ${server}`,
    ...names.map(
      (name) => `create foreign table ${server}.${name} (check (company_id = ${company}))
        inherits (${name}) server ${server} options (schema_name 'public')`,
    ),
    `create table if not exists pg_dist_partition (logicalrelid regclass primary key, partmethod "char")`,
    `insert into pg_dist_partition values ('invoices', 'h'), ('jobs', 'h') on conflict do nothing`,
    'create table if not exists pg_dist_placement (shardid int8 primary key, groupid int)',
    'insert into pg_dist_placement values (100, 1) on conflict do nothing',
    `insert into pg_dist_placement values (100 + ${company}, 1 + ${company})`,
    `create or replace function get_shard_id_for_distribution_column(name regclass, company int8)
      returns int8 language sql as $$
        select max(shardid) from pg_dist_placement where shardid in (100, 100 + company) $$`,
  ])
    await client.query(statement)
  await client.end()
  return {
    proxy,
    drop: async () => {
      await proxy.close().catch(() => {})
      await remote.drop()
    },
  }
}

const urlOf = (config: TestDatabase['config']): URL => new URL('url' in config ? config.url : '')
