import type { RunningJob } from '../../../core/jobs/handler.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { nextTurn } from '../../../platform/clock.ts'
import { IMPORTER } from '../importer.ts'
import type { ImportStatus } from './import.ts'
import { actOnChunk } from './inner/act.ts'
import { checkChunk } from './inner/check.ts'
import { next } from './inner/job.ts'
import { ROWS_AT_ONCE, type Run } from './inner/outcome.ts'
import * as repository from './inner/repository.ts'
import { eventData } from './inner/view.ts'
import { kindOf } from './kinds.ts'

/** The status after each step. */
const THEN: Partial<Record<ImportStatus, 'ready' | 'done' | 'undone'>> = {
  reading: 'ready',
  committing: 'done',
  undoing: 'undone',
}

/** Continues an import, slice by slice, until its step is done. Other work runs in between. */
export async function runImport(
  given: ReadWork,
  { payload: { id }, signal, check, finish }: RunningJob<{ readonly id: string }>,
): Promise<null> {
  const work = { ...given, actor: IMPORTER }
  const first = await repository.findImport(work, id)
  if (!first) return null
  if (first.status === 'deleting' || first.status === 'receiving') {
    await erase({ work, id, check }, finish)
    return null
  }
  const run = { work, id, check, kind: await kindOf(work, first) }
  try {
    for (; !signal.aborted; await nextTurn()) {
      const before = await repository.requireImport(work, id)
      const isReading = before.status === 'reading'
      if (await (isReading ? checkChunk(run, before) : actOnChunk(run))) continue
      await run.kind.complete?.(work)
      await end(work, id, finish)
      return null
    }
  } catch (error) {
    // Deleted meanwhile: the run that the deletion asked for erases it.
    if ((await repository.findImport(work, id))?.status !== 'deleting') throw error
  }
  return null
}

function end(work: ReadWork, id: string, finish: Finish): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockImport(work, id)
    const status = THEN[before.status]
    if (status !== undefined) {
      const committedDigest = status === 'undone' ? null : before.committedDigest
      const after = next(work, { ...before, status, committedDigest })
      await repository.saveImport(work, after)
      recordEvent(work, { type: `import.${status}`, resourceId: id, data: eventData(after) })
    }
    await finish(work)
  })
}

/** Deletes an import with its records. */
async function erase({ work, id, check }: Omit<Run, 'kind'>, finish: Finish): Promise<void> {
  const eraseSome = () =>
    transaction(work, async (work) => {
      const count = await repository.deleteRecords(work, id, ROWS_AT_ONCE)
      await check(work)
      return count
    })
  while ((await eraseSome()) > 0) await nextTurn()
  await transaction(work, async (work) => {
    await repository.deleteImport(work, id)
    await finish(work)
  })
}

type Finish = RunningJob<unknown>['finish']
