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

const STATEMENTS_MAX = 500
const BUSY_TIMEOUT_MS = 10_000

/**
 * Kysely on better-sqlite3 with what its own driver leaves out: prepared statements are kept, and
 * a transaction takes the write lock at its beginning (a later upgrade could fail half way).
 * There is one connection, and Kysely's own lock around it. Every integer is read as a bigint.
 */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateSqliteDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ImmediateSqliteDriver implements Driver {
  readonly #path: string
  #connection: SqliteConnection | undefined

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const database = new Database(this.#path)
    database.defaultSafeIntegers(true)
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    this.#connection = new SqliteConnection(database)
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

  constructor(database: Database.Database) {
    this.#database = database
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
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
