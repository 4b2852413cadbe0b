import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { pause } from './clock.ts'
import { isBusy } from './storage-error.ts'

const STATEMENTS_MAX = 500
/** SQLite's own waiting holds up the whole process; beyond this it is ours, which does not. */
const BLOCKING_WAIT_MS = 20
const PAUSE_MS = 30

export interface SqliteOptions {
  readonly path: string
  /** How long to wait while another process writes. */
  readonly busyWaitMs: number
}

/**
 * Kysely on better-sqlite3 with what its own driver leaves out: prepared statements are kept, and
 * a transaction takes the write lock at its beginning (a later upgrade could fail half way).
 * There is one connection, and Kysely's own lock around it. Every integer is read as a bigint.
 */
export function sqliteDialect(options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new ImmediateSqliteDriver(options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** SQLite rolls back tables like rows, which Kysely's adapter denies. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDriver implements Driver {
  readonly #options: SqliteOptions
  #connection: SqliteConnection | undefined

  constructor(options: SqliteOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const { path, busyWaitMs } = this.#options
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const database = new Database(path)
    database.defaultSafeIntegers(true)
    database.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`)
    await whileBusy(busyWaitMs, () => database.pragma('journal_mode = WAL'))
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    this.#connection = new SqliteConnection(database, busyWaitMs)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#require()
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#require().inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
  }

  #require(): SqliteConnection {
    if (this.#connection) return this.#connection
    throw new Error('The database was used before it was opened.')
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()
  readonly #busyWaitMs: number

  constructor(database: Database.Database, busyWaitMs: number) {
    this.#database = database
    this.#busyWaitMs = busyWaitMs
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Within a transaction the lock is ours already, and what fails is not to be repeated in part.
    if (this.inTransaction) return this.#execute(query)
    return await whileBusy(this.#busyWaitMs, () => this.#execute<Row>(query))
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(query.sql)
    if (statement.reader) return { rows: statement.all(query.parameters) as Row[] }
    const { changes } = statement.run(query.parameters)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(query.sql).iterate(query.parameters)) {
      yield { rows: [row as Row] }
    }
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}

/** Repeats what fails because another process writes. */
async function whileBusy<T>(waitMs: number, work: () => T): Promise<T> {
  for (let triesLeft = Math.ceil(waitMs / (PAUSE_MS + BLOCKING_WAIT_MS)); ; triesLeft--) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || triesLeft <= 0) throw error
      await pause(PAUSE_MS)
    }
  }
}
