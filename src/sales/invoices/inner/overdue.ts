import { recordEvent } from '../../../core/record/journal.ts'
import { resourcesWithEvent } from '../../../core/record/log.ts'
import { transaction } from '../../../core/record/transaction.ts'
import { type ReadWork, SERVICE } from '../../../core/record/work.ts'
import { invoiceEventData } from '../announcement.ts'
import { isOverdue } from '../lifecycle.ts'
import { listOverdueIds } from '../list/list.ts'
import * as repository from './repository.ts'

const BATCH = 200
const type = 'invoice.overdue'

/**
 * Emits one event for each invoice that became overdue by `day`, and returns their number.
 * Processes may run it at once: the one that locks an invoice's row checks again for another's
 * event.
 */
export async function markOverdue(work: ReadWork, day: string): Promise<number> {
  let emitted = 0
  let after = ''
  for (;;) {
    const ids = await listOverdueIds(work, { day, after, limit: BATCH })
    const known = await resourcesWithEvent(work, { resourceIds: ids, type })
    for (const id of ids) if (!known.has(id) && (await emit(work, id, day))) emitted++
    after = ids.at(-1) ?? ''
    if (ids.length < BATCH) return emitted
  }
}

const emit = (work: ReadWork, id: string, day: string): Promise<boolean> =>
  transaction(work, async (work) => {
    const invoice = await repository.findInvoiceToChange(work, id)
    if (!invoice || !isOverdue(invoice, day)) return false
    if ((await resourcesWithEvent(work, { resourceIds: [id], type })).size > 0) return false
    const data = { ...invoiceEventData(invoice, invoice.buyer?.name ?? ''), overdue: true }
    recordEvent({ ...work, actor: SERVICE }, { type, resourceId: id, data })
    return true
  })
