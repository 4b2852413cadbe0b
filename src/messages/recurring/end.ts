import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { lock } from './inner/changes.ts'
import { recurringHasRuns } from './inner/errors.ts'
import * as repository from './inner/repository.ts'
import { record, saveRun } from './inner/runner.ts'
import { detailsOf, type RecurringDetails } from './read.ts'

export function endRecurring(work: ReadWork, request: VersionedRef): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    const before = await lock(work, request)
    if (before.status === 'ended') return detailsOf(work, before)
    const ended = { status: 'ended', endedAt: work.at, next: null, dueAt: null } as const
    const rest = { attention: null, pausedUntil: null }
    return detailsOf(work, await saveRun(work, before, { ...before, ...ended, ...rest }))
  })
}

export function deleteRecurring(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const recurring = await lock(work, request)
    if (recurring.made > 0) throw recurringHasRuns()
    await repository.deleteRecurring(work, recurring.id)
    record(work, 'deleted', recurring)
  })
}
