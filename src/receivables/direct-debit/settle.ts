import type { EventType } from '@billwright/rules/events'
import type { VersionedRef } from '../../core/http/etag.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { laterOf } from '../../platform/clock.ts'
import { noteWithdrawn } from '../collections/outcome.ts'
import { hasSubmitted, lockCollections } from '../collections/read.ts'
import { noteOnMandates } from '../methods/change.ts'
import { notHandedIn } from '../methods/mandates.ts'
import { lockMethods } from '../methods/read.ts'
import { lockSeen } from './draft.ts'
import { alreadySubmitted, fileNotInRun, runNotOpen } from './errors.ts'
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
    await withdraw(work, run, null)
    return withItems(work, await saveRun(work, run, { status: 'canceled' }))
  })
}

/** The bank refused a file of the run, or all of them. A new run makes new ones. */
export function refuseRun(
  work: ReadWork,
  request: VersionedRef,
  { reason, file = null }: { readonly reason: string; readonly file?: number | null },
): Promise<ItemizedRun> {
  return transaction(work, async (work) => {
    const run = await lockSeen(work, request)
    if (run.status === 'refused') return withItems(work, run)
    if (run.status !== 'approved' && run.status !== 'submitted') throw runNotOpen(run.status)
    const files = await repository.listFiles(work, run.id)
    const named = files.find(({ number }) => number === file)
    if (file !== null && !named) throw fileNotInRun()
    if (named && named.refusedBecause !== null) return withItems(work, run)
    return withItems(work, await refuse(work, run, { reason, file }))
  })
}

/** Takes a file of a locked run back because the bank refused it, or all of them. */
export async function refuse(
  work: Work,
  run: Run,
  { reason, file }: { readonly reason: string; readonly file: number | null },
): Promise<Run> {
  await withdraw(work, run, file)
  await repository.noteFileRefused(work, run.id, { file, reason })
  const files = await repository.listFiles(work, run.id)
  if (files.some(({ refusedBecause }) => refusedBecause === null))
    return settleIfDone(work, await saveRun(work, run, {}))
  const after = await saveRun(work, run, { status: 'refused', refusedBecause: reason })
  recordRun(work, 'direct_debit_run.refused', after)
  return after
}

/** The bank processed nothing of the file, so its mandates were not used either. `file` null: all files. */
async function withdraw(work: Work, run: Run, file: number | null): Promise<void> {
  const items = await repository.listItems(work, run.id)
  const ids = repository.idsInFiles(
    file === null ? items : items.filter((item) => item.file === file),
  )
  const collections = (await lockCollections(work, ids)).filter(
    ({ status, runId }) => status === 'submitted' && runId === run.id,
  )
  await noteWithdrawn(work, collections)
  const methods = await lockMethods(work, [...new Set(collections.map((it) => it.methodId))])
  const told = [...methods.values()].flatMap((before) => {
    if (!before.mandate) return []
    return [{ before, mandate: notHandedIn(before.mandate, run.id) }]
  })
  await noteOnMandates(work, told)
}

/** Notes why the bank did not collect an item of a locked run; null: it may collect it after all. */
export async function noteRejected(
  work: Work,
  run: Run,
  rejected: { readonly collectionId: string; readonly code: string | null },
): Promise<void> {
  await repository.noteRejected(work, run.id, rejected)
  await saveRun(work, run, {})
}

/** A run is settled once none of its collections is on its way. Takes a locked run. */
export async function settleIfDone(work: Work, run: Run): Promise<Run> {
  if (run.status !== 'approved' && run.status !== 'submitted') return run
  if (await hasSubmitted(work, run.id)) return run
  const after = await saveRun(work, run, { status: 'settled' })
  recordRun(work, 'direct_debit_run.settled', after)
  return after
}

/** A collection of a settled run is on its way again, because what the bank said was taken back. */
export async function reopenRun(work: Work, run: Run): Promise<void> {
  if (run.status !== 'settled') return
  await saveRun(work, run, { status: run.submittedAt === null ? 'approved' : 'submitted' })
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
