import type { CompiledQuery, QueryResult } from 'kysely'
import { isBusy } from '../../storage-error.ts'
import { type SqliteHandle, whileBusy } from './handle.ts'

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/**
 * The only writer to a SQLite file. Concurrent transactions run one after another as savepoints of one
 * SQLite transaction, with one sync at its commit, and are acknowledged after it. A rollback affects
 * only its own transaction; if the disk refuses the commit, all of them fail. See decision 9.
 */
export class SqliteWriter {
  readonly #handle: SqliteHandle
  readonly #busyWaitMs: number
  /** How many transactions may be committed together. */
  readonly #groupMax: () => number
  /** Transactions waiting for their turn. */
  readonly #queue: Waiting[] = []
  /** Finished transactions that are not on disk yet. */
  #done: Waiting[] = []
  #isTaken = false
  #isNested = false
  #isCommitAsked = false
  #isCommitDue = false
  /** The error after which SQLite rolled back the whole transaction by itself. */
  #lost: { readonly error: unknown } | null = null

  constructor(handle: SqliteHandle, busyWaitMs: number, groupMax = () => Infinity) {
    this.#handle = handle
    this.#busyWaitMs = busyWaitMs
    this.#groupMax = groupMax
  }

  /** Waits for its turn, and for other writing processes. */
  async begin(): Promise<void> {
    if (this.#isTaken)
      await new Promise<void>((resolve, reject) => this.#queue.push({ resolve, reject }))
    this.#isTaken = true
    const waiting = this.#queue.length
    this.#lost = null
    this.#isNested = this.#handle.inTransaction
    try {
      if (this.#isNested) this.#handle.run('savepoint member')
      else await whileBusy(this.#busyWaitMs, () => this.#handle.run('begin immediate'))
    } catch (error) {
      // They waited just as long; failing them one by one would take many times longer.
      if (isBusy(error)) for (const { reject } of this.#queue.splice(0, waiting)) reject(error)
      this.#next()
      throw error
    }
  }

  /** For the current transaction. */
  execute<Row>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    if (this.#lost) throw this.#lost.error
    try {
      return this.#handle.execute<Row>(query)
    } catch (error) {
      if (!this.#handle.inTransaction) this.#lose(error)
      throw error
    }
  }

  /** Ends the current transaction. Resolves when it is on disk. */
  commit(): Promise<void> {
    if (this.#lost) throw this.#lost.error
    if (this.#isNested) this.execute({ sql: 'release member', parameters: [] })
    const confirmed = new Promise<void>((resolve, reject) => {
      this.#done.push({ resolve, reject })
    })
    if (!this.#isCommitAsked) setImmediate(() => this.#commitWhenFree())
    this.#isCommitAsked = true
    this.#next()
    return confirmed
  }

  rollback(): void {
    try {
      if (!this.#lost) this.#undo()
    } finally {
      this.#next()
    }
  }

  /** Commits the finished transactions, without the current one. */
  close(): void {
    if (this.#isTaken && this.#isNested && !this.#lost) this.#undo()
    this.#commitAll()
    this.#handle.close()
  }

  /** Rolls back the current transaction. */
  #undo(): void {
    try {
      if (this.#isNested) this.#handle.run('rollback to member')
      this.#handle.run(this.#isNested ? 'release member' : 'rollback')
    } catch (error) {
      // If it cannot be rolled back alone, it must not be committed with the others.
      this.#lose(error)
      if (this.#handle.inTransaction) this.#handle.run('rollback')
      throw error
    }
  }

  #commitWhenFree(): void {
    if (!this.#isCommitAsked) return
    if (this.#isTaken) this.#isCommitDue = true
    else this.#commitAll()
  }

  #commitAll(): void {
    const done = this.#done
    this.#done = []
    this.#isCommitAsked = false
    this.#isCommitDue = false
    if (done.length === 0) return
    try {
      this.#handle.run('commit')
    } catch (error) {
      for (const { reject } of done) reject(error)
      if (this.#handle.inTransaction) this.#handle.run('rollback')
      return
    }
    for (const { resolve } of done) resolve()
  }

  #lose(error: unknown): void {
    this.#lost = { error }
    const done = this.#done
    this.#done = []
    for (const { reject } of done) reject(error)
  }

  /**
   * A due commit runs before waiting transactions; otherwise finished ones might wait forever.
   * After a full group, other work of the process runs before the next transaction.
   */
  #next(): void {
    const isFull = this.#done.length >= this.#groupMax()
    if (this.#isCommitDue || isFull) this.#commitAll()
    this.#isNested = false
    const next = this.#queue.shift()
    if (!next) this.#isTaken = false
    else if (isFull) setImmediate(next.resolve)
    else next.resolve()
  }
}
