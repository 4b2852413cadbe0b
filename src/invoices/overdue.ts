import { type Clock, instant, today } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { SERVICE_ACTOR } from '../record/event.ts'
import { recordEvent, resourcesTold } from '../record/log.ts'
import type { SettingsService } from '../settings/service.ts'
import { invoiceEventData } from './announcement.ts'
import { isOverdue } from './lifecycle.ts'
import { listOverdueIds } from './list/list.ts'
import * as repository from './repository.ts'

const BATCH = 200
const type = 'invoice.overdue'

export interface OverdueDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsService
}

/**
 * Tells of each invoice once that it became overdue. Any number of processes may do it at once: who
 * holds the invoice's row looks again whether somebody else told it.
 */
export function createOverdueWatch({ db, clock, settings }: OverdueDeps) {
  const tell = (id: string, day: string): Promise<boolean> =>
    inTransaction(db, async (trx) => {
      const invoice = await repository.findInvoiceToChange(trx, id)
      if (!invoice || !isOverdue(invoice, day)) return false
      if ((await resourcesTold(trx, { resourceIds: [id], type })).size > 0) return false
      const data = { ...invoiceEventData(invoice, invoice.buyer?.name ?? ''), overdue: true }
      await recordEvent(trx, {
        type,
        resourceId: id,
        actor: SERVICE_ACTOR,
        at: instant(clock),
        data,
      })
      return true
    })

  return {
    /** How many invoices it told of. */
    async announce(): Promise<number> {
      const day = today(clock, (await settings.current(db)).timeZone)
      let told = 0
      let after = ''
      for (;;) {
        const ids = await listOverdueIds(db, { day, after, limit: BATCH })
        const known = await resourcesTold(db, { resourceIds: ids, type })
        for (const id of ids) if (!known.has(id) && (await tell(id, day))) told++
        after = ids.at(-1) ?? ''
        if (ids.length < BATCH) return told
      }
    },
  }
}
