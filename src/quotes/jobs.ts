import { handle, type JobHandler } from '../jobs/handler.ts'
import type { QuoteService } from './service.ts'

/** Quotes expire at midnight, in the time zone of the company. */
export const markExpiredJob = (quotes: Pick<QuoteService, 'markExpired'>): JobHandler =>
  handle({ name: 'quote.mark_expired', parallel: 1, everySeconds: 10 * 60 }, async (work) => {
    await quotes.markExpired(work)
    return null
  })
