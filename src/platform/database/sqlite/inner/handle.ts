import Database from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import { pause } from '../../../clock.ts'
import { isBusy } from '../../storage-error.ts'

const STATEMENTS_MAX = 500
/** SQLite's wait blocks the process, so it is short. After it, we wait without blocking. */
const BLOCKING_WAIT_MS = 20
const PAUSE_MS = 30

/** One connection to the file with its prepared statements. All integers are read as bigint. */
export class SqliteHandle {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

  constructor(path: string) {
    this.#database = new Database(path)
    this.#database.defaultSafeIntegers(true)
    this.#database.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`)
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  set(pragma: string): void {
    this.#database.pragma(pragma)
  }

  /** Whether a statement only reads. */
  isReading(sql: string): boolean {
    return this.#prepare(sql).readonly
  }

  execute<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  run(sql: string): void {
    this.#prepare(sql).run()
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

/** Retries while another process writes. */
export async function whileBusy<T>(waitMs: number, work: () => T): Promise<T> {
  for (let triesLeft = Math.ceil(waitMs / (PAUSE_MS + BLOCKING_WAIT_MS)); ; triesLeft--) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || triesLeft <= 0) throw error
      await pause(PAUSE_MS)
    }
  }
}
