import type { PaymentReport } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf, nextTurn } from '../../platform/clock.ts'
import { withoutCommitHook } from '../../platform/database/commit-hook.ts'
import { noteFailed } from '../collections/outcome.ts'
import { lockCollection } from '../collections/read.ts'
import { reportForeign, runNotOpen } from './errors.ts'
import { readReport } from './inner/read-report.ts'
import * as repository from './inner/repository.ts'
import { type ItemizedRun, withItems } from './read.ts'
import type { Run, RunItem } from './run.ts'
import { noteRejected, refuse, settleIfDone } from './settle.ts'

/** What stands for a refusal without a code. */
const NO_CODE = 'none'

/** On SQLite all companies wait for a transaction, so it takes few debits. */
const SLICE = 20

/**
 * Takes the bank's report on a file of the run, a few debits in each transaction. The same report again
 * takes what a crash left, and changes nothing else.
 */
export async function takeReport(
  work: ReadWork,
  id: string,
  bytes: Uint8Array,
): Promise<ItemizedRun> {
  const report = await readReport(work, bytes)
  await withoutCommitHook(async () => {
    const refused = await transaction(work, (work) => takeFile(work, id, report))
    for (let at = 0; at < refused.length; at += SLICE) {
      const slice = refused.slice(at, at + SLICE)
      await transaction(work, async (work) => {
        const run = await repository.lockRun(work, id)
        for (const debit of slice) await takeDebit(work, run, debit)
      })
      await nextTurn()
    }
  })
  return transaction(work, async (work) =>
    withItems(work, await settleIfDone(work, await repository.lockRun(work, id))),
  )
}

interface RefusedDebit {
  readonly item: RunItem
  readonly code: string | null
}

/** Takes what the report says about the whole file. Returns the debits that it refuses one by one. */
async function takeFile(
  work: Work,
  id: string,
  report: PaymentReport,
): Promise<readonly RefusedDebit[]> {
  const run = await repository.lockRun(work, id)
  const file = (await repository.listFiles(work, run.id)).find(
    ({ messageRef }) => messageRef === report.messageId,
  )
  if (!file) throw reportForeign()
  if (run.status === 'refused') return []
  if (run.status === 'canceled') throw runNotOpen(run.status)
  if (file.refusedBecause !== null) return []
  if (report.file !== null && run.status !== 'settled') {
    await refuse(work, run, { reason: report.file.code ?? NO_CODE, file: file.number })
    return []
  }
  const items = (await repository.listItems(work, run.id)).filter(
    (it) => it.file === file.number && it.rejected === null,
  )
  return items.flatMap((item) => {
    const refusal =
      report.debits.get(item.endToEnd ?? '') ??
      report.blocks.get(item.paymentRef ?? '') ??
      report.file
    return refusal ? { item, code: refusal.code } : []
  })
}

async function takeDebit(work: Work, run: Run, { item, code }: RefusedDebit): Promise<void> {
  const collection = await lockCollection(work, item.collectionId)
  const isOurs = collection.endToEnd === item.endToEnd && collection.runId === run.id
  if (!isOurs || collection.status !== 'submitted') return
  const { timeZone } = await currentSettings(work)
  await noteRejected(work, run, { collectionId: item.collectionId, code: code ?? NO_CODE })
  await noteFailed(work, collection, { code, day: dayOf(work.at, timeZone) })
}
