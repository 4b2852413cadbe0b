import { AsyncLocalStorage } from 'node:async_hooks'
import type { Trx } from './database.ts'

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

const CURRENT = new AsyncLocalStorage<CommitHook>()

/** Runs `work` so that `inTransaction` calls the hook, however deep below it is called. */
export const withCommitHook = (hook: CommitHook, work: () => void): void => CURRENT.run(hook, work)

export const currentCommitHook = (): CommitHook | undefined => CURRENT.getStore()
