import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Trx } from './db.ts'

/** What somebody further out adds to each transaction that is committed on their behalf. */
export interface CommitHook {
  /**
   * The last statements of a transaction whose work resolved to `result`. Throwing rolls all of it
   * back.
   */
  beforeCommit(trx: Trx, result: unknown): Promise<void>
  /** The database has acknowledged the commit. */
  afterCommit(): void
}

const CURRENT = new AsyncLocalStorage<CommitHook | undefined>()

/** Runs `work` so that `inTransaction` calls the hook, however deep below it is called. */
export const withCommitHook = (hook: CommitHook, work: () => void): void => CURRENT.run(hook, work)

/**
 * Runs `work` so that its transactions are nobody's: for what is noted on the way to a change, and
 * says nothing of whether that was made.
 */
export const withoutCommitHook = <T>(work: () => Promise<T>): Promise<T> =>
  CURRENT.run(undefined, work)

export const currentCommitHook = (): CommitHook | undefined => CURRENT.getStore()

const LISTENERS = new WeakMap<object, Set<() => void>>()
const ANNOUNCING = new WeakSet<Trx>()

/** Once this transaction is committed, those who listen in this process are called. */
export const announceAtCommit = (trx: Trx): void => {
  ANNOUNCING.add(trx)
}

/**
 * Calls `listener` after every transaction on that database that announced something. It must do no
 * more than wake somebody: it runs on the way of the request that committed. Returns what ends it.
 */
export function onAnnouncement(db: Db, listener: () => void): () => void {
  const { adapter } = db.getExecutor()
  const listeners = LISTENERS.get(adapter) ?? new Set()
  LISTENERS.set(adapter, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/** For `inTransaction` alone. */
export function tellCommitted(trx: Trx): void {
  if (!ANNOUNCING.has(trx)) return
  for (const listener of LISTENERS.get(trx.getExecutor().adapter) ?? []) listener()
}
