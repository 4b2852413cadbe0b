import pg from 'pg'
import { breaksConnection, isPlanOutdated, storageCode } from '../../storage-error.ts'
import { serversOf } from './address.ts'
import { createStatementWatch, type StatementWatch, type Watched } from './watch.ts'

interface PostgresPoolOptions {
  readonly url: string
  readonly size: number
  /** Time limit of one statement, including its wait for locks; null: no limit. */
  readonly statementTimeoutMs: number | null
  /** Whether statements may be prepared by name; `auto`: not behind a pooler. */
  readonly prepared: 'auto' | 'on' | 'off'
  /** Whether the server must accept writes; others are skipped. */
  readonly takesWrites: boolean
  /** Closes the resources of the pool. */
  onEnd(): Promise<void>
}

/** Connections to the one server of the address that accepts writes. */
export interface PostgresPool {
  readonly counts: PoolCounts
  connect(): Promise<PostgresLease>
  end(): Promise<void>
}

export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** A connection, until it is released. */
export interface PostgresLease {
  /** `set local …` for each transaction, if the limits cannot be set for the connection. */
  readonly limits: readonly string[]
  query(statement: Statement): Promise<pg.QueryResult>
  release(options?: { readonly isBroken: boolean }): void
}

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** The server keeps a named statement for the next time. */
  readonly name: string | undefined
}

/** Facts about a connection after its first answer. */
interface Greeted {
  readonly era: number
  /** The server's process; null behind a pooler, which may use another one for each transaction. */
  readonly processId: number | null
}

/** Time limit for connecting to one server, and again for its first answer. */
const CONNECT_TIMEOUT_MS = 3_000
/** Time limit for waiting for a free connection. */
const QUEUE_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 30_000
const KEEP_ALIVE_AFTER_MS = 10_000
/** Connections are renewed, so that they follow a changed DNS entry or balancer. */
const LIFETIME_SECONDS = 30 * 60
/** A process that hangs inside a transaction keeps locks that others wait for. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** The server cancels a statement first. */
const ANSWER_ALLOWANCE_MS = 2_000
const INT8_OID = 20
const READ_ONLY = '25006'

/**
 * A pool for several servers, one of which accepts writes. When that role moves, the pool discards
 * the connections to the old server and finds the new one without a restart. Callers get 503
 * meanwhile.
 */
export function openPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, size, statementTimeoutMs, onEnd } = options
  const servers = serversOf(url)
  const state: State = {
    ...options,
    servers,
    serverOf: new WeakMap(),
    greeted: new WeakMap(),
    watch: createStatementWatch(),
    limits: {
      statementMs: statementTimeoutMs ?? 0,
      idleMs: statementTimeoutMs === null ? 0 : IDLE_IN_TRANSACTION_MS,
    },
    limitMs: statementTimeoutMs === null ? null : statementTimeoutMs + ANSWER_ALLOWANCE_MS,
    turn: 0,
    home: servers[0],
    era: 0,
  }
  const pool = createPool(state, size)
  return {
    connect: () => connect(state, pool),
    end: async () => {
      await Promise.all([pool.end(), onEnd()])
    },
    counts: pool,
  }
}

interface State extends Pick<PostgresPoolOptions, 'prepared' | 'takesWrites'> {
  readonly servers: readonly string[]
  readonly serverOf: WeakMap<object, string>
  readonly greeted: WeakMap<object, Greeted>
  readonly watch: StatementWatch
  readonly limits: Limits
  readonly limitMs: number | null
  /** The server for the next connection. */
  turn: number
  /** The server that last accepted writes. Connections of an earlier era are not used again. */
  home: string | undefined
  era: number
}

/** Connections to whichever server has its turn. */
function createPool(state: State, size: number): pg.Pool {
  class Client extends pg.Client {
    constructor() {
      const server = state.servers[state.turn] ?? ''
      const types = new pg.TypeOverrides()
      types.setTypeParser(INT8_OID, BigInt)
      super({
        connectionString: server,
        fallback_application_name: 'billwright',
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        // A statement is sent before the previous one is answered.
        pipeline: true,
        types,
      })
      state.serverOf.set(this, server)
    }
  }
  const pool = new pg.Pool({
    Client,
    max: size,
    connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
  })
  // A broken connection, idle or between two statements, must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function connect(state: State, pool: pg.Pool): Promise<PostgresLease> {
  for (let tries = 1; ; tries++) {
    const tried = state.turn
    try {
      return lease(state, await take(state, pool))
    } catch (error) {
      if (pool.ending || isPoolBusy(error)) throw error
      if (state.turn === tried) moveOn(state)
      if (tries >= state.servers.length) throw error
    }
  }
}

