import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Trx } from './tables.ts'

/** Work that an outer layer adds to each transaction of a request. */
export interface CommitHook {
  /** The last statements of a transaction whose work resolved to `result`. Throwing rolls back everything. */
  beforeCommit(trx: Trx, result: unknown): Promise<void>
  /** The database has acknowledged the commit. */
  afterCommit(): void
}

const CURRENT = new AsyncLocalStorage<CommitHook | undefined>()

/** Runs `work` so that `inTransaction` calls the hook, at any depth. */
export const withCommitHook = (hook: CommitHook, work: () => void): void => CURRENT.run(hook, work)

/**
 * Runs `work` without the hook: for writes before a change, which do not mean that the change was
 * made.
 */
export const withoutCommitHook = <T>(work: () => Promise<T>): Promise<T> =>
  CURRENT.run(undefined, work)

export const currentCommitHook = (): CommitHook | undefined => CURRENT.getStore()

const LISTENERS = new WeakMap<object, Set<() => void>>()
const ANNOUNCING = new WeakSet<Trx>()

/** Notifies the listeners in this process after the commit. */
export const announceAtCommit = (trx: Trx): void => {
  ANNOUNCING.add(trx)
}

/**
 * Calls `listener` after every transaction with a notification. It runs within the committing
 * request, so it should only wake up other work. Returns a function that removes it.
 */
export function onAnnouncement(db: Db, listener: () => void): () => void {
  const { adapter } = db.getExecutor()
  const listeners = LISTENERS.get(adapter) ?? new Set()
  LISTENERS.set(adapter, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/** Only for `inTransaction`. */
export function tellCommitted(trx: Trx): void {
  if (!ANNOUNCING.has(trx)) return
  for (const listener of LISTENERS.get(trx.getExecutor().adapter) ?? []) listener()
}
