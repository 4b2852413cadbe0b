import { type QueryExecutorProvider, sql } from 'kysely'
import { ConfigError } from '../../config.ts'
import type { Db } from '../tables.ts'

interface Distribution {
  /** Shards of each table; a company is in one of them. */
  readonly shards: number
  readonly onTable: (table: string) => void
}

/**
 * Distributes the tables of companies over the machines of Citus, by company, and returns their
 * names. It also works on existing data, but no process may write meanwhile. Running it again
 * continues a killed run.
 *
 * @throws ConfigError where the server has no Citus, or a key lacks the company
 */
export async function distribute(
  db: Db,
  { shards, onTable }: Distribution,
): Promise<readonly string[]> {
  if (!(await hasCitus(db)))
    throw new ConfigError(
      'This PostgreSQL has no Citus. Install it on every machine, run "create extension citus" and add the workers; see docs/growing.md.',
    )
  await requireWorkers(db)
  const tables = await listCompanyTables(db)
  await requireKeys(db, tables)
  const distributed = await listDistributed(db)
  const missing = tables.filter((table) => !distributed.includes(table))
  // A killed run may have left the rows of its last table.
  if (await hasSetAside(db)) for (const table of distributed) await dropLocalRows(db, table)
  // Citus accepts no foreign key between a distributed table and one that is not distributed yet.
  await setAsideForeignKeys(db, missing)
  for (const [at, table] of missing.entries()) {
    await distributeTable(
      db,
      table,
      distributed[0] ?? missing[0] ?? table,
      at === 0 && distributed.length === 0 ? shards : null,
    )
    onTable(table)
  }
  await restoreForeignKeys(db)
  return missing
}

/** Without a worker, Citus would put all shards on the coordinator. */
async function requireWorkers(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_dist_node
    where isactive and shouldhaveshards and noderole = 'primary'`.execute(db)
  if (rows.length === 0)
    throw new ConfigError(
      'Citus has no workers. Add each with "select citus_add_node(…)" on the coordinator first; see docs/growing.md.',
    )
}

/** Whether the table is distributed; migrations also ask this, on any engine with PostgreSQL's protocol. */
export async function isDistributed(db: QueryExecutorProvider, table: string): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  return (await listDistributed(db)).includes(table)
}

async function hasCitus(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.tables as t
    where t.table_name = 'pg_dist_partition'`.execute(db)
  return rows.length > 0
}

async function listDistributed(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' order by c.oid`.execute(db)
  return rows.map(({ name }) => name)
}

/** All tables with `company_id`, in any order: no foreign key is left when they are distributed. */
async function listCompanyTables(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.relname as name from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
      and exists (select 1 from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped)
    order by t.relname`.execute(db)
  return rows.map(({ name }) => name)
}

interface Fault {
  readonly name: string
  readonly table: string
}

/** Citus needs the company in every unique key, and at the same position on both sides of a foreign key. */
async function requireKeys(db: Db, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<Fault>`
    select i.relname as name, t.relname as "table" from pg_index x
    join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname in (${sql.join(tables)})
      and x.indisunique and not exists (select 1 from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'company_id' and a.attnum = any (x.indkey))
    union all
    select k.conname, t.relname from pg_constraint k
    join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = current_schema()::regnamespace
      and (t.relname in (${sql.join(tables)}) or f.relname in (${sql.join(tables)}))
      and not exists (select 1 from unnest(k.conkey, k.confkey) as p (own, other)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = p.own and a.attname = 'company_id'
        join pg_attribute b on b.attrelid = f.oid and b.attnum = p.other and b.attname = 'company_id')
    order by 2, 1`.execute(db)
  if (rows.length === 0) return
  const faults = rows.map(({ name, table }) => `${name} of ${table}`).join(', ')
  throw new ConfigError(
    `These keys lack company_id, so their tables cannot be distributed: ${faults}.`,
  )
}

/** Stored in a table until they are added again, so that a killed run loses none. */
const SET_ASIDE = 'foreign_keys_set_aside'

async function setAsideForeignKeys(db: Db, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await db.transaction().execute(async (trx) => {
    await sql`create table if not exists ${sql.id(SET_ASIDE)} (name text not null, table_name text not null,
      definition text not null, primary key (table_name, name))`.execute(trx)
    const { rows } = await sql<{ name: string; table: string; definition: string }>`
      select k.conname as name, t.relname as "table", pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and t.relnamespace = current_schema()::regnamespace
        and (t.relname in (${sql.join(tables)}) or f.relname in (${sql.join(tables)}))`.execute(trx)
    for (const { name, table, definition } of rows) {
      await sql`insert into ${sql.id(SET_ASIDE)} (name, table_name, definition)
        values (${name}, ${table}, ${definition})`.execute(trx)
      await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(trx)
    }
  })
}

async function distributeTable(
  db: Db,
  table: string,
  first: string,
  shards: number | null,
): Promise<void> {
  // The other tables follow the first: one machine has all rows of a company.
  await (shards === null
    ? sql`select create_distributed_table(${table}, 'company_id', colocate_with => ${first})`
    : sql`select create_distributed_table(${table}, 'company_id', colocate_with => 'none', shard_count => ${sql.lit(shards)})`
  ).execute(db)
  await dropLocalRows(db, table)
}

/** The rows were copied. The originals take space, and later migrations would check them, too. */
async function dropLocalRows(db: Db, table: string): Promise<void> {
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db)
}

async function hasSetAside(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.tables as t
    where t.table_schema = current_schema() and t.table_name = ${SET_ASIDE}`.execute(db)
  return rows.length > 0
}

async function restoreForeignKeys(db: Db): Promise<void> {
  if (!(await hasSetAside(db))) return
  const { rows } = await sql<{ name: string; table_name: string; definition: string }>`
    select name, table_name, definition from ${sql.id(SET_ASIDE)} order by table_name, name`.execute(
    db,
  )
  for (const { name, table_name, definition } of rows)
    await db.transaction().execute(async (trx) => {
      await sql`alter table ${sql.id(table_name)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        trx,
      )
      await sql`delete from ${sql.id(SET_ASIDE)} where table_name = ${table_name} and name = ${name}`.execute(
        trx,
      )
    })
  await sql`drop table ${sql.id(SET_ASIDE)}`.execute(db)
}
