import type { FastifyRequest } from 'fastify'
import { invoiceEventData } from '../invoices/announcement.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { type Clock, instant, instantAfter } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { lockChain } from '../record/chain.ts'
import { SERVICE_ACTOR } from '../record/event.ts'
import { appendEvent, lastEventAt } from '../record/log.ts'

/** Views within this time are one: a page is its frame and the PDF is often opened after it. */
const QUIET_SECONDS = 60 * 60
const ROBOT =
  /bot|crawl|spider|preview|fetch|scan|monitor|curl|wget|python|slack|whatsapp|telegram/i
const type = 'invoice.viewed'

export interface ViewDeps {
  readonly db: Db
  readonly clock: Clock
  readonly warn: (error: unknown) => void
}

export type ViewLog = ReturnType<typeof createViewLog>

/** Tells that somebody read a published invoice, at most once an hour and not of robots. */
export function createViewLog({ db, clock, warn }: ViewDeps) {
  /** By invoice: a crowd that opens one at once is told of by the first of them. */
  const pending = new Map<string, Promise<void>>()

  const isQuiet = async (on: Db, resourceId: string): Promise<boolean> => {
    const last = await lastEventAt(on, { resourceId, type })
    return last !== undefined && last > instantAfter(clock, -QUIET_SECONDS)
  }

  const record = async ({ invoice }: InvoiceDetails): Promise<void> => {
    if (await isQuiet(db, invoice.id)) return
    await inTransaction(db, async (trx) => {
      await lockChain(trx)
      if (await isQuiet(trx, invoice.id)) return
      const data = invoiceEventData(invoice, invoice.buyer.name)
      const at = instant(clock)
      await appendEvent(trx, { type, resourceId: invoice.id, actor: SERVICE_ACTOR, at, data })
    })
  }

  return {
    /** Does not keep the reader waiting, and does not fail the reading. */
    seen(request: FastifyRequest, details: InvoiceDetails): void {
      const { id } = details.invoice
      if (!isPerson(request) || pending.has(id)) return
      const work = record(details)
        .catch(warn)
        .finally(() => pending.delete(id))
      pending.set(id, work)
    },

    /** Resolves when nothing is being written any more. */
    settled: async (): Promise<void> => {
      await Promise.all(pending.values())
    },
  }
}

/** Link previews, search engines and what a browser loads in advance are nobody who read it. */
function isPerson({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? ''
  const isAhead = [headers['sec-purpose'], headers.purpose].some((it) => it?.includes('prefetch'))
  return method === 'GET' && agent !== '' && !ROBOT.test(agent) && !isAhead
}
