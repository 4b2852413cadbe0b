import { type PaymentReport, ReportError, readPain002 } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { noteFailed } from '../collections/outcome.ts'
import { lockCollection } from '../collections/read.ts'
import { reportForbidden, reportForeign, reportUnreadable, runNotOpen } from './errors.ts'
import * as repository from './inner/repository.ts'
import { type ItemizedRun, withItems } from './read.ts'
import type { Run, RunItem } from './run.ts'
import { refuse, settleIfDone } from './settle.ts'

/** What stands for a refusal without a code. */
const NO_CODE = 'none'

/** Takes the bank's report on a file of the run. The same report again changes nothing. */
export function takeReport(work: ReadWork, id: string, bytes: Uint8Array): Promise<ItemizedRun> {
  const report = read(bytes)
  return transaction(work, async (work) => {
    const run = await repository.lockRun(work, id)
    const file = (await repository.listFiles(work, run.id)).find(
      ({ messageRef }) => messageRef === report.messageId,
    )
    if (!file) throw reportForeign()
    if (run.status === 'refused') return withItems(work, run)
    if (run.status === 'canceled') throw runNotOpen(run.status)
    if (file.refusedBecause !== null) return withItems(work, run)
    if (report.file !== null && run.status !== 'settled') {
      const refusal = { reason: report.file.code ?? NO_CODE, file: file.number }
      return withItems(work, await refuse(work, run, refusal))
    }
    const items = (await repository.listItems(work, run.id)).filter(
      (it) => it.file === file.number && it.rejected === null,
    )
    for (const item of items) await takeItem(work, run, { item, report })
    return withItems(work, await settleIfDone(work, run))
  })
}

async function takeItem(
  work: Work,
  run: Run,
  { item, report }: { readonly item: RunItem; readonly report: PaymentReport },
): Promise<void> {
  const refusal =
    report.debits.get(item.endToEnd ?? '') ??
    report.blocks.get(item.paymentRef ?? '') ??
    report.file
  if (!refusal) return
  const collection = await lockCollection(work, item.collectionId)
  const isOurs = collection.endToEnd === item.endToEnd && collection.runId === run.id
  if (!isOurs || collection.status !== 'submitted') return
  const { timeZone } = await currentSettings(work)
  await repository.noteRejected(work, run.id, {
    collectionId: item.collectionId,
    code: refusal.code ?? NO_CODE,
  })
  await noteFailed(work, collection, { code: refusal.code, day: dayOf(work.at, timeZone) })
}

function read(bytes: Uint8Array): PaymentReport {
  try {
    return readPain002(bytes)
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    throw error.code === 'xml_forbidden' ? reportForbidden() : reportUnreadable(error.message)
  }
}
