import type { FastifyRequest } from 'fastify'
import { invoiceEventData } from '../invoices/announcement.ts'
import type { InvoiceService } from '../invoices/service.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { secondsAfter } from '../platform/clock.ts'
import { recordEvent } from '../record/journal.ts'
import { lastEventAt } from '../record/log.ts'
import { transaction } from '../record/transaction.ts'
import { type ReadWork, SERVICE } from '../record/work.ts'

/** Views within this time count as one: a person reads the page, its frame and then the PDF. */
const QUIET_SECONDS = 60 * 60
const ROBOT =
  /bot|crawl|spider|preview|fetch|scan|monitor|curl|wget|python|slack|whatsapp|telegram/i
const type = 'invoice.viewed'

export interface ViewDeps {
  readonly invoices: InvoiceService
  readonly warn: (error: unknown) => void
}

export type ViewLog = ReturnType<typeof createViewLog>

/** Records that a person read a published invoice: at most once an hour, and no robots. */
export function createViewLog({ invoices, warn }: ViewDeps) {
  /** By invoice: of many views at once the first is recorded. */
  const pending = new Map<string, Promise<void>>()

  const isQuiet = async (work: ReadWork, resourceId: string): Promise<boolean> => {
    const last = await lastEventAt(work, { resourceId, type })
    return last !== undefined && last > secondsAfter(work.at, -QUIET_SECONDS)
  }

  const record = async (work: ReadWork, { invoice }: InvoiceDetails): Promise<void> => {
    const { id } = invoice
    if (await isQuiet(work, id)) return
    await transaction(work, async (work) => {
      if (!(await invoices.lock(work, id)) || (await isQuiet(work, id))) return
      const data = invoiceEventData(invoice, invoice.buyer.name)
      recordEvent({ ...work, actor: SERVICE }, { type, resourceId: id, data })
    })
  }

  return {
    /** The reader neither waits for it nor learns that it failed. */
    seen(work: ReadWork, request: FastifyRequest, details: InvoiceDetails): void {
      const { id } = details.invoice
      if (!isPerson(request) || pending.has(id)) return
      const recorded = record(work, details)
        .catch(warn)
        .finally(() => pending.delete(id))
      pending.set(id, recorded)
    },

    /** Resolves when all views are recorded. */
    settled: async (): Promise<void> => {
      await Promise.all(pending.values())
    },
  }
}

/** Link previews, search engines and prefetching browsers are no readers. */
function isPerson({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? ''
  const isAhead = [headers['sec-purpose'], headers.purpose].some((it) => it?.includes('prefetch'))
  return method === 'GET' && agent !== '' && !ROBOT.test(agent) && !isAhead
}
