import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createPrivate, filesOfSqlite, makePrivate, PRIVATE_FOLDER } from '../../../private-file.ts'
import { SqliteHandle, whileBusy } from './handle.ts'
import { SqliteWriter } from './writer.ts'

interface SqliteOptions {
  readonly path: string
  /** How long to wait while another process writes. */
  readonly busyWaitMs: number
  /** How many transactions may be committed together; asked after each. */
  readonly groupMax: () => number
}

/**
 * Kysely on better-sqlite3 with additions to its driver: prepared statements are cached,
 * transactions take the write lock at their start (a later upgrade could fail), reads use their own
 * connection, and concurrent transactions are committed together (`SqliteWriter`).
 */
export function sqliteDialect(options: SqliteOptions): Dialect {
  const driver = new TwoHandleSqliteDriver(options)
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** SQLite's DDL is transactional, and the driver queues writers itself. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

interface Handles {
  /** Sees only committed data. */
  readonly reader: SqliteHandle
  readonly writer: SqliteWriter
  readonly busyWaitMs: number
}

class TwoHandleSqliteDriver implements Driver {
  readonly #options: SqliteOptions
  #handles: Handles | undefined

  constructor(options: SqliteOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const { path, busyWaitMs, groupMax } = this.#options
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
    // SQLite would use the umask, and gives the files beside it the same mode.
    if (existsSync(path)) filesOfSqlite(path).forEach(makePrivate)
    else createPrivate(path)
    const writing = new SqliteHandle(path)
    await whileBusy(busyWaitMs, () => writing.set('journal_mode = WAL'))
    writing.set('synchronous = FULL')
    writing.set('foreign_keys = ON')
    // Otherwise each member of a group commit would keep its old pages in files.
    writing.set('temp_store = MEMORY')
    const writer = new SqliteWriter(writing, busyWaitMs, groupMax)
    this.#handles = { reader: new SqliteHandle(path), writer, busyWaitMs }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#handles) throw new Error('The database was used before it was opened.')
    return new SqliteConnection(this.#handles)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async destroy(): Promise<void> {
    this.#handles?.reader.close()
    this.#handles?.writer.close()
  }
}

/** A transaction, or independent statements of one caller. */
class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles
  #isInTransaction = false

  constructor(handles: Handles) {
    this.#handles = handles
  }

  async begin(): Promise<void> {
    await this.#handles.writer.begin()
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    const confirmed = this.#handles.writer.commit()
    // If the disk refuses the commit, SQLite has already rolled back.
    this.#isInTransaction = false
    await confirmed
  }

  rollback(): void {
    if (this.#isInTransaction) this.#handles.writer.rollback()
    this.#isInTransaction = false
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, busyWaitMs } = this.#handles
    if (this.#isInTransaction) return writer.execute(query)
    const read = () => (reader.isReading(query.sql) ? reader.execute<Row>(query) : null)
    return (await whileBusy(busyWaitMs, read)) ?? (await this.#write(query))
  }

  /** Each writing statement outside a transaction is its own transaction. */
  async #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin()
    try {
      const result = this.#handles.writer.execute<Row>(query)
      await this.commit()
      return result
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here reads a result piece by piece.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results of SQLite are read as a whole.')
  }
}
