import pg from 'pg'
import { after } from '../../clock.ts'
import { type PostgresAddress, readPostgresUrl } from './address.ts'
import { leaseOf, type PostgresLease, Unanswered } from './lease.ts'
import { createPostgresProbe } from './probe.ts'
import { CONNECT_TIMEOUT_MS, clientClass, createRoute } from './route.ts'

export interface PostgresPoolOptions {
  readonly url: string
  readonly size: number
  /** Of one statement, with what it waits for locks; null: as long as it takes. */
  readonly statementTimeoutMs: number | null
}

/** Connections to the one server of the address that takes writes. */
export interface PostgresPool extends PoolCounts {
  connect(): Promise<PostgresLease>
  end(): Promise<void>
}

export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** For a connection that others use. */
const QUEUE_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 30_000
/** So that connections follow a changed DNS entry or balancer. */
const LIFETIME_SECONDS = 30 * 60
/** Somebody who fell silent inside a transaction holds locks that all others wait for. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** The server gives up first, and says so. */
const LIMIT_ALLOWANCE_MS = 2_000

/**
 * A pool over several servers, of which one takes writes. When that role moves, the connections to
 * the one that had it are thrown away and the next request finds the one that has it, without a
 * restart; what fails meanwhile is the caller's to repeat (503).
 */
export function openPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const address = readPostgresUrl(options.url)
  const route = createRoute(address)
  const probe = createPostgresProbe()
  const processIdOf = new WeakMap<object, number | null>()
  const { statementTimeoutMs } = options
  const limitMs = statementTimeoutMs === null ? null : statementTimeoutMs + LIMIT_ALLOWANCE_MS
  const pool = new pg.Pool({
    Client: clientClass(route),
    max: options.size,
    connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
  })
  // A connection that is cut, idle or between two statements, must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  /** A connection of which it is known that its server takes writes, or did when last seen. */
  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      try {
        if (route.isUnknown(client))
          processIdOf.set(client, await greet(client, address, statementTimeoutMs))
      } catch (error) {
        route.leave(client)
        client.release(true)
        throw error
      }
      if (route.admits(client)) return client
      client.release(true)
    }
  }

  const lease = (client: pg.PoolClient): PostgresLease =>
    leaseOf(client, {
      server: route.serverOf(client),
      processId: processIdOf.get(client) ?? null,
      probe,
      limitMs,
      onLost: () => route.flee(client),
    })

  async function connect(): Promise<PostgresLease> {
    for (let tries = 1; ; tries++) {
      try {
        return lease(await take())
      } catch (error) {
        if (pool.ending || isPoolBusy(error) || tries >= address.servers.length) throw error
      }
    }
  }

  return {
    connect,
    end: () => pool.end(),
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
    get waitingCount() {
      return pool.waitingCount
    },
  }
}

/**
 * Sets the limits of a new connection, asks for its process, and whether it takes writes: a standby
 * does not, nor does a server that its operator made read-only.
 */
async function greet(
  client: pg.PoolClient,
  { mustTakeWrites }: PostgresAddress,
  statementTimeoutMs: number | null,
): Promise<number | null> {
  const idleMs = statementTimeoutMs === null ? 0 : IDLE_IN_TRANSACTION_MS
  let isLate = false
  const stopWaiting = after(CONNECT_TIMEOUT_MS, () => {
    isLate = true
    void client.end().catch(() => {})
  })
  try {
    const { rows } = await client.query(GREETING, [String(statementTimeoutMs ?? 0), String(idleMs)])
    if (mustTakeWrites && rows[0]?.read_only === 'on') throw new ReadOnlyServer()
    // Behind a pooler the process that was connected to is not the one that works.
    const pid: unknown = rows[0]?.pid
    return 'processID' in client && client.processID === pid ? Number(pid) : null
  } catch (error) {
    throw isLate ? new Unanswered() : error
  } finally {
    stopWaiting()
  }
}

const GREETING = `select set_config('statement_timeout', $1, false),
  set_config('idle_in_transaction_session_timeout', $2, false),
  set_config('default_transaction_isolation', 'read committed', false),
  current_setting('transaction_read_only') as read_only, pg_backend_pid() as pid`

class ReadOnlyServer extends Error {
  readonly code = '25006'

  constructor() {
    super('The server of PostgreSQL takes no writes.')
  }
}

/** All connections are in use; that says nothing about any server. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