function moveOn(state: State): void {
  state.turn = (state.turn + 1) % state.servers.length
}

/** A connection whose server accepts writes, or did at its last answer. */
async function take(state: State, pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const known = state.greeted.get(client)
    if (known?.era === state.era) return client
    if (known) client.release(true)
    else return await admit(state, client)
  }
}

async function admit(state: State, client: pg.PoolClient): Promise<pg.PoolClient> {
  try {
    const processId = await greet(client, state)
    const server = state.serverOf.get(client)
    if (server !== state.home) state.era += 1
    state.home = server
    state.greeted.set(client, { era: state.era, processId })
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

function lease(state: State, client: pg.PoolClient): PostgresLease {
  const { servers, limits, limitMs, watch, prepared } = state
  const server = state.serverOf.get(client) ?? ''
  const onLost = () => {
    state.era += 1
    if (servers[state.turn] === server) moveOn(state)
  }
  const processId = state.greeted.get(client)?.processId ?? null
  const isPooled = processId === null
  const isNamed = prepared === 'on' || (prepared === 'auto' && !isPooled)
  const local = isPooled ? localLimits(limits) : []
  return leaseOf(client, { server, processId, limitMs, watch, onLost, isNamed, limits: local })
}

interface LeaseOptions extends Watched, Pick<PostgresLease, 'limits'> {
  readonly watch: StatementWatch
  readonly isNamed: boolean
  /** Called when the server no longer accepts writes, or does not answer. */
  onLost(): void
}

function leaseOf(client: pg.PoolClient, options: LeaseOptions): PostgresLease {
  const { watch, onLost, isNamed, limits } = options
  let isUseless = false

  const ask = async ({ text, parameters, name }: Statement) => {
    const end = watch(options, () => {
      onLost()
      if (!(client instanceof pg.Client)) return
      void client.end().catch(() => {})
      // Ending waits for sent statements; without their socket they fail.
      client.connection.stream.destroy()
    })
    try {
      const named = name === undefined || !isNamed ? {} : { name }
      return await client.query({ ...named, text, values: [...parameters] })
    } finally {
      end()
    }
  }

  return {
    limits,
    async query(statement) {
      const isAlone = client.getTransactionStatus() === 'I'
      try {
        return await ask(statement)
      } catch (error) {
        isUseless ||= breaksConnection(error) || isPlanOutdated(error)
        if (storageCode(error) === READ_ONLY) onLost()
        if (isAlone && isPlanOutdated(error)) return await ask({ ...statement, name: undefined })
        throw error
      }
    },
    release({ isBroken } = { isBroken: false }) {
      const isInTransaction = client.getTransactionStatus() !== 'I'
      client.release(isBroken || isUseless || isInTransaction)
    },
  }
}

/** Zero: none. */
interface Limits {
  readonly statementMs: number
  readonly idleMs: number
}

const localLimits = ({ statementMs, idleMs }: Limits): readonly string[] => [
  `set local statement_timeout = ${statementMs}`,
  `set local idle_in_transaction_session_timeout = ${idleMs}`,
]

const GREETING = `select current_setting('transaction_read_only') as read_only, pg_backend_pid() as pid`
const SET_LIMITS = `select set_config('statement_timeout', $1, false),
  set_config('idle_in_transaction_session_timeout', $2, false),
  set_config('default_transaction_isolation', 'read committed', false)`

/**
 * Sets the limits of a new connection and returns its process. Returns null behind a pooler, where
 * the limits would apply to the next user of the process. Throws if the server accepts no writes: a
 * standby, or a server that its operator made read-only.
 */
async function greet(
  client: pg.PoolClient,
  { limits, takesWrites }: Pick<State, 'limits' | 'takesWrites'>,
): Promise<number | null> {
  const greeting = { text: GREETING, query_timeout: CONNECT_TIMEOUT_MS }
  const { rows } = await client.query(greeting)
  if (takesWrites && rows[0]?.read_only === 'on') throw new ReadOnlyServer()
  // Behind a pooler, another process than the connected one does the work.
  const pid: unknown = rows[0]?.pid
  if (!('processID' in client) || client.processID !== pid) return null
  const values = [String(limits.statementMs), String(limits.idleMs)]
  const limiting = { text: SET_LIMITS, values, query_timeout: CONNECT_TIMEOUT_MS }
  await client.query(limiting)
  return Number(pid)
}

class ReadOnlyServer extends Error {
  readonly code = READ_ONLY

  constructor() {
    super('The server of PostgreSQL takes no writes.')
  }
}

/** All connections are in use, which says nothing about any server. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
