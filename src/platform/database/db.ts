import { availableParallelism } from 'node:os'
import { type Dialect, Kysely, sql } from 'kysely'
import { overloaded } from '../../kernel/errors.ts'
import type { Config } from '../config.ts'
import { createFairQueue, type FairQueue, QueueFull } from '../fair-queue.ts'
import { inSpan } from '../telemetry.ts'
import { currentCommitHook, tellCommitted } from './commit-hook.ts'
import { retried } from './inner/retry.ts'
import { runMigrations } from './migrations.ts'
import { isDistributed } from './postgres/distribution.ts'
import { postgresDialect, UnlockedPostgresAdapter } from './postgres/inner/dialect.ts'
import { createMachineTurns } from './postgres/inner/machine-turns.ts'
import { openPostgresPool, type PoolCounts, type PostgresPool } from './postgres/inner/pool.ts'
import { isFresh } from './postgres/inner/replica.ts'
import { ensureRowSecurity, restrictedTo } from './postgres/inner/row-security.ts'
import { askMachine, findMachine } from './postgres/placement.ts'
import { sqliteDialect } from './sqlite/inner/dialect.ts'
import { writeStatistics } from './sqlite/inner/statistics.ts'
import { storageCode, storageError } from './storage-error.ts'
import type { CompanyId, Db, InstallationTables, Trx } from './tables.ts'

export type { Db, Trx } from './tables.ts'
export type Engine = Config['database']['engine']

const POOL_SIZE = 10
/** One working connection, and one for the lock of migrations. */
const PATIENT_POOL_SIZE = 2
const STATEMENT_TIMEOUT_MS = 15_000
const SQLITE_BUSY_WAIT_MS = 5_000
/** Time limit of a migration, including waits for others. */
const PATIENCE_MS = 60 * 60 * 1000

/** One company may use a third of the connections, and at least two. */
const SHARE_OF_A_COMPANY = 3
const SLOTS_OF_A_COMPANY_MIN = 2
/** Long reads of one company while several work: they leave a core to the others. */
const SHARED_READ_SLOTS = Math.max(1, availableParallelism() - 1)
/** One transaction that writes, and one that waits. */
const SQLITE_SLOTS = 2
/**
 * Transactions that are committed together while several companies write. Each waits for the last
 * one of its group.
 */
const SQLITE_SHARED_GROUP_MAX = 4
/** Long reads before other work of the process runs. */
const SQLITE_READ_SLOTS = 8
const TURN_WAIT_MS = 10_000

interface Opened {
  readonly config: Config['database']
  readonly pool: PoolCounts | null
  /** The queue in which companies wait for their turn. */
  readonly turns: FairQueue
  /** The queues in which long reads wait, one after another. */
  readonly readTurns: readonly FairQueue[]
  /** What differs by company: row security, and the limit of its machine. Null: nothing. */
  sights: Sights | null
  /** Limits the connections for each machine; only for a distributed database. */
  limitMachines: () => void
  /** A replica for reading; null: none. */
  readonly replica: Db | null
}

interface Sights {
  readonly all: Db
  of(company: CompanyId): Db
  /** With the rows of all companies, for statements about those on the machine of this one. */
  onMachineOf(company: CompanyId): Db
  readonly bound: WeakSet<Db>
}

const OPENED = new WeakMap<object, Opened>()

interface Opening {
  /** Without time limits. */
  readonly isPatient?: boolean
  /** A server that accepts no writes is enough. */
  readonly isReplica?: boolean
}

