import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { nameOf } from '../named-statements.ts'
import type { PostgresLease, PostgresPool } from './pool.ts'

/** Kysely on `PostgresPool`. */
export const postgresDialect = (pool: PostgresPool): Dialect => ({
  createAdapter: () => new UnlockedPostgresAdapter(),
  createDriver: () => new PooledPostgresDriver(pool),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Migrations lock a row (`migrations.ts`): advisory locks are not to be had everywhere. */
class UnlockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PooledPostgresDriver implements Driver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect())
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<Driver['beginTransaction']>[1],
  ): Promise<void> {
    // Rows that are changed are locked first, which asks for no stricter level, whatever the default is.
    const level = settings.isolationLevel ?? 'read committed'
    await connection.executeQuery(CompiledQuery.raw(`begin isolation level ${level}`))
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const command = await connection.run('commit')
    // A failed statement that somebody caught leaves nothing to commit, and PostgreSQL says it so.
    if (command === 'ROLLBACK') throw new Error('A transaction was committed after it had failed.')
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.run('rollback')
    } catch {
      // The end of the connection ends its transaction; why that failed is what the caller must hear.
      connection.discard()
    }
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

class PostgresConnection implements DatabaseConnection {
  readonly #lease: PostgresLease
  #isDiscarded = false

  constructor(lease: PostgresLease) {
    this.#lease = lease
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query
    const { command, rowCount, rows } = await this.#lease.query({
      text,
      parameters,
      name: nameOf(query),
    })
    if (!CHANGES.includes(command)) return { rows: rows ?? [] }
    return { numAffectedRows: BigInt(rowCount ?? 0), rows: rows ?? [] }
  }

  /** Answers the command that was carried out, which need not be the one that was sent. */
  async run(sql: string): Promise<string> {
    const { command } = await this.#lease.query({ text: sql, parameters: [], name: undefined })
    return command
  }

  // biome-ignore lint/correctness/useYield: nothing here reads a result piece by piece.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results of PostgreSQL are read as a whole.')
  }

  discard(): void {
    this.#isDiscarded = true
  }

  release(): void {
    this.#lease.release({ isBroken: this.#isDiscarded })
  }
}
