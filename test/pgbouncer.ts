import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { WAIT } from './patience.ts'

/** Whether this machine has it; the service never needs it. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export interface PgBouncer {
  /** The address of the same database through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** In transaction mode with few connections, so that each is shared. */
export async function startPgBouncer(url: string, poolSize: number): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'billwright-pgbouncer-'))
  chmodSync(folder, 0o755)
  const listenPort = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const child = spawn('pgbouncer', ['--quiet', ...user, file], { stdio: 'ignore' })
  await vi.waitFor(() => reach(listenPort), WAIT)
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    stop: async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
