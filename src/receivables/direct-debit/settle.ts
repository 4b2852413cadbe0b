import type { EventType } from '@billwright/rules/events'
import type { VersionedRef } from '../../core/http/etag.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { laterOf } from '../../platform/clock.ts'
import { noteWithdrawn } from '../collections/outcome.ts'
import { hasSubmitted, lockCollections } from '../collections/read.ts'
import { noteOnMethod } from '../methods/change.ts'
import { lockMethod } from '../methods/read.ts'
import { lockSeen } from './draft.ts'
import { alreadySubmitted, runNotOpen } from './errors.ts'
import * as repository from './inner/repository.ts'
import { type ItemizedRun, withItems } from './read.ts'
import type { Run } from './run.ts'
import { runEventData } from './view.ts'

export const recordRun = (work: Work, type: EventType, run: Run): void =>
  recordEvent(work, { type, resourceId: run.id, data: runEventData(run) })

/** The bank has the files. */
export function noteRunSubmitted(
  work: ReadWork,
  request: VersionedRef,
  { at }: { readonly at?: string },
): Promise<ItemizedRun> {
  return transaction(work, async (work) => {
    const run = await lockSeen(work, request)
    if (run.status === 'submitted') return withItems(work, run)
    if (run.status !== 'approved') throw runNotOpen(run.status)
    const submittedAt = at !== undefined && at < work.at ? at : work.at
    const after = await saveRun(work, run, { status: 'submitted', submittedAt })
    recordRun(work, 'direct_debit_run.submitted', after)
    return withItems(work, after)
  })
}

/** Before the bank has the files: the collections wait for another run. */
export function cancelRun(work: ReadWork, request: VersionedRef): Promise<ItemizedRun> {
  return transaction(work, async (work) => {
    const run = await lockSeen(work, request)
    if (run.status === 'canceled') return withItems(work, run)
    if (run.status === 'submitted') throw alreadySubmitted()
    if (run.status !== 'approved') throw runNotOpen(run.status)
    await withdraw(work, run)
    return withItems(work, await saveRun(work, run, { status: 'canceled' }))
  })
}

/** The bank refused all files of the run. A new run makes new ones. */
export function refuseRun(
  work: ReadWork,
  request: VersionedRef,
  { reason }: { readonly reason: string },
): Promise<ItemizedRun> {
  return transaction(work, async (work) => {
    const run = await lockSeen(work, request)
    if (run.status === 'refused') return withItems(work, run)
    if (run.status !== 'approved' && run.status !== 'submitted') throw runNotOpen(run.status)
    return withItems(work, await refuse(work, run, reason))
  })
}

/** Takes a locked run back because the bank refused its files. */
export async function refuse(work: Work, run: Run, reason: string): Promise<Run> {
  await withdraw(work, run)
  const after = await saveRun(work, run, { status: 'refused', refusedBecause: reason })
  recordRun(work, 'direct_debit_run.refused', after)
  return after
}

/** Nothing of the run reached an account: its mandates were not used either. */
async function withdraw(work: Work, run: Run): Promise<void> {
  const ids = repository.idsInFiles(await repository.listItems(work, run.id))
  const methods = new Set<string>()
  for (const collection of await lockCollections(work, ids)) {
    if (collection.status !== 'submitted' || collection.runId !== run.id) continue
    await noteWithdrawn(work, collection)
    methods.add(collection.methodId)
  }
  for (const id of [...methods].toSorted()) {
    const method = await lockMethod(work, id)
    const { mandate } = method
    // Only a mandate that was never used before is as if it was not handed in.
    if (mandate && !mandate.wasCollected && mandate.firstOn === mandate.lastOn)
      await noteOnMethod(work, method, {
        mandate: { ...mandate, firstOn: null, lastOn: null, told: null },
      })
  }
}

/** A run is settled once none of its collections is on its way. Takes a locked run. */
export async function settleIfDone(work: Work, run: Run): Promise<Run> {
  if (run.status !== 'approved' && run.status !== 'submitted') return run
  if (await hasSubmitted(work, run.id)) return run
  const after = await saveRun(work, run, { status: 'settled' })
  recordRun(work, 'direct_debit_run.settled', after)
  return after
}

async function saveRun(work: Work, run: Run, change: Partial<Run>): Promise<Run> {
  const after = {
    ...run,
    ...change,
    version: run.version + 1,
    updatedAt: laterOf(work.at, run.updatedAt),
  }
  await repository.saveRun(work, after)
  return after
}
