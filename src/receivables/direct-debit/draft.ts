import { currentSettings } from '../../company/settings/read.ts'
import type { Actor } from '../../core/http/actor.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { listForRun } from '../collections/read.ts'
import { collectOnPast, runNotDraft } from './errors.ts'
import { contentHash, filesOf } from './files.ts'
import * as repository from './inner/repository.ts'
import { planRun } from './plan.ts'
import { type ItemizedRun, runEtag, withItems, withNames } from './read.ts'
import type { Person, Run } from './run.ts'

const COLLECTIONS_MAX = 10_000

export interface RunBody {
  readonly collect_on?: string | null
  readonly exclude?: readonly string[]
}

/** A draft of everything that can be collected, and of what it leaves out. */
export function createRun(work: ReadWork, body: RunBody): Promise<ItemizedRun> {
  return transaction(work, async (work) => {
    await requireDay(work, body)
    const { run, items } = await composed(work, newRun(work, body))
    await repository.insertRun(work, run)
    await repository.replaceItems(work, run.id, items)
    return withItems(work, run)
  })
}

/** What a draft would have. Stores nothing. */
export async function previewRun(work: ReadWork, body: RunBody): Promise<ItemizedRun> {
  await requireDay(work, body)
  const { run, items } = await composed(work, newRun(work, body))
  return { run, items: await withNames(work, items), files: [] }
}

/** Computes the draft again. */
export function changeRun(
  work: ReadWork,
  request: VersionedRef,
  body: RunBody,
): Promise<ItemizedRun> {
  return transaction(work, async (work) => {
    const before = await lockDraft(work, request)
    await requireDay(work, body)
    const { run, items } = await composed(work, {
      ...before,
      collectOn: body.collect_on === undefined ? before.collectOn : body.collect_on,
      excluded: body.exclude ?? before.excluded,
      // What was approved is another run now.
      firstApproval: null,
      version: before.version + 1,
      updatedAt: laterOf(work.at, before.updatedAt),
    })
    await repository.saveRun(work, run)
    await repository.replaceItems(work, run.id, items)
    return withItems(work, run)
  })
}

export function deleteRun(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const { id } = await lockDraft(work, request)
    await repository.deleteRun(work, id)
  })
}

/** Nothing can be collected on a day that is past. */
async function requireDay(work: ReadWork, { collect_on: day }: RunBody): Promise<void> {
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  if (day != null && day < today) throw collectOnPast(today)
}

async function composed(work: ReadWork, run: Run) {
  const collections = await listForRun(work, COLLECTIONS_MAX)
  const plan = await planRun(work, run, collections)
  const { items, count, sumMinor } = plan
  const contentSha256 = contentHash(await filesOf(work, run, plan))
  return { run: { ...run, count, sumMinor, contentSha256 }, items }
}

const newRun = (work: ReadWork, body: RunBody): Run => ({
  id: newId('ddr'),
  version: 1,
  status: 'draft',
  collectOn: body.collect_on ?? null,
  excluded: body.exclude ?? [],
  count: 0,
  sumMinor: 0n,
  contentSha256: '',
  createdBy: personOf(work.actor),
  firstApproval: null,
  approvedBy: null,
  approvedAt: null,
  submittedAt: null,
  refusedBecause: null,
  createdAt: work.at,
  updatedAt: work.at,
})

export const personOf = ({ kind, id, name }: Actor): Person => ({ kind, id, name })

export async function lockDraft(work: Work, request: VersionedRef): Promise<Run> {
  const run = await lockSeen(work, request)
  if (run.status !== 'draft') throw runNotDraft(run.status)
  return run
}

export async function lockSeen(work: Work, { id, ifMatch }: VersionedRef): Promise<Run> {
  const run = await repository.lockRun(work, id)
  checkIfMatch(ifMatch, runEtag(run))
  return run
}
