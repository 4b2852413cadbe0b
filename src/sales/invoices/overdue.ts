import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { markOverdue } from './inner/overdue.ts'

/** Emits `invoice.overdue` for each invoice that became overdue, and returns their number. */
export async function markInvoicesOverdue(work: ReadWork): Promise<number> {
  return markOverdue(work, dayOf(work.at, (await currentSettings(work)).timeZone))
}
