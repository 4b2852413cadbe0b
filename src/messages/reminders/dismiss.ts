import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { lockInvoice } from '../../sales/invoices/lock.ts'
import { reminderNotFound } from './inner/errors.ts'
import * as repository from './inner/reminder-repository.ts'
import { problemOf } from './inner/writer.ts'
import type { SendResult } from './send.ts'

/** The level counts as done; the next one follows after the gap. */
export async function dismissReminders(
  work: ReadWork,
  ids: readonly string[],
): Promise<readonly SendResult[]> {
  const results: SendResult[] = []
  for (const id of ids)
    await transaction(work, async (work) => {
      const [known] = await repository.findWaiting(work, [id])
      if (known) await lockInvoice(work, known.invoiceId)
      const [reminder] = known ? await repository.findWaiting(work, [id]) : []
      if (!reminder) return problemOf(reminderNotFound())
      const { timeZone } = await currentSettings(work)
      const day = dayOf(work.at, timeZone)
      const status = 'dismissed' as const
      await repository.saveReminder(work, { ...reminder, status, day, updatedAt: work.at })
      return null
    }).then((problem) => results.push({ id, messageId: null, problem }))
  work.app.counters.countReminders(
    'dismissed',
    results.filter(({ problem }) => problem === null).length,
  )
  return results
}
