import type { CompiledQuery, QueryResult } from 'kysely'
import { isBusy } from '../storage-error.ts'
import { type SqliteHandle, whileBusy } from './handle.ts'

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/**
 * The one who writes to a file of SQLite: one transaction after the other, and those that came
 * together are confirmed to the disk together. A transaction whose work is done becomes part of
 * SQLite's transaction (a savepoint, once it is not the first) and lets the next one begin; when no
 * more requests are there to be looked at, all are committed, and only then has any of them been.
 * One that is rolled back takes no other with it; if the disk refuses the commit, all of them fail.
 */
export class SqliteWriter {
  readonly #handle: SqliteHandle
  readonly #busyWaitMs: number
  /** Those who wait for their turn. */
  readonly #queue: Waiting[] = []
  /** Those whose work is done and not yet on the disk. */
  #done: Waiting[] = []
  #isTaken = false
  #isNested = false
  #isCommitAsked = false
  #isCommitDue = false
  /** Why SQLite gave up the transaction by itself, with all that was done in it. */
  #lost: { readonly error: unknown } | null = null

  constructor(handle: SqliteHandle, busyWaitMs: number) {
    this.#handle = handle
    this.#busyWaitMs = busyWaitMs
  }

  /** Waits for its turn, and for other processes that write. */
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
      // They have waited for as long; one after the other they would for many times that.
      if (isBusy(error)) for (const { reject } of this.#queue.splice(0, waiting)) reject(error)
      this.#next()
      throw error
    }
  }

  /** Of the transaction whose turn it is. */
  execute<Row>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    if (this.#lost) throw this.#lost.error
    try {
      return this.#handle.execute<Row>(query)
    } catch (error) {
      if (!this.#handle.inTransaction) this.#lose(error)
      throw error
    }
  }

  /** Ends the work of the transaction whose turn it is. What it answers resolves when it is on the disk. */
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

  /** Commits what is done, and nothing of what is still being done. */
  close(): void {
    if (this.#isTaken && this.#isNested && !this.#lost) this.#undo()
    this.#commitAll()
    this.#handle.close()
  }

  /** Takes back what was done since the turn began. */
  #undo(): void {
    try {
      if (this.#isNested) this.#handle.run('rollback to member')
      this.#handle.run(this.#isNested ? 'release member' : 'rollback')
    } catch (error) {
      // What cannot be taken back alone must not be committed with the others.
      this.#lose(error)
      if (this.#handle.inTransaction) this.#handle.run('rollback')
      throw error
    }
  }

  #commitWhenFree(): void {
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

  /** A commit that is due goes before whoever waits, or those who are done might wait forever. */
  #next(): void {
    if (this.#isCommitDue) this.#commitAll()
    this.#isNested = false
    const next = this.#queue.shift()
    if (next) next.resolve()
    else this.#isTaken = false
  }
}
