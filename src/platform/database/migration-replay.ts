import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { storageCode } from './storage-error.ts'

/** 42P07 table or index, 42701 column, 42710 constraint: what was to be made is there. */
const THERE = ['42P07', '42701', '42710']

/** Whether a table, column, index or constraint could not be made because it is there. */
export const isThere = (error: unknown): boolean => THERE.includes(storageCode(error))

/**
 * The same database for a migration that was cut short: the tables, columns and indexes that it made
 * before are passed over. Its other statements run again and must bear it.
 */
export const passingOver = <Tables>(db: Kysely<Tables>): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: dialectOver(db) })

const dialectOver = (db: Pick<Kysely<unknown>, 'executeQuery'>): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PassingDriver(db),
  createIntrospector: (own) => new PostgresIntrospector(own),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class PassingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(db: Pick<Kysely<unknown>, 'executeQuery'>) {
    this.#connection = new PassingConnection(db)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('Where this is used no transaction holds tables together.')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class PassingConnection implements DatabaseConnection {
  readonly #db: Pick<Kysely<unknown>, 'executeQuery'>

  constructor(db: Pick<Kysely<unknown>, 'executeQuery'>) {
    this.#db = db
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#db.executeQuery<Row>(query as CompiledQuery<Row>)
    } catch (error) {
      if (isThere(error)) return { rows: [] }
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: no migration reads a result piece by piece.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results are read as a whole.')
  }
}
