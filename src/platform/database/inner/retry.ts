import { pause } from '../../clock.ts'
import { randomBelow } from '../../ids.ts'
import { EarlierFailure } from '../sent-statements.ts'
import { isTransient, storageError } from '../storage-error.ts'

/**
 * Some engines offer only snapshot isolation: of several transactions that wait for one row, one
 * succeeds and the others start again. Many concurrent ones need many tries.
 */
const TRIES_MAX = 30
const TRIED_MAX_MS = 10_000
/**
 * Doubled with each try; the pause is a random time below it, so that two transactions do not collide
 * again.
 */
const PAUSE_MS = 10
const PAUSE_MAX_MS = 320

/** Repeats a transaction that the engine asks to repeat (deadlocks, serialization failures) or the caller. */
export async function retried<T>(
  transaction: () => Promise<T>,
  isExpected: (error: unknown) => boolean | undefined = () => false,
): Promise<T> {
  const startedMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (thrown) {
      const error = thrown instanceof EarlierFailure ? thrown.cause : thrown
      const isLast = attempt >= TRIES_MAX || performance.now() - startedMs > TRIED_MAX_MS
      if (isLast || !(isTransient(error) || isExpected(error))) throw storageError(error)
      await pause(randomBelow(Math.min(PAUSE_MS * 2 ** attempt, PAUSE_MAX_MS)))
    }
  }
}