/** Connects at the first query. */
export function openDatabase(
  config: Config['database'],
  { isPatient = false, isReplica = false }: Opening = {},
): Db {
  if (config.engine === 'sqlite') {
    const busyWaitMs = isPatient ? PATIENCE_MS : SQLITE_BUSY_WAIT_MS
    const turns = createFairQueue({ slots: SQLITE_SLOTS, waitingMax: Infinity })
    const groupMax = () => (turns.isShared() ? SQLITE_SHARED_GROUP_MAX : Infinity)
    const db = kyselyOn(sqliteDialect({ path: config.path, busyWaitMs, groupMax }))
    const readTurns = [createFairQueue({ slots: SQLITE_READ_SLOTS, waitingMax: Infinity })]
    const opened = { config, pool: null, turns, readTurns, sights: null, replica: null }
    return remember(db, { ...opened, limitMachines: () => {} })
  }
  const size = isPatient ? PATIENT_POOL_SIZE : (config.poolSize ?? POOL_SIZE)
  const { replicaUrl, ...server } = config
  const replica =
    replicaUrl === undefined
      ? null
      : openDatabase({ ...server, url: replicaUrl }, { isPatient, isReplica: true })
  const pool = openPostgresPool({
    url: config.url,
    takesWrites: !isReplica,
    onEnd: async () => replica?.destroy(),
    size,
    statementTimeoutMs: isPatient ? null : (config.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
    prepared: config.prepared ?? 'auto',
  })
  const share = Math.max(SLOTS_OF_A_COMPANY_MIN, size / SHARE_OF_A_COMPANY)
  const turns = createFairQueue({ slots: size, slotsPerKey: share, waitingMax: Infinity })
  const reads = createFairQueue({
    slots: size,
    slotsPerKey: () => (turns.isShared() ? SHARED_READ_SLOTS : share),
    waitingMax: Infinity,
  })
  const adapter = new UnlockedPostgresAdapter()
  const seeing = (settings: readonly string[], through = pool) =>
    kyselyOn(postgresDialect({ pool: through, adapter, settings }))
  const all = seeing([])
  const settingsOf = (company: CompanyId | null) =>
    config.rowSecurity ? restrictedTo(company) : []
  const sightsThrough = (
    poolOf: (company: CompanyId) => PostgresPool,
    poolOfAll: PostgresPool,
  ): Sights => {
    const bound = new WeakSet<Db>()
    const remembered = (db: Db) => {
      bound.add(db)
      return db
    }
    return {
      all: seeing([], poolOfAll),
      of: (company) => remembered(seeing(settingsOf(company), poolOf(company))),
      onMachineOf: (company) => remembered(seeing([], poolOf(company))),
      bound,
    }
  }
  const opened: Opened = {
    ...{ config, pool: pool.counts, turns, readTurns: [reads, turns], replica },
    sights: config.rowSecurity ? sightsThrough(() => pool, pool) : null,
    limitMachines() {
      const machines = createMachineTurns({
        ...{ size, waitMs: TURN_WAIT_MS },
        findMachine: (company) => findMachine(all, company),
        ask: (company) => askMachine(all, company),
      })
      opened.sights = sightsThrough(
        (company) => machines.poolOf(pool, company),
        machines.poolOfAll(pool),
      )
    },
  }
  return remember(config.rowSecurity ? seeing(restrictedTo(null)) : all, opened)
}

const kyselyOn = (dialect: Dialect): Db => new Kysely<InstallationTables>({ dialect })

function remember(db: Db, opened: Opened): Db {
  OPENED.set(db.getExecutor().adapter, opened)
  return db
}

function openedAs(db: Db): Opened {
  const opened = OPENED.get(db.getExecutor().adapter)
  if (!opened) throw new Error('This database was not opened by openDatabase.')
  return opened
}

/** Number of PostgreSQL connections and of requests waiting for one; null on SQLite. */
export const poolOf = (db: Db): PoolCounts | null => openedAs(db).pool

/** The database as one company sees it: with row security, without the rows of others. */
export function asSeenBy(db: Db, company: CompanyId): Db {
  const { sights } = openedAs(db)
  return sights === null || db.isTransaction ? db : sights.of(company)
}

/** The database with the rows of all companies, unless it is bound to one already. */
export function asSeenByAll(db: Db): Db {
  const { sights } = openedAs(db)
  return sights === null || db.isTransaction || sights.bound.has(db) ? db : sights.all
}

/** The database with the rows of all companies, for statements about companies of one machine only. */
export function asSeenOnMachineOf(db: Db, company: CompanyId): Db {
  const { sights } = openedAs(db)
  return sights === null || db.isTransaction ? db : sights.onMachineOf(company)
}

const BEHIND_MAX_SECONDS = 60

/**
 * For reads that may be a minute old: uses the replica if it answers and is recent
 * enough. Never use it to decide a change, or for lists, where people look for what they just
 * saved.
 */
export async function onReplica<Read extends { readonly db: Db; readonly companyId: CompanyId }>(
  read: Read,
  behindMaxSeconds = BEHIND_MAX_SECONDS,
): Promise<Read> {
  const { replica } = openedAs(read.db)
  if (replica === null || read.db.isTransaction) return read
  const isUsable = await isFresh(read.db, replica, behindMaxSeconds)
  return isUsable ? { ...read, db: asSeenBy(replica, read.companyId) } : read
}

/** The engine of a pool or transaction, for the few statements that differ. */
export const engineOf = (db: Db): Engine => openedAs(db).config.engine

/**
 * Runs `work` in one transaction, ending with the caller's `CommitHook`. Retries deadlocks,
 * serialization failures and errors that `repeatAfter` accepts, so `work` must have no effects
 * outside `trx`. Transactions of a company wait for its turn.
 */
export const inTransaction = <T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  company?: CompanyId,
): Promise<T> =>
  inSpan('transaction', { 'db.system.name': SYSTEM_NAMES[engineOf(db)] }, async () => {
    if (company === undefined) return await tried(db, work)
    const leave = await turnIn(openedAs(db).turns, company)
    try {
      return await tried(db, work, leave)
    } finally {
      leave()
    }
  })

