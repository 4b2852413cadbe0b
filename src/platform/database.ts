import { promises as fs } from 'node:fs'
import path from 'node:path'
import { type Dialect, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { currentCommitHook } from './commit-hook.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** The pool, or the open transaction. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type Engine = Config['database']['engine']

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const TRIES_MAX = 5
const INT8_OID = 20

const ENGINES = new WeakMap<object, Engine>()
const POOLS = new WeakMap<object, pg.Pool>()

export function openDatabase(config: Config['database']): Db {
  if (config.engine === 'sqlite') return remember(sqliteDialect(config.path), 'sqlite')
  const pool = openPool(config.url)
  const db = remember(new PostgresDialect({ pool }), 'postgres')
  POOLS.set(db.getExecutor().adapter, pool)
  return db
}

function remember(dialect: Dialect, engine: Engine): Db {
  const db = new Kysely<Tables>({ dialect })
  ENGINES.set(db.getExecutor().adapter, engine)
  return db
}

/** How many connections to PostgreSQL there are, and requests waiting for one; null on SQLite. */
export const poolOf = (db: Db): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | null =>
  POOLS.get(db.getExecutor().adapter) ?? null

/** Which engine a pool or transaction speaks to, for the few statements that differ. */
export function engineOf(db: Db): Engine {
  const engine = ENGINES.get(db.getExecutor().adapter)
  if (!engine) throw new Error('This database was not opened by openDatabase.')
  return engine
}

function openPool(connectionString: string): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8_OID, BigInt)
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
  })
  // An idle connection that is cut must not end the process; the next query opens another.
  pool.on('error', () => {})
  return pool
}

/**
 * Runs `work` in one transaction, and the caller's `CommitHook` as its end. What the engine asks to
 * be tried again (deadlocks, serialization failures) is; `work` must therefore have no effect
 * outside `trx`.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const hook = currentCommitHook()
  const hooked = hook
    ? async (trx: Trx) => {
        const result = await work(trx)
        await hook.beforeCommit(trx, result)
        return result
      }
    : work
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await db.transaction().execute(hooked)
      hook?.afterCommit()
      return result
    } catch (error) {
      if (attempt >= TRIES_MAX || !isTransient(error)) throw storageError(error)
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** 40001 serialization failure, 40P01 deadlock. */
const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))

/** A row that was named is not there (any more). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

const UNAVAILABLE =
  /^(SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)|08|57P0|53|ECONNREFUSED|ECONNRESET|ETIMEDOUT)/

/** A database that cannot work now is the operator's matter, not the caller's: 503, try again. */
export function storageError(error: unknown): unknown {
  const lost =
    error instanceof Error && /Connection terminated|timeout exceeded when/.test(error.message)
  if (!lost && !UNAVAILABLE.test(codeOf(error))) return error
  return new AppError('unavailable', 'storage_unavailable', 'The database cannot be reached now.', {
    retryAfterSeconds: 2,
    cause: error,
  })
}

/** Locks the rows read until the transaction ends; on SQLite the transaction holds the only lock. */
export const forUpdate = (db: Db) => (engineOf(db) === 'postgres' ? sql` for update` : sql``)

const migrator = (db: Db): Migrator =>
  new Migrator({
    db,
    provider: new FileMigrationProvider({
      fs,
      path,
      migrationFolder: path.join(import.meta.dirname, '../../migrations'),
    }),
  })

/** Brings the tables up to date and says what it did. Two starting processes wait for each other. */
export async function migrate(db: Db): Promise<readonly string[]> {
  const { error, results } = await migrator(db).migrateToLatest()
  if (error) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/** The migrations that have not run, for `/readyz`. */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const all = await migrator(db).getMigrations()
  return all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}
