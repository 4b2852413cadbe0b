import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { distribute } from '../src/platform/database/postgres/distribution.ts'
import type { TestDatabase } from './databases.ts'

/** The URL of the coordinator. Its role may create databases on every machine of the cluster. */
export const CITUS_URL = process.env.DATABASE_URL_CITUS ?? ''

interface DistributedDatabase extends TestDatabase {
  readonly url: string
  /** The distributed tables: those of companies. */
  readonly tables: readonly string[]
}

/** Creates and migrates a database on the cluster, and distributes the tables of companies over its workers. */
export async function createDistributedDatabase(): Promise<DistributedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const workers = await query(
    CITUS_URL,
    `select nodename, nodeport from pg_dist_node where groupid > 0 and noderole = 'primary'`,
  )
  const coordinator = new URL(CITUS_URL)
  const machines = [
    coordinator,
    ...workers.map(({ nodename, nodeport }) => urlAt(nodename, nodeport)),
  ]
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

function urlAt(host: unknown, port: unknown): URL {
  const url = new URL(CITUS_URL)
  url.hostname = String(host)
  url.port = String(port)
  return url
}

const ofDatabase = (machine: URL, name: string): string => new URL(`/${name}`, machine).href

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
