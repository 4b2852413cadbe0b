import type { FastifyRequest } from 'fastify'
import { type App, onePerApp } from '../../core/record/app.ts'
import type { NewEvent } from '../../core/record/event.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { lastEventAt } from '../../core/record/log.ts'
import { transaction } from '../../core/record/transaction.ts'
import { type ReadWork, SERVICE, type Work } from '../../core/record/work.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { invoiceEventData } from '../../sales/invoices/announcement.ts'
import { lockInvoice } from '../../sales/invoices/lock.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { lockQuote } from '../../sales/quotes/lock.ts'
import { type QuoteDetails, quoteEventData } from '../../sales/quotes/view.ts'

/**
 * Views within this time count as one, because a person loads the page, its frame and then the
 * PDF.
 */
const QUIET_SECONDS = 60 * 60
const ROBOT =
  /bot|crawl|spider|preview|fetch|scan|monitor|curl|wget|python|slack|whatsapp|telegram/i

interface Viewed extends Pick<NewEvent, 'type' | 'resourceId' | 'data'> {
  /** Whether it still exists; locked until the transaction ends. */
  readonly lock: (work: Work) => Promise<boolean>
}

/** By document, so that only the first of many concurrent views is recorded. */
const pendingOf = onePerApp(() => new Map<string, Promise<void>>())

/** Records that a person read an invoice by its link: at most once an hour, and without robots. */
export function recordInvoiceView(
  work: ReadWork,
  request: FastifyRequest,
  { invoice }: InvoiceDetails,
): void {
  view(work, request, {
    type: 'invoice.viewed',
    resourceId: invoice.id,
    data: invoiceEventData(invoice, invoice.buyer.name),
    lock: (work) => lockInvoice(work, invoice.id),
  })
}

/** Records that a person read a quote by its link, under the rules of `recordInvoiceView`. */
export function recordQuoteView(
  work: ReadWork,
  request: FastifyRequest,
  { quote }: QuoteDetails,
): void {
  view(work, request, {
    type: 'quote.viewed',
    resourceId: quote.id,
    data: quoteEventData(quote),
    lock: (work) => lockQuote(work, quote),
  })
}

/** Resolves when all views are recorded. */
export async function viewsSettled(app: App): Promise<void> {
  await Promise.all(pendingOf(app).values())
}

/** The reader neither waits for it nor sees its failure. */
function view(work: ReadWork, request: FastifyRequest, viewed: Viewed): void {
  const pending = pendingOf(work.app)
  const { resourceId } = viewed
  if (!isPerson(request) || pending.has(resourceId)) return
  const recorded = record(work, viewed)
    .catch((err: unknown) => work.app.warn('a view was not recorded', { err }))
    .finally(() => pending.delete(resourceId))
  pending.set(resourceId, recorded)
}

async function record(work: ReadWork, viewed: Viewed): Promise<void> {
  if (await isQuiet(work, viewed)) return
  await transaction(work, async (work) => {
    if (!(await viewed.lock(work)) || (await isQuiet(work, viewed))) return
    const { type, resourceId, data } = viewed
    recordEvent({ ...work, actor: SERVICE }, { type, resourceId, data })
  })
}

async function isQuiet(work: ReadWork, viewed: Viewed): Promise<boolean> {
  const last = await lastEventAt(work, viewed)
  return last !== undefined && last > secondsAfter(work.at, -QUIET_SECONDS)
}

/** Link previews, search engines and prefetching browsers do not count as readers. */
function isPerson({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? ''
  const isAhead = [headers['sec-purpose'], headers.purpose].some((it) => it?.includes('prefetch'))
  return method === 'GET' && agent !== '' && !ROBOT.test(agent) && !isAhead
}
