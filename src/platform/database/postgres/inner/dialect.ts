import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { nameOf } from '../../inner/named-statements.ts'
import { failEarlier, onAnswerOf } from '../../sent-statements.ts'
import { isPlanOutdated } from '../../storage-error.ts'
import type { PostgresLease, PostgresPool } from './pool.ts'

interface PostgresDialectOptions {
  readonly pool: PostgresPool
  /** Shared by all users of one pool. */
  readonly adapter: PostgresAdapter
  /** `set local …` statements at the start of each transaction. A single statement then gets a transaction. */
  readonly settings: readonly string[]
}

/** Kysely on `PostgresPool`. */
export const postgresDialect = (options: PostgresDialectOptions): Dialect => ({
  createAdapter: () => options.adapter,
  createDriver: () => new PooledPostgresDriver(options),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Migrations lock a row (`migrations.ts`), because some servers have no advisory locks. */
export class UnlockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PooledPostgresDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #settings: readonly string[]

  constructor({ pool, settings }: PostgresDialectOptions) {
    this.#pool = pool
    this.#settings = settings
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#settings)
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: Parameters<Driver['beginTransaction']>[1],
  ): Promise<void> {
    // Changed rows are locked first, so no stricter level is needed, whatever the default is.
    const level = `isolation level ${isolationLevel ?? 'read committed'}`
    await connection.begin(accessMode ? `${level} ${accessMode}` : level)
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.rollback()
    } catch {
      // Closing the connection ends its transaction; the caller gets the error that came before.
      connection.discard()
    }
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']
/** Statements whose answers nobody has read yet; the time limit of the last includes the others. */
const SENT_MAX = 16
const NO_ROWS = { rows: [] }

class PostgresConnection implements DatabaseConnection {
  readonly #lease: PostgresLease
  readonly #settings: readonly string[]
  #sent: Promise<unknown>[] = []
  #isInTransaction = false
  #isDiscarded = false

  constructor(lease: PostgresLease, settings: readonly string[]) {
    this.#lease = lease
    this.#settings = settings
  }

  /** In one message with the settings of the transaction. */
  async begin(mode: string): Promise<void> {
    const settings = [...this.#lease.limits, ...this.#settings]
    await this.#run([`begin ${mode}`, ...settings].join('; '))
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    const command = await this.#answered(this.#run('commit'))
    // After a failed statement whose error was caught, PostgreSQL answers a commit with a rollback.
    if (command === 'ROLLBACK') throw new Error('A transaction was committed after it had failed.')
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    this.#sent = []
    await this.#run('rollback')
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const name = nameOf(query)
    if (this.#isInTransaction) {
      const onAnswer = onAnswerOf(query)
      if (!onAnswer) return this.#answered(this.#execute<Row>(query, name))
      if (this.#sent.length >= SENT_MAX) await this.#answered(undefined)
      const answer = this.#execute<Row>(query, name)
      const before = Promise.all(this.#sent).catch(failEarlier)
      const inOrder = before.then(() => answer)
      for (const it of [answer, inOrder]) it.catch(() => {})
      this.#sent.push(answer)
      onAnswer(inOrder)
      return NO_ROWS
    }
    if (this.#settings.length === 0) return this.#execute(query, name)
    try {
      return await this.#executeAlone<Row>(query, name)
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
      return await this.#executeAlone<Row>(query, undefined)
    }
  }

  async #executeAlone<Row>(
    query: CompiledQuery,
    name: string | undefined,
  ): Promise<QueryResult<Row>> {
    await this.begin('isolation level read committed')
    try {
      const result = await this.#execute<Row>(query, name)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback().catch(() => this.discard())
      throw error
    }
  }

  async #execute<Row>(
    { sql: text, parameters }: CompiledQuery,
    name: string | undefined,
  ): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#lease.query({ text, parameters, name })
    if (!CHANGES.includes(command)) return { rows: rows ?? [] }
    return { numAffectedRows: BigInt(rowCount ?? 0), rows: rows ?? [] }
  }

  /** The server works in order, so the first error is the cause of the others. */
  async #answered<T>(answer: T | Promise<T>): Promise<T> {
    const sent = this.#sent
    this.#sent = []
    const [last] = await Promise.allSettled([answer])
    await Promise.all(sent).catch(failEarlier)
    if (last.status === 'rejected') throw last.reason
    return last.value
  }

  /** Returns the command that the server executed, which may differ from the one sent. */
  async #run(text: string): Promise<string> {
    const { command } = await this.#lease.query({ text, parameters: [], name: undefined })
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
