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
import { createPrivate, filesOfSqlite, makePrivate, PRIVATE_FOLDER } from '../../private-file.ts'
import { SqliteHandle, whileBusy } from './handle.ts'
import { SqliteWriter } from './writer.ts'

export interface SqliteOptions {
  readonly path: string
  /** How long to wait while another process writes. */
  readonly busyWaitMs: number
}

/**
 * Kysely on better-sqlite3 with what its own driver leaves out: prepared statements are kept, a
 * transaction takes the write lock at its beginning (a later upgrade could fail half way), reading
 * goes on beside it on a connection of its own, and transactions that come together are confirmed to
 * the disk together (`SqliteWriter`).
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

/** SQLite rolls back tables like rows, and the driver puts writers in a queue by itself. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

interface Handles {
  /** Sees what is committed, and nothing else. */
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
    const { path, busyWaitMs } = this.#options
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
    // SQLite would make it with the umask of the process, and gives what it keeps beside it the same mode.
    if (existsSync(path)) filesOfSqlite(path).forEach(makePrivate)
    else createPrivate(path)
    const writing = new SqliteHandle(path)
    await whileBusy(busyWaitMs, () => writing.set('journal_mode = WAL'))
    writing.set('synchronous = FULL')
    writing.set('foreign_keys = ON')
    const writer = new SqliteWriter(writing, busyWaitMs)
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

/** What one caller does: a transaction, or statements each of which stands for itself. */
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
    // Should the disk refuse it now, it is rolled back already.
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

  /** A statement that changes something is a transaction of its own. */
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