/** OpenTelemetry's names. */
const SYSTEM_NAMES = { sqlite: 'sqlite', postgres: 'postgresql' } as const

async function tried<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  leave: () => void = () => {},
): Promise<T> {
  const hook = currentCommitHook()
  const hooked = async (trx: Trx) => {
    const result = await work(trx)
    await hook?.beforeCommit(trx, result)
    // SQLite commits finished transactions together: the next one begins before this one is on disk.
    if (engineOf(db) === 'sqlite') leave()
    return { trx, result }
  }
  let last: Trx | undefined
  const run = () =>
    db.transaction().execute((trx) => {
      last = trx
      return hooked(trx)
    })
  const { trx, result } = await retried(run, (error) => expects(last, error))
  hook?.afterCommit()
  tellCommitted(trx)
  return result
}

const EXPECTED = new WeakMap<Trx, ((error: unknown) => boolean)[]>()

const expects = (trx: Trx | undefined, error: unknown): boolean =>
  trx !== undefined && (EXPECTED.get(trx) ?? []).filter((expected) => expected(error)).length > 0

/**
 * Repeats the transaction if it fails with an expected error. Every `isExpected` gets the error,
 * even after another one has accepted it, because it may record what to do differently.
 */
export const repeatAfter = (trx: Trx, isExpected: (error: unknown) => boolean): void =>
  void EXPECTED.set(trx, [...(EXPECTED.get(trx) ?? []), isExpected])

/**
 * Long reads, such as lists, wait for the company's turn. A transaction already has the turn. SQLite
 * reads without a pause, so other work runs between two reads.
 */
export async function inTurn<T>(
  { db, companyId }: { readonly db: Db; readonly companyId: CompanyId },
  read: () => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return await read()
  const { readTurns, config } = openedAs(db)
  const leaves: (() => void)[] = []
  const leave = () => leaves.forEach((it) => void it())
  try {
    for (const turns of readTurns) leaves.unshift(await turnIn(turns, companyId))
    return await read()
  } finally {
    if (config.engine === 'sqlite') setImmediate(leave)
    else leave()
  }
}

async function turnIn(turns: FairQueue, company: CompanyId): Promise<() => void> {
  try {
    return await turns.enter(TURN_WAIT_MS, company)
  } catch (error) {
    throw error instanceof QueueFull ? overloaded() : error
  }
}

export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(storageCode(error))

/** A referenced row does not exist (anymore). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(storageCode(error))

/** Locks the rows until the transaction ends; on SQLite, the transaction already has the only lock. */
export const forUpdate = (db: Db) => (engineOf(db) === 'postgres' ? sql` for update` : sql``)

/** Locks rows, but other transactions may add rows that refer to these. */
export const forNoKeyUpdate = (db: Db) =>
  engineOf(db) === 'postgres' ? sql` for no key update` : sql``

/** Prevents others from deleting the rows until the transaction ends, but not from referring to them. */
export const forKeyShare = (db: Db) => (engineOf(db) === 'postgres' ? sql` for key share` : sql``)

/** Throws if the database does not answer. */
export const checkDatabase = async (db: Db): Promise<void> => void (await sql`select 1`.execute(db))

/** Migrates the tables and returns the steps; see `runMigrations`. */
export async function migrate(db: Db): Promise<readonly string[]> {
  const { config } = openedAs(db)
  const patient = openDatabase(withoutRowSecurity(config), { isPatient: true })
  try {
    const ran = await runMigrations(patient)
    if (config.engine === 'sqlite') await writeStatistics(patient)
    else if (config.rowSecurity) await ensureRowSecurity(patient)
    if (config.engine === 'postgres' && (await isDistributed(patient, 'invoices')))
      openedAs(db).limitMachines()
    return ran
  } catch (error) {
    throw storageError(error)
  } finally {
    await patient.destroy()
  }
}

const withoutRowSecurity = (config: Config['database']): Config['database'] =>
  config.engine === 'postgres' ? { ...config, rowSecurity: false } : config

export { pendingMigrations } from './migrations.ts'
