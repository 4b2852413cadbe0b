import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { distribute } from '../src/platform/database/postgres/distribution.ts'
import type { TestDatabase } from './databases.ts'

/** The URL of the coordinator. Its role may create databases on every machine of the cluster. */
export const CITUS_URL = process.env.DATABASE_URL_CITUS ?? ''

export interface Worker {
  readonly nodename: string
  readonly nodeport: number
}

interface DistributedDatabase extends TestDatabase {
  readonly url: string
  /** The distributed tables: those of companies. */
  readonly tables: readonly string[]
}

/** Creates and migrates a database on the cluster, and distributes the tables of companies over its workers. */
export async function createDistributedDatabase(): Promise<DistributedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const workers = await listWorkers()
  const coordinator = new URL(CITUS_URL)
  const machines = [coordinator, ...workers.map(urlAt)]
  for (const machine of machines) await query(machine.href, `create database ${name}`)
  for (const machine of machines) await query(ofDatabase(machine, name), 'create extension citus')
  const url = ofDatabase(coordinator, name)
  const port = Number(coordinator.port || 5432)
  await query(url, `select citus_set_coordinator_host('${coordinator.hostname}', ${port})`)
  for (const { nodename, nodeport } of workers)
    await query(url, `select citus_add_node('${nodename}', ${nodeport})`)
  const config = { engine: 'postgres', url } as const
  const db = openDatabase(config)
  await migrate(db)
  const tables = await distribute(db, { shards: 8, onTable: () => {} })
  await db.destroy()
  const drop = async () => {
    for (const machine of machines) await query(machine.href, `drop database ${name} with (force)`)
  }
  return { config, url, tables, drop }
}

export const listWorkers = (): Promise<readonly Worker[]> =>
  query<Worker>(
    CITUS_URL,
    `select nodename, nodeport from pg_dist_node where groupid > 0 and noderole = 'primary'`,
  )

export const isUp = (worker: Worker): Promise<boolean> =>
  query(urlAt(worker).href, 'select 1').then(
    () => true,
    () => false,
  )

/** The worker of each company, by the company's id. */
export async function placesOf(url: string): Promise<ReadonlyMap<string, Worker>> {
  const companies = await query<{ id: string; number: string }>(
    url,
    'select id, number from companies',
  )
  const places = new Map<string, Worker>()
  for (const { id, number } of companies) {
    const [worker] = await query<Worker>(
      url,
      `select n.nodename, n.nodeport
       from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
       where p.shardid = get_shard_id_for_distribution_column('invoices', ${number}::int8)`,
    )
    if (worker) places.set(id, worker)
  }
  return places
}

function urlAt({ nodename, nodeport }: Worker): URL {
  const url = new URL(CITUS_URL)
  url.hostname = nodename
  url.port = String(nodeport)
  return url
}

const ofDatabase = (machine: URL, name: string): string => new URL(`/${name}`, machine).href

async function query<Row>(url: string, statement: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
